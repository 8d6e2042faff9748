"""Tables at a glance, for pages of other apps: what anybody may know of them, and nothing of sealed ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from games import selectors
from games.models import Match
from games.presenters import people
from games.presenters.timeline import cards_left
from games.selectors import TableSnapshot


@dataclass(frozen=True, slots=True)
class SeatGlance:
    """One seat. `name` is worded for the reader's language; `kind`: person, guest, bot or deleted."""

    index: int
    user_id: int | None
    name: str
    kind: str
    stand_in: str  # "", absent, left or replaced: why a house bot took the seat over
    here: bool  # has come to the table (called tables); bots always have
    away: bool  # a bot holds the seat until its owner is back
    cards_left: int | None  # in hand, 3UP and 3DOWN; None before the deal
    place: int | None  # once the match is over


@dataclass(frozen=True, slots=True)
class TableGlance:
    """One table. Of a sealed one there is nothing but its slug, address and status."""

    slug: str
    url: str
    status: str  # waiting, playing, over or aborted
    sealed: bool
    round: int = 0
    turn: int | None = None  # seat
    starts_by: datetime | None = None
    ends_by: datetime | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    seats: tuple[SeatGlance, ...] = ()


def glance(event_keys: Sequence[str]) -> dict[str, TableGlance]:
    """The tables of these keys that exist. Five queries at most."""
    found = selectors.tables_of(event_keys)
    return {snapshot.match.event_key: _table(snapshot) for snapshot in found}


def _table(snapshot: TableSnapshot) -> TableGlance:
    match = snapshot.match
    url = reverse("games:table", args=[match.slug])
    if match.sealed:
        return TableGlance(match.slug, url, match.status, sealed=True)
    return TableGlance(
        match.slug, url, match.status, sealed=False, round=match.round, turn=match.turn_seat,
        starts_by=match.starts_by, ends_by=match.ends_by, started_at=match.started_at, ended_at=match.ended_at,
        seats=_seats(snapshot),
    )  # fmt: skip


def _seats(snapshot: TableSnapshot) -> tuple[SeatGlance, ...]:
    state, waiting = snapshot.state, snapshot.match.status == Match.Status.WAITING
    return tuple(
        SeatGlance(
            index=row.index, user_id=row.user_id, name=person.name, kind=person.kind, stand_in=row.stand_in,
            here=not waiting or row.user_id is None or row.seen_at is not None, away=row.away,
            cards_left=None if state is None else cards_left(state, row.index), place=row.place,
        )
        for person, row in zip(people(snapshot.seats), snapshot.seats, strict=True)
    )  # fmt: skip
