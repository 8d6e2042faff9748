"""The standings: the one order that pages, draws, prizes and exports read.

Withdrawn entrants are ranked by what they have, like anybody.
"""

from collections.abc import Mapping
from fractions import Fraction

from .base import Event, Standing
from .knockout import elimination_tiers, final_tiers
from .order import Values, ordered, ranked
from .sheet import Sheet
from .tiebreaks import TIEBREAKS

TIERS = {"elimination": elimination_tiers, "swiss_final": final_tiers}  # formats where more than points counts


def standings(event: Event) -> list[Standing]:
    """Every entrant, best first: by tier, points, the tie-breaks in order. A full tie shares the place (1, 2, 2, 4).

    Head-to-head has a value where it was asked: among those level on all that comes before it. The order of `parts`
    does not matter; level ones stand in the order of entry. Raises KeyError for an unknown scoring or tie-break.
    """
    sheet = Sheet(event)
    tiers = _tiers(event)
    asked: Values = {}
    lines: list[Standing] = []
    for group in ordered(sheet, tiers, asked):
        place = len(lines) + 1
        lines += [_line(sheet, entrant, place, tiers.get(entrant, 0), asked) for entrant in group]
    return lines


def ranking(event: Event) -> list[int]:
    """All entrants in the order of the standings, those still level by the lot of the seed. For draws and cuts only."""
    return ranked(event, _tiers(event))


def _tiers(event: Event) -> Mapping[int, int]:
    tiers = TIERS.get(event.settings.format)
    return tiers(event) if tiers else {}


def _line(sheet: Sheet, entrant: int, place: int, tier: int, asked: Values) -> Standing:
    values: dict[str, Fraction | None] = {}
    for name in sheet.event.settings.tiebreaks:
        if (entrant, name) in asked or name == "head_to_head":
            values[name] = asked.get((entrant, name))
        else:
            values[name] = TIEBREAKS[name](sheet, entrant, (entrant,))
    return Standing(entrant, place, sheet.points[entrant], sheet.scores[entrant], values, tier)
