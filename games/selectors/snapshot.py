"""A table as one consistent value: what pages, fragments and sockets are made of."""

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils import timezone

from games.engine import State
from games.models import Match, Seat
from games.record import Fold
from games.selectors import folds, rows

REACTION_SHOWN: Final = timedelta(seconds=12)
KEPT: Final = 256  # tables as this process left them


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """A match, its seats in order and the fold of its log, all of one moment."""

    match: Match
    seats: tuple[Seat, ...]
    fold: Fold
    now: datetime
    rematch: str = ""  # slug of the table at which a rematch of this match waits or plays
    muted: frozenset[int] = frozenset()  # seats whose reactions its reader does not see

    @property
    def state(self) -> State | None:
        """The current position; None before the first deal."""
        return self.fold.state

    @property
    def seq(self) -> int:
        """Number of the last event."""
        return self.match.seq

    @property
    def round(self) -> int:
        """The round in play, from 1; 0 before the first deal."""
        return self.match.round

    @property
    def speaking(self) -> frozenset[int]:
        """Seats of people whose reactions are to be seen now."""
        since = self.now - REACTION_SHOWN
        return frozenset(
            seat.index
            for seat in self.seats
            if seat.reaction and seat.reacted_at is not None and seat.reacted_at >= since
        )

    def seat_of(self, user: Any) -> int | None:
        """The seat a person holds here; None for watchers and people who are not signed in."""
        if user is None or not user.pk:
            return None
        return next((seat.index for seat in self.seats if seat.user_id == user.pk), None)


_left: OrderedDict[tuple[int, int, int], TableSnapshot] = OrderedDict()
_lock = threading.Lock()


def remember(snapshot: TableSnapshot, at: int) -> None:
    """Keep a table as a change of this process left it `at` (ms since 1970), for those who are about to hear of it."""
    with _lock:
        _left[snapshot.match.pk, snapshot.seq, at] = snapshot
        while len(_left) > KEPT:
            _left.popitem(last=False)


def as_left(match_id: int, seq: int, at: int) -> TableSnapshot | None:
    """The table as that very change left it, if this process made the change a moment ago."""
    with _lock:
        return _left.get((match_id, seq, at))


def find(slug: str) -> Match | None:
    """The match of that slug, if there is one."""
    return rows.match_row(slug)


def table(of: str | int | Match) -> TableSnapshot | None:
    """The snapshot of a table by slug, id or row; None if there is none. Two queries, and one for news of the log."""
    match = of if isinstance(of, Match) else rows.match_row(of)
    if match is None:
        return None
    return TableSnapshot(match, tuple(rows.seat_rows(match)), folds.fold_of(match), timezone.now(), rematch_of(match))


def tables_of(event_keys: Iterable[str]) -> list[TableSnapshot]:
    """The tables that an event made under these keys. Five queries at most."""
    found = Match.objects.filter(event_key__in=list(event_keys)).order_by("pk")
    matches = list(found.prefetch_related("seats__user", "seats__stands_for"))
    now = timezone.now()
    return [
        TableSnapshot(match, tuple(match.seats.all()), fold, now)
        for match, fold in zip(matches, folds.folds_of(matches), strict=True)
    ]


def record_is_open(match: Match) -> bool:
    """Whether everything about the match may be shown (RULES section 9): it is over, and so is its event's round."""
    ended = match.status in (Match.Status.OVER, Match.Status.ABORTED)
    return ended and match.round > 0 and not match.gated


def rematch_of(match: Match) -> str:
    """The slug of the table at which a rematch of a match waits or plays; "" where there is none."""
    if match.rematches == 0:
        return ""
    return Match.objects.filter(rematch_of=match).values_list("slug", flat=True).first() or ""
