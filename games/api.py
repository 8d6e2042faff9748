"""The door for other apps: make tables that play at once, seal them, read results, give them up."""

import secrets as random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction

from games import broadcast, fairness, selectors
from games.engine import Options
from games.listeners import MatchResult
from games.models import Match
from games.services import deals, rounds
from games.services.locked import locked
from games.services.seats import take_seat
from games.services.tables import TableSpec, new_match

__all__ = ["MatchResult", "SeatSpec", "TableRef", "abort", "create", "open_gate", "results", "seal"]


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
    pace: str = Match.Pace.LIVE,
    bot_pace: str = Match.BotPace.HUMAN,
    secret: bytes | None = None,
    nonces: Sequence[str] | None = None,
    sealed: bool = False,
    gated: bool = True,
) -> TableRef:
    """Make a table that starts at once. `event_key` is the caller's own, e.g. "t:12:3:1"; one table a key.

    Asking again with the same key gives the table made before. `secret`, `nonces`: for duplicate events, the round's.
    `gated` keeps the records shut until `open_gate`. Raises engine.OptionsError, Refused.
    """
    checked = Options.from_dict(options).for_seats(len(seats))
    made = _made(event_key)
    if made is not None:
        return made
    try:
        return _create(event_key, checked, seats, pace, bot_pace, secret, nonces, sealed, gated)
    except IntegrityError:  # somebody else made it at this very moment
        made = _made(event_key)
        if made is None:
            raise
        return made


def _made(event_key: str) -> TableRef | None:
    match = Match.objects.filter(event_key=event_key).first()
    return None if match is None else TableRef(match.pk, match.slug, match.commitment)


def _create(
    event_key: str,
    checked: Options,
    seats: Sequence[SeatSpec],
    pace: str,
    bot_pace: str,
    secret: bytes | None,
    nonces: Sequence[str] | None,
    sealed: bool,
    gated: bool,
) -> TableRef:
    with transaction.atomic():
        spec = TableSpec(seats=len(seats), pace=pace, bot_pace=bot_pace)
        match = new_match(
            checked, spec, secret or random.token_bytes(fairness.SECRET_BYTES), event_key=event_key, sealed=sealed,
            gated=gated, nonces=list(nonces) if nonces is not None else None,
        )  # fmt: skip
        people = get_user_model().objects.in_bulk([seat.user_id for seat in seats if seat.user_id is not None])
        with locked(pk=match.pk) as table:
            for index, seat in enumerate(seats):
                user = people[seat.user_id] if seat.user_id is not None else None
                take_seat(table, index, user=user, bot=seat.bot, nonce=deals.read_nonce(seat.nonce) if user else "")
            rounds.begin(table)
    return TableRef(match.pk, match.slug, match.commitment)


def seal(event_keys: Sequence[str], sealed: bool) -> None:
    """Shut tables to everybody but their seats, or open them."""
    Match.objects.filter(event_key__in=event_keys).update(sealed=sealed)


def open_gate(event_keys: Sequence[str]) -> None:
    """The round is over: everything about these tables may be shown."""
    matches = Match.objects.filter(event_key__in=event_keys)
    matches.update(gated=False, sealed=False)
    for match_id, seq in matches.values_list("pk", "seq"):
        broadcast.table_changed(match_id, seq)


def results(event_keys: Sequence[str]) -> list[MatchResult]:
    """The results of the ended ones among these tables."""
    return selectors.results_of(event_keys)


def abort(event_key: str, reason: str = "") -> bool:
    """End a running table without a result. False where it has ended, or never was."""
    match = Match.objects.filter(event_key=event_key).first()
    if match is None:
        return False
    with locked(pk=match.pk) as table:
        if table.match.status != Match.Status.PLAYING:
            return False
        rounds.abort(table, reason[:200])
    return True
