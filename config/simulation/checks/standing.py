"""Points, places and seats of the whole event."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from config.simulation.checks.facts import Facts
from tournaments.formats.base import Event, Outcome, Part
from tournaments.formats.scoring import points_of
from tournaments.formats.standings import standings

BY_RESULT = ("elimination", "swiss_final")  # formats with tables that results alone make up
MEAN = 50  # points that a table gives on average to those who played to its end


def places(facts: Facts) -> Iterator[str]:
    """Standings from the places that the games give are the places stored."""
    stored = {entry.pk: entry.place for entry in facts.entries if entry.place is not None}
    lines = standings(_from_games(facts))
    worked_out = {line.entrant: line.place for line in lines}
    if stored != worked_out:
        differ = sorted(entry for entry in stored | worked_out if stored.get(entry) != worked_out.get(entry))
        yield f"the places of entries {differ} are stored as others than the games give"
    for at, line in enumerate(lines, 1):
        shared = line.place != at
        if shared and line.place != lines[at - 2].place:
            yield f"line {at} of the standings has place {line.place}"


def _from_games(facts: Facts) -> Event:
    """The event with every place taken from the game's own result."""
    given = {
        (row.number, pod.number, seat.index): seat.place
        for row in facts.rounds
        for pod in row.pods.all()
        if pod.event_key in facts.results
        for seat in facts.results[pod.event_key].seats
    }
    parts = tuple(
        part
        if part.pod is None or part.void
        else replace(part, place=given.get((part.round, part.pod, part.seat or 0)))
        for part in facts.event.parts
    )
    return replace(facts.event, parts=parts)


def points(facts: Facts) -> Iterator[str]:
    """Those who played a table to its end share 50 each; one alone has 100; nobody else at it has anything."""
    scores = points_of(facts.event)
    groups: defaultdict[tuple[int, int | None], list[Part]] = defaultdict(list)
    for part in facts.event.parts:
        if part.pod is not None and not part.void:
            groups[part.round, part.seat if facts.plan.duplicate else part.pod].append(part)
    for (number, at), parts in groups.items():
        played = [part for part in parts if part.outcome is Outcome.PLAYED]
        got = sum((_without_bonus(scores, part) for part in parts), Fraction(0))
        due = 100 if len(played) == 1 else MEAN * len(played)
        if got != due and not (facts.plan.duplicate and len(played) == 1):
            yield f"round {number}, {'seat' if facts.plan.duplicate else 'table'} {at}: {got} points, not {due}"


def _without_bonus(scores: dict[tuple[int, int], object], part: Part) -> Fraction:
    score = scores[part.entrant, part.round]
    return score.points - score.bonus  # type: ignore[attr-defined]


def seats(facts: Facts) -> Iterator[str]:
    """How often somebody had each seat differs by one at most; by two where that cannot always be had.

    It cannot where tables are not alike, and where results alone decide who meets: three at a final may all have had
    the same two seats before.
    """
    alike = len({part.size for part in facts.event.parts if part.pod is not None}) == 1
    allowed = 1 if alike and facts.calm and facts.plan.format not in BY_RESULT else 2
    for entry, spread in spreads(facts).items():
        if spread > allowed:
            yield f"entry {entry} had one seat {spread} times more often than another"


def spreads(facts: Facts) -> dict[int, int]:
    """Entry -> how much more often it had one seat than another, of those that all its tables had."""
    taken: defaultdict[int, list[Part]] = defaultdict(list)
    for part in facts.event.parts:
        if part.pod is not None:
            taken[part.entrant].append(part)
    found = {}
    for entrant, parts in taken.items():
        times = Counter(part.seat for part in parts)
        counts = [times[seat] for seat in range(min(part.size for part in parts))]
        found[entrant] = max(counts) - min(counts)
    return found
