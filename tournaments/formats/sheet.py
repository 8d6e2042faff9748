"""The score sheet of an event: what standings and tie-breaks read, worked out once."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property

from .base import Event, Outcome, Part, Score
from .scoring import SAT, Key, Scoring, compared, points_of


class Sheet:
    """Points of every entrant, round by round, and who was compared with whom."""

    def __init__(self, event: Event, scoring: Scoring | None = None) -> None:
        self.event = event
        self.score: Mapping[Key, Score] = points_of(event, scoring)
        rows: dict[int, list[Score]] = {entrant.id: [] for entrant in event.entrants}
        for (entrant, _), score in sorted(self.score.items()):
            if entrant in rows:
                rows[entrant].append(score)
        self.scores = {entrant: tuple(row) for entrant, row in rows.items()}  # in the order of rounds
        self.points = {entrant: sum((score.points for score in row), Fraction(0)) for entrant, row in rows.items()}

    @cached_property
    def groups(self) -> dict[Key, tuple[Part, ...]]:
        """Those placed with one another, by each of them and round: people who played on to the end."""
        return compared(self.event, {Outcome.PLAYED})

    @cached_property
    def opponents(self) -> dict[Key, tuple[int, ...]]:
        """Whom each met in each round: the others at the table who sat down there, be it not to the end."""
        groups = compared(self.event, SAT)
        return {key: tuple(part.entrant for part in group if part.entrant != key[0]) for key, group in groups.items()}

    @cached_property
    def parts(self) -> dict[int, list[Part]]:
        """The parts at tables where they sat down and which have ended, by entrant."""
        sat: defaultdict[int, list[Part]] = defaultdict(list)
        for part in self.event.parts:
            if (part.entrant, part.round) in self.opponents:
                sat[part.entrant].append(part)
        return sat

    @cached_property
    def averages(self) -> dict[int, Fraction]:
        """Points per round played, of everybody who sat at a table. Byes, absences and rounds missed are left out."""
        return {
            entrant: sum((self.score[entrant, part.round].points for part in parts), Fraction(0)) / len(parts)
            for entrant, parts in self.parts.items()
        }

    @cached_property
    def rounds(self) -> int:
        """The last round of which there is a result."""
        return max((part.round for part in self.event.parts if part.outcome is not None), default=0)
