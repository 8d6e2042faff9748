"""A match under its row lock: the unit of work that every service writes through.

`with locked(slug) as table:` opens a transaction and locks the row. Services change `table.match` and `table.seats`
and append events; at the end of the block the due time is worked out, everything is saved in one go, and what the
world has to hear is sent after the commit. An exception leaves nothing behind. Nothing slow belongs inside.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext as _

from games import broadcast, fairness, hints, metrics, pace
from games.engine import State
from games.models import Match, MatchEvent, Seat, milliseconds
from games.record import Event, Fold
from games.selectors import TableSnapshot, folds, rows
from games.selectors.snapshot import rematch_of, remember
from games.services.errors import NotFound

moves = logging.getLogger("games.moves")
MATCH_FIELDS: Final = tuple(
    field.attname for field in Match._meta.concrete_fields if field.name not in ("id", "slug", "secret", "created_at")
)
SEAT_FIELDS: Final = tuple(field.attname for field in Seat._meta.concrete_fields if field.name not in ("id", "match"))


class Locked:
    """A match, its seats in order, and the events to come. Only `locked` makes one."""

    def __init__(self, match: Match, hint: bool = True) -> None:
        self.match = match
        self._hint = hint
        self.seats: list[Seat] = rows.seat_rows(match)
        self.now = _to_the_millisecond(timezone.now())
        self.lobby_changed = False
        self._fold: Fold | None = None
        self._events: list[MatchEvent] = []
        self._before = _values(match, MATCH_FIELDS)
        self._seats_before = {seat.pk: _values(seat, SEAT_FIELDS) for seat in self.seats}
        self._wanted = self._people_wanted()

    @property
    def fold(self) -> Fold:
        """The fold of the log so far, this transaction's events included."""
        if self._fold is None:
            self._fold = folds.fold_of(self.match)
        return self._fold

    @property
    def state(self) -> State:
        """The current position of a match that was dealt."""
        played = self.fold.round
        if played is None:
            raise LookupError(f"nothing was dealt at {self.match.slug} yet")
        return played.state

    def append(
        self,
        kind: str,
        seat: int | None = None,
        action: str = "",
        by: str = "player",
        data: dict[str, Any] | None = None,
    ) -> None:
        """Add an event to the log: number, time and hash are worked out here, and the fold goes along."""
        match = self.match
        fold = self.fold
        event = Event(match.seq + 1, match.round, kind, seat, action, by, milliseconds(self.now), data)
        self._fold = fold.advance(event)
        salt = fairness.salt(bytes.fromhex(match.secret), event.seq)
        match.head = fairness.event_hash(match.head or match.commitment, salt, event.hashed())
        match.seq = event.seq
        self._events.append(
            MatchEvent(
                match=match, seq=event.seq, round=event.round, kind=kind, seat=seat, action=action, by=by, at=self.now,
                data=data, hash=match.head,
            )
        )  # fmt: skip

    def seat_of(self, user: Any) -> Seat | None:
        """The seat of a person here."""
        return next((seat for seat in self.seats if seat.user_id == user.pk), None) if user.pk else None

    def snapshot(self) -> TableSnapshot:
        """The table as it is when the block has ended, without asking the database again."""
        return TableSnapshot(self.match, tuple(self.seats), self.fold, timezone.now(), rematch_of(self.match))

    def finish(self) -> None:
        """Save what changed and have the world told once it is committed."""
        match = self.match
        actors = self.state.actors if match.status == Match.Status.PLAYING else ()
        match.due_at = pace.next_due(match, self.seats, actors)
        MatchEvent.objects.bulk_create(self._events)
        if self._fold is not None:
            folds.remember(match, self._fold)
        for seat in self.seats:
            _save_changes(seat, SEAT_FIELDS, self._seats_before[seat.pk])
        changed = self._events or _values(match, MATCH_FIELDS) != self._before
        if changed or self._wanted != self._people_wanted():
            _save_changes(match, MATCH_FIELDS, self._before)
            transaction.on_commit(self._tell)

    def _people_wanted(self) -> set[int]:
        """Ids of the people for whom the table waits: to act, or to come where they were called."""
        if self.match.status == Match.Status.WAITING and self.match.starts_by is not None:
            return {seat.user_id for seat in self.seats if seat.user_id and seat.seen_at is None}
        if self.match.status != Match.Status.PLAYING:
            return set()
        actors = self.state.actors
        return {seat.user_id for seat in self.seats if seat.user_id and not seat.held and seat.index in actors}

    def _tell(self) -> None:
        match, at = self.match, milliseconds(self.now)
        if self._events and all(event.kind == MatchEvent.Kind.ACTION for event in self._events):
            remember(self.snapshot(), at)  # an action leaves people and seats as they were read
        broadcast.table_changed(match.pk, match.seq, at)
        self._count()
        if self.lobby_changed:
            broadcast.lobby_changed()
        broadcast.turns_changed(self._wanted ^ self._people_wanted())
        if match.due_at is not None and self._hint:
            hints.act_on_due(match.pk, match.seq, match.due_at - timezone.now())
        if match.status in (Match.Status.OVER, Match.Status.ABORTED) and not match.listeners_done:
            hints.tell_listeners(match.pk)

    def _count(self) -> None:
        for event in self._events:
            if event.kind == MatchEvent.Kind.ACTION:
                metrics.MOVES.labels(event.by).inc()
                moves.info("moved", extra={"match": self.match.slug, "seq": event.seq, "by": event.by})


@contextmanager
def locked(slug: str | None = None, pk: int | None = None, hint: bool = True) -> Iterator[Locked]:
    """Lock a match by slug or id for the length of the block. `hint=False`: the caller sees to what is due next.

    Raises NotFound.
    """
    with transaction.atomic():
        match = rows.match_row(pk if pk is not None else slug or "", lock=True)
        if match is None:
            raise NotFound(_("There is no such table."))
        table = Locked(match, hint)
        yield table
        table.finish()


def _to_the_millisecond(at: datetime) -> datetime:
    """What is stored and what is hashed are the same instant."""
    return at - timedelta(microseconds=at.microsecond % 1000)


def _values(row: Model, names: tuple[str, ...]) -> dict[str, Any]:
    values = {name: getattr(row, name) for name in names}
    return {name: list(value) if isinstance(value, list) else value for name, value in values.items()}


def _save_changes(row: Model, names: tuple[str, ...], before: dict[str, Any]) -> None:
    changed = [name for name in names if getattr(row, name) != before[name]]
    if changed:
        row.save(update_fields=changed)
