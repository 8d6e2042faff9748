"""The fold of a match's log, kept per process. A cache only: (match, seq, head of the chain) says whether it holds."""

import threading
import time
from collections import OrderedDict, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Q

from games.models import Match, MatchEvent
from games.record import Event, Fold, Round, fold

KEPT: Final = 1024  # matches in play, of 50 to 100 KB; one that is missed costs a move half as much again
FRESH: Final = 180.0  # seconds; a match without news for longer is over, slow, or served by another process


@dataclass(frozen=True, slots=True)
class _Kept:
    seq: int
    head: str
    fold: Fold
    since: float


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
    result = _advanced(kept, _rows(match, kept.seq)) if kept is not None and kept.seq < match.seq else None
    if result is None:
        result = fold(to_event(row) for row in _rows(match, 1))
    remember(match, result)
    return result


def folds_of(matches: Sequence[Match]) -> list[Fold]:
    """The folds of several matches, as `fold_of` gives them: one query for the news of all their logs."""
    with _lock:
        known = {match.pk: _kept.get(match.pk) for match in matches}
    found, behind, wanted = {}, [], Q()
    for match in matches:
        kept = known[match.pk]
        if match.seq == 0 or (kept is not None and kept.seq == match.seq and kept.head == match.head):
            found[match.pk] = kept.fold if match.seq and kept is not None else Fold()
            continue
        first = kept.seq if kept is not None and kept.seq < match.seq else 1
        behind.append((match, kept if first > 1 else None))
        wanted |= Q(match=match.pk, seq__gte=first, seq__lte=match.seq)
    logs = defaultdict(list)
    for row in MatchEvent.objects.filter(wanted).order_by("match_id", "seq") if behind else ():
        logs[row.match_id].append(row)
    for match, kept in behind:
        rows = logs[match.pk]
        result = None if kept is None else _advanced(kept, rows)
        if result is None:  # nothing was kept, or the log did not go on from there
            result = fold(to_event(row) for row in (rows if kept is None else _rows(match, 1)))
        found[match.pk] = result
        remember(match, result)
    return [found[match.pk] for match in matches]


def round_of(match: Match) -> Round:
    """The round in play, or the last one. Raises LookupError where nothing was dealt."""
    played = fold_of(match).round
    if played is None:
        raise LookupError(f"nothing was dealt at {match.slug} yet")
    return played


def remember(match: Match, result: Fold) -> None:
    """Keep the fold of a match as it stands at `match.seq`; those without news for long make room."""
    now = time.monotonic()
    with _lock:
        _kept[match.pk] = _Kept(match.seq, match.head, result, now)
        _kept.move_to_end(match.pk)
        while len(_kept) > KEPT or next(iter(_kept.values())).since < now - FRESH:
            _kept.popitem(last=False)


def forget_all() -> None:
    """Empty the cache (for tests that measure, and for memory)."""
    with _lock:
        _kept.clear()


def events_of(match: Match) -> list[Event]:
    """The whole log of a match up to `match.seq`, as values."""
    return [to_event(row) for row in _rows(match, 1)]


def _advanced(kept: _Kept, rows: list[MatchEvent]) -> Fold | None:
    """The kept fold with what came after it; None if the log did not go on from there (a rolled-back change)."""
    if not rows or rows[0].seq != kept.seq or rows[0].hash != kept.head:
        return None
    return fold((to_event(row) for row in rows[1:]), kept.fold)


def _rows(match: Match, first: int) -> list[MatchEvent]:
    return list(MatchEvent.objects.filter(match=match, seq__gte=first, seq__lte=match.seq).order_by("seq"))


def to_event(row: MatchEvent) -> Event:
    """A stored event as a value."""
    return Event(row.seq, row.round, row.kind, row.seat, row.action, row.by, row.at_ms, row.data)
