"""The fold of a match's log, kept per process. A cache only: (match, seq, head of the chain) says whether it holds."""

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from games.models import Match, MatchEvent
from games.record import Event, Fold, Round, fold

KEPT: Final = 256  # matches


@dataclass(frozen=True, slots=True)
class _Kept:
    seq: int
    head: str
    fold: Fold


_kept: OrderedDict[int, _Kept] = OrderedDict()
_lock = threading.Lock()


def fold_of(match: Match) -> Fold:
    """The fold of a match's log up to `match.seq`: from the cache, or from the events it lacks."""
    if match.seq == 0:
        return Fold()
    with _lock:
        kept = _kept.get(match.pk)
    if kept is not None and kept.seq == match.seq and kept.head == match.head:
        return kept.fold
    result = _advanced(match, kept) if kept is not None and kept.seq < match.seq else None
    if result is None:
        result = fold(to_event(row) for row in _rows(match, 1))
    remember(match, result)
    return result


def round_of(match: Match) -> Round:
    """The round in play, or the last one. Raises LookupError where nothing was dealt."""
    played = fold_of(match).round
    if played is None:
        raise LookupError(f"nothing was dealt at {match.slug} yet")
    return played


def remember(match: Match, result: Fold) -> None:
    """Keep the fold of a match as it stands at `match.seq`."""
    with _lock:
        _kept[match.pk] = _Kept(match.seq, match.head, result)
        _kept.move_to_end(match.pk)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)


def forget_all() -> None:
    """Empty the cache (for tests that measure, and for memory)."""
    with _lock:
        _kept.clear()


def events_of(match: Match) -> list[Event]:
    """The whole log of a match up to `match.seq`, as values."""
    return [to_event(row) for row in _rows(match, 1)]


def _advanced(match: Match, kept: _Kept) -> Fold | None:
    """The kept fold with what came after it; None if the log did not go on from there (a rolled-back change)."""
    rows = _rows(match, kept.seq)
    if not rows or rows[0].seq != kept.seq or rows[0].hash != kept.head:
        return None
    return fold((to_event(row) for row in rows[1:]), kept.fold)


def _rows(match: Match, first: int) -> list[MatchEvent]:
    return list(MatchEvent.objects.filter(match=match, seq__gte=first, seq__lte=match.seq).order_by("seq"))


def to_event(row: MatchEvent) -> Event:
    """A stored event as a value."""
    return Event(row.seq, row.round, row.kind, row.seat, row.action, row.by, row.at_ms, row.data)
