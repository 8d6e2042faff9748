"""Tables of an event: make them, call people to them, seal and open them, end them."""

import secrets as random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction

from games import broadcast, fairness, selectors
from games.engine import Options
from games.listeners import MatchResult
from games.models import Match, Seat
from games.services import deals, rounds, stand_ins
from games.services.locked import Locked, locked
from games.services.seats import take_seat
from games.services.tables import TableSpec, new_match


@dataclass(frozen=True, slots=True)
class SeatSpec:
    """Who is to sit somewhere: a person by id, or a bot by name."""

    user_id: int | None = None
    bot: str = ""
    nonce: str = ""  # hex; a person's who gave none is made here


@dataclass(frozen=True, slots=True)
class TableRef:
    """A table that was made."""

    match_id: int
    slug: str
    commitment: str


def create(
    event_key: str,
    options: Mapping[str, Any],
    seats: Sequence[SeatSpec],
    *,
    title: str = "",
    url: str = "",
    pace: str = Match.Pace.LIVE,
    bot_pace: str = Match.BotPace.HUMAN,
    starts_by: datetime | None = None,
    ends_by: datetime | None = None,
    secret: bytes | None = None,
    nonces: Sequence[str] | None = None,
    sealed: bool = False,
    gated: bool = True,
) -> TableRef:
    """Make a table for an event. `event_key` is the caller's own, e.g. "t:12:3:1"; one table a key.

    Asking again with the same key gives the table made before.
    `title`, `url`: what the table belongs to, shown there and as the way back.
    `starts_by`: the table is *called*: it deals as soon as all its people have come to it, and at that time house
    bots sit down for those who have not. Without it the table deals at once.
    `ends_by`: the game is stopped at that time, and cards left decide.
    `secret`, `nonces`: for duplicate events, the round's; the nonces are then those of all entrants, in id order.
    `sealed`: 403 to all but its seats. `gated` keeps the records shut until `open_gate`.
    A person whose account has gone meanwhile is stood in for. Raises engine.OptionsError, Refused.
    """
    checked = Options.from_dict(options).for_seats(len(seats))
    made = _made(event_key)
    if made is not None:
        return made
    spec = TableSpec(options=checked, seats=len(seats), pace=pace, bot_pace=bot_pace)
    more = {
        "event_key": event_key, "event_title": title[:120], "event_url": url, "starts_by": starts_by,
        "ends_by": ends_by, "nonces": None if nonces is None else list(nonces), "sealed": sealed, "gated": gated,
    }  # fmt: skip
    try:
        return _create(spec, seats, secret or random.token_bytes(fairness.SECRET_BYTES), more)
    except IntegrityError:  # somebody else made it at this very moment
        made = _made(event_key)
        if made is None:
            raise
        return made


def _made(event_key: str) -> TableRef | None:
    match = Match.objects.filter(event_key=event_key).first()
    return None if match is None else TableRef(match.pk, match.slug, match.commitment)


def _create(spec: TableSpec, seats: Sequence[SeatSpec], secret: bytes, more: dict[str, Any]) -> TableRef:
    with transaction.atomic():
        match = new_match(spec.options, spec, secret, **more)
        people = get_user_model().objects.in_bulk([seat.user_id for seat in seats if seat.user_id is not None])
        with locked(pk=match.pk) as table:
            for index, seat in enumerate(seats):
                _sit(table, index, seat, people)
            if match.starts_by is None:
                rounds.begin(table)
            else:
                stand_ins.call(table)
    return TableRef(match.pk, match.slug, match.commitment)


def _sit(table: Locked, index: int, spec: SeatSpec, people: dict[int, Any]) -> None:
    """Put a person or a bot on a seat; a person who is called has yet to come."""
    user = None if spec.user_id is None else people.get(spec.user_id)
    if user is not None:
        take_seat(table, index, user=user, nonce=deals.read_nonce(spec.nonce))
        if table.match.starts_by is not None:
            table.seats[index].seen_at = None
        return
    take_seat(table, index, bot=spec.bot or stand_ins.HOUSE_BOT)
    if spec.user_id is not None:
        stand_ins.mark(table, table.seats[index], Seat.StandIn.LEFT)


def stand_in(event_key: str, user_id: int, reason: str = Seat.StandIn.LEFT) -> bool:
    """Have a house bot finish for a person, for good and without a forfeit. `reason`: absent, left or replaced.

    False where there is nothing to finish: no such table or seat, the match has ended, or the person is out already.
    """
    match = Match.objects.filter(event_key=event_key, seats__user=user_id).first()
    if match is None:
        return False
    with locked(pk=match.pk) as table:
        seat = next((seat for seat in table.seats if seat.user_id == user_id), None)
        return seat is not None and stand_ins.stand_in(table, seat, Seat.StandIn(reason).value)


def seal(event_keys: Sequence[str], sealed: bool) -> None:
    """Shut tables to everybody but their seats, or open them."""
    Match.objects.filter(event_key__in=event_keys).update(sealed=sealed)


def open_gate(event_keys: Sequence[str]) -> None:
    """The round is over: everything about these tables may be shown."""
    matches = Match.objects.filter(event_key__in=event_keys)
    matches.update(gated=False, sealed=False)
    for match_id, seq in matches.values_list("pk", "seq"):
        transaction.on_commit(partial(broadcast.table_changed, match_id, seq))


def results(event_keys: Sequence[str]) -> list[MatchResult]:
    """The results of the ended ones among these tables."""
    return selectors.results_of(event_keys)


def abort(event_key: str, reason: str = "") -> bool:
    """End a table without a result, called or in play. False where it has ended, or never was."""
    match = Match.objects.filter(event_key=event_key).first()
    if match is None:
        return False
    with locked(pk=match.pk) as table:
        if table.match.status not in (Match.Status.WAITING, Match.Status.PLAYING):
            return False
        rounds.abort(table, reason[:200])
    return True
