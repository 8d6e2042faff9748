"""Who is ahead of whom: how far they came, points, then the tie-breaks in the event's order."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Final

from .base import Event
from .lots import lot
from .sheet import Sheet
from .tiebreaks import TIEBREAKS

Values = dict[tuple[int, str], Fraction | None]  # (entrant, tie-break) -> value, as far as it was asked

NOBODY_HELD: Final[Mapping[int, int]] = {}  # tiers of events in which only points count


def ordered(
    sheet: Sheet,
    tiers: Mapping[int, int] = NOBODY_HELD,
    asked: Values | None = None,
    among: Collection[int] | None = None,
) -> list[list[int]]:
    """All entrants (or those `among`), best first, in groups of those whom nothing tells apart; in these as entered.

    A tie-break is asked only of those still level, as one group; the groups it makes go on to the next one.
    `asked` collects the values. Raises KeyError for an unknown tie-break.
    """
    numbers = {entrant.id: entrant.number for entrant in sheet.event.entrants if among is None or entrant.id in among}
    level: defaultdict[tuple[int, Fraction], list[int]] = defaultdict(list)
    for entrant in sorted(numbers, key=numbers.__getitem__):
        level[tiers.get(entrant, 0), sheet.points[entrant]].append(entrant)
    names = sheet.event.settings.tiebreaks
    values = {} if asked is None else asked
    return [group for key in sorted(level, reverse=True) for group in split(sheet, level[key], names, values)]


def split(sheet: Sheet, tied: list[int], names: Sequence[str], asked: Values) -> list[list[int]]:
    """Those level up to here, told apart by the tie-breaks of these names, one after the other."""
    if len(tied) < 2 or not names:
        return [tied]
    values = {entrant: TIEBREAKS[names[0]](sheet, entrant, tied) for entrant in tied}
    asked.update({(entrant, names[0]): value for entrant, value in values.items()})
    level: defaultdict[tuple[bool, Fraction], list[int]] = defaultdict(list)
    for entrant in tied:
        value = values[entrant]
        level[value is not None, value or Fraction(0)].append(entrant)
    return [group for key in sorted(level, reverse=True) for group in split(sheet, level[key], names[1:], asked)]


def by_lot(groups: Collection[Collection[int]], seed: str) -> list[int]:
    """One list of all, the level ones by the lot of the seed: for draws and cuts, never for a printed place."""
    return [entrant for group in groups for entrant in sorted(group, key=lambda each: (lot(seed, each), each))]


def ranked(event: Event, tiers: Mapping[int, int] = NOBODY_HELD) -> list[int]:
    """All entrants, best first, the level ones by lot."""
    return by_lot(ordered(Sheet(event), tiers), event.seed)
