"""Points of a round, from places. Every preset is a function of place and number of people; all points are Fractions.

Who counts: house bots and everybody who did not play to the end (absent, forfeit, replaced by a bot) are struck out,
and the people left close up. Level ones share the mean of the places they take together.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import Final

from .base import Event, Outcome, Part, Score
from .texts import gettext_noop

FULL: Final = Fraction(100)  # a bye; nobody else left at the table
HALF: Final = Fraction(50)  # a voided table; the first round missed by entering late
NOTHING: Final = Fraction(0)
STREAK: Final = 2  # wins in a row after which the next ones earn a bonus
STREAK_BONUS: Final = Fraction(50)

SAT: Final = frozenset({Outcome.PLAYED, Outcome.FORFEIT, Outcome.BOT})

Scoring = Callable[[int, int, int], Fraction]
"""(place from 1, people from 2, pod size that the event aims at) -> points."""
Key = tuple[int, int]  # (entrant, round)


def places(place: int, people: int, _target: int) -> Fraction:
    """100 for the first, 0 for the last, even steps between. The mean is 50 in a pod of any size."""
    return Fraction(100 * (people - place), people - 1)


def wins(place: int, people: int, target: int) -> Fraction:
    """100 for winning a pod of the size aimed at, more in a larger and less in a smaller one: the mean is the same."""
    return Fraction(100 * people, target) if place == 1 else NOTHING


def winner(place: int, people: int, target: int) -> Fraction:
    """Half by places, half by wins."""
    return (places(place, people, target) + wins(place, people, target)) / 2


def even(place: int, people: int, target: int) -> Fraction:
    """By places, with the steps drawn together in small pods and apart in large ones, so that all spread alike.

    Points of `places` have the variance 10000 (people + 1) / (12 (people - 1)); here it is that of the target size. The
    factor is rounded to a millionth, so that points stay fractions.
    """
    factor = Fraction((target + 1) * (people - 1), (target - 1) * (people + 1))
    root = Fraction(isqrt(factor.numerator * 10**12 // factor.denominator), 10**6)
    return HALF + (places(place, people, target) - HALF) * root


SCORINGS: Final[Mapping[str, Scoring]] = {"places": places, "winner": winner, "wins": wins, "even": even}

# Name -> what players read of it.
FORMULAS: Final[Mapping[str, str]] = {
    "places": gettext_noop("100 points for the first of a table, 0 for the last, evenly in between; ties share."),
    "winner": gettext_noop("Half by place, half for winning; ties share."),
    "wins": gettext_noop("Only the first of a table scores, the more the larger the table."),
    "even": gettext_noop("By place, with as much at stake at a small table as at a large one; ties share."),
}


@lru_cache(maxsize=4096)
def shared(scoring: Scoring, better: int, level: int, people: int, target: int) -> Fraction:
    """Points of each of `level` people behind `better` others, among `people`: the mean of the places they take."""
    if people == 1:
        return FULL
    return sum((scoring(better + at, people, target) for at in range(1, level + 1)), NOTHING) / level


def points_of(event: Event, scoring: Scoring | None = None) -> dict[Key, Score]:
    """What each round brought each entrant who had a part in it. `scoring` overrides the one of the settings.

    A bye is 100, a voided table 50, the first round missed by entering late 50 and further ones 0; absent, forfeit and
    bot are 0, and so is a round still being played (its Score has no place). Raises KeyError for an unknown scoring.
    """
    preset = scoring or SCORINGS[event.settings.scoring]
    groups = compared(event, {Outcome.PLAYED})
    first_missed = _first_missed(event.parts)
    scores = {}
    for part in event.parts:
        key = (part.entrant, part.round)
        group = groups.get(key)
        if group is None:
            scores[key] = Score(part.round, part.outcome, _unplaced(part, first_missed), void=part.void)
        else:
            better, level = standing_in(part, group)
            target = len(group) if event.settings.duplicate else event.settings.pod_size
            points = shared(preset, better, level, len(group), target)
            place = better + Fraction(level + 1, 2)
            scores[key] = Score(part.round, part.outcome, points, place, len(group))
    if event.settings.format == "arena" and event.settings.streaks:
        _add_streaks(event.parts, scores)
    return scores


def standing_in(part: Part, group: Collection[Part]) -> tuple[int, int]:
    """(how many of the group finished ahead, how many level: oneself counted)."""
    mine = [(other.place or 0) - (part.place or 0) for other in group]
    return sum(gap < 0 for gap in mine), mine.count(0)


def compared(event: Event, outcomes: Collection[Outcome]) -> dict[Key, tuple[Part, ...]]:
    """With whom each part is compared: those of the same table, oneself counted, whose outcome is one of `outcomes`.

    In a duplicate event: those who held the same seat at any table of the round; the table where nobody else did.
    Tables still in play (duplicate: rounds), voided ones and parts without a table have no entry.
    """
    duplicate = event.settings.duplicate
    tabled = [part for part in event.parts if part.pod is not None and not part.void]
    busy = {_where(part, duplicate) for part in tabled if part.outcome is None}
    tables: defaultdict[tuple[int, int | None], list[Part]] = defaultdict(list)
    seats: defaultdict[tuple[int, int | None], list[Part]] = defaultdict(list)
    for part in tabled:
        if part.outcome in outcomes and _where(part, duplicate) not in busy and _ranked(part):
            tables[part.round, part.pod].append(part)
            seats[part.round, part.seat].append(part)
    groups = {}
    for table in tables.values():
        for part in table:
            holders = seats[part.round, part.seat]
            group = holders if duplicate and len(holders) > 1 else table
            groups[part.entrant, part.round] = tuple(group)
    return groups


def _ranked(part: Part) -> bool:
    return part.place is not None or part.outcome is not Outcome.PLAYED


def _where(part: Part, duplicate: bool) -> tuple[int, int | None]:
    return part.round, None if duplicate else part.pod


def _first_missed(parts: Collection[Part]) -> dict[int, int]:
    first: dict[int, int] = {}
    for part in parts:
        if part.outcome is Outcome.LATE:
            first[part.entrant] = min(part.round, first.get(part.entrant, part.round))
    return first


def _unplaced(part: Part, first_missed: Mapping[int, int]) -> Fraction:
    if part.void:
        return HALF
    if part.outcome is Outcome.BYE:
        return FULL
    if part.outcome is Outcome.LATE and part.round == first_missed[part.entrant]:
        return HALF
    return NOTHING


def _add_streaks(parts: Collection[Part], scores: dict[Key, Score]) -> None:
    """Arena: a win alone against at least one other, after STREAK such wins in a row, earns STREAK_BONUS.

    Tables are taken in the order in which they ended. Byes, voided tables and tables won with nobody to beat neither
    lengthen a streak nor break it; whatever else is not a win breaks it.
    """
    running: defaultdict[int, int] = defaultdict(int)
    for part in sorted(parts, key=lambda part: (part.ended, part.round)):
        key = (part.entrant, part.round)
        score = scores[key]
        if part.outcome in (None, Outcome.BYE, Outcome.LATE) or part.void or score.people == 1:
            continue
        if part.outcome is Outcome.PLAYED and score.place is None:  # its table still plays
            continue
        if score.place != 1:
            running[part.entrant] = 0
            continue
        running[part.entrant] += 1
        if running[part.entrant] > STREAK:
            points = score.points + STREAK_BONUS
            scores[key] = Score(score.round, score.outcome, points, score.place, score.people, STREAK_BONUS)
