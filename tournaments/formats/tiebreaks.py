"""Tie-breaks: one function each. Of those level on points, the higher value comes first; None comes after any value.

A function takes the score sheet, an entrant and all those who are level up to here, the entrant among them.
"""

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from typing import Final

from .scoring import standing_in
from .sheet import Sheet
from .texts import gettext_noop

TieBreak = Callable[[Sheet, int, Collection[int]], Fraction | None]

ZERO: Final = Fraction(0)


def head_to_head(sheet: Sheet, entrant: int, tied: Collection[int]) -> Fraction | None:
    """Points in the pods that all the tied shared, so that each met each; None without such a pod or such a tie."""
    everybody = set(tied)
    if len(everybody) < 2:
        return None
    together = [
        sheet.score[entrant, score.round].points
        for score in sheet.scores[entrant]
        if score.people >= len(everybody) and everybody <= {part.entrant for part in sheet.groups[entrant, score.round]}
    ]
    return sum(together, ZERO) if together else None


def firsts(sheet: Sheet, entrant: int, _tied: Collection[int] = ()) -> Fraction:
    """How often placed first; a first place shared by k counts 1/k."""
    return _times_placed(sheet, entrant, 1)


def seconds(sheet: Sheet, entrant: int, _tied: Collection[int] = ()) -> Fraction:
    """How often placed second; where k share places of which the second is one, it counts 1/k for each."""
    return _times_placed(sheet, entrant, 2)


def opponents(sheet: Sheet, entrant: int, _tied: Collection[int] = ()) -> Fraction | None:
    """The mean over all opponents of all rounds of their points per round played, the lowest one left out.

    None where nobody is left. Rounds that either did not play (bye, absent, late, voided) are left out.
    """
    averages = sorted(
        sheet.averages[other]
        for score in sheet.scores[entrant]
        for other in sheet.opponents.get((entrant, score.round), ())
    )[1:]
    return sum(averages, ZERO) / len(averages) if averages else None


def sonneborn_berger(sheet: Sheet, entrant: int, _tied: Collection[int] = ()) -> Fraction:
    """Over rounds: (final points of those one finished ahead of + half of those level) / (people at the table - 1)."""
    total = ZERO
    for score in sheet.scores[entrant]:
        if score.people < 2:
            continue
        group = sheet.groups[entrant, score.round]
        mine = next(part.place or 0 for part in group if part.entrant == entrant)
        beaten = sum((sheet.points[part.entrant] for part in group if (part.place or 0) > mine), ZERO)
        level = (sheet.points[part.entrant] for part in group if part.place == mine and part.entrant != entrant)
        total += (beaten + sum(level, ZERO) / 2) / (score.people - 1)
    return total


def progressive(sheet: Sheet, entrant: int, _tied: Collection[int] = ()) -> Fraction:
    """The sum of the running totals after each round of the event so far."""
    return sum((score.points * (sheet.rounds - score.round + 1) for score in sheet.scores[entrant]), ZERO)


def later_seat(sheet: Sheet, entrant: int, _tied: Collection[int] = ()) -> Fraction | None:
    """The mean seat, counted from 0, at the tables where they sat down; None where they never did."""
    seats = [part.seat for part in sheet.parts.get(entrant, ()) if part.seat is not None]
    return Fraction(sum(seats), len(seats)) if seats else None


def _times_placed(sheet: Sheet, entrant: int, place: int) -> Fraction:
    total = ZERO
    for score in sheet.scores[entrant]:
        if score.place is None:
            continue
        group = sheet.groups[entrant, score.round]
        better, level = standing_in(next(part for part in group if part.entrant == entrant), group)
        if better < place <= better + level:
            total += Fraction(1, level)
    return total


TIEBREAKS: Final[Mapping[str, TieBreak]] = {
    "head_to_head": head_to_head,
    "firsts": firsts,
    "seconds": seconds,
    "opponents": opponents,
    "sonneborn_berger": sonneborn_berger,
    "progressive": progressive,
    "later_seat": later_seat,
}

NAMES: Final[Mapping[str, str]] = {
    "head_to_head": gettext_noop("Head to head"),
    "firsts": gettext_noop("Firsts"),
    "seconds": gettext_noop("Seconds"),
    "opponents": gettext_noop("Opponents’ average"),
    "sonneborn_berger": gettext_noop("Pod Sonneborn-Berger"),
    "progressive": gettext_noop("Progressive score"),
    "later_seat": gettext_noop("Later average seat"),
}

FORMULAS: Final[Mapping[str, str]] = {
    "head_to_head": gettext_noop(
        "Points from the tables that all the tied shared; only if every one of them met every other."
    ),
    "firsts": gettext_noop("How often somebody came first; a shared place counts as a fraction."),
    "seconds": gettext_noop("How often somebody came second; a shared place counts as a fraction."),
    "opponents": gettext_noop(
        "The mean of the points per round played of every opponent of every round, the lowest one left out."
    ),
    "sonneborn_berger": gettext_noop(
        "For each round: final points of those finished ahead of, plus half of those level, "
        "divided by the size of the table less one; added up."
    ),
    "progressive": gettext_noop("The running totals after each round, added up: early points weigh more."),
    "later_seat": gettext_noop("The mean seat number, counted from 0; having sat later is rated higher."),
}
