"""How long the parts of a simulated event took, from its rows."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from config.simulation.checks import Facts
from tournaments.models import Round


@dataclass(frozen=True, slots=True)
class RoundTimes:
    """One round, in seconds. `gap`: from the end of the last table before to the first one open; None for the first."""

    number: int
    tables: int
    moves: int
    gap: float | None
    opening: float  # from the first table open to the last
    playing: float  # from the first table open to the end of the last

    @property
    def text(self) -> str:
        """One line."""
        gap = "      " if self.gap is None else f"{self.gap:6.2f}"
        return f"{self.number:5} {self.tables:7} {self.moves:6} {gap} {self.opening:8.2f} {self.playing:8.2f}"


HEADER = "round  tables  moves    gap  opening  playing   (seconds; gap: last table ended to next one open)"


def rounds(facts: Facts) -> Iterator[RoundTimes]:
    """Of each round; the waves of an arena overlap, and have none."""
    if facts.plan.timed:
        return
    ended: datetime | None = None
    for row in facts.rounds:
        times, ended = _times(facts, row, ended)
        if times is not None:
            yield times


def _times(facts: Facts, row: Round, before: datetime | None) -> tuple[RoundTimes | None, datetime | None]:
    matches = [facts.matches[pod.event_key] for pod in row.pods.all() if pod.event_key in facts.matches]
    opened = sorted(match.created_at for match in matches)
    ended = max((match.ended_at for match in matches if match.ended_at is not None), default=None)
    if not opened or ended is None:
        return None, before
    gap = None if before is None else (opened[0] - before).total_seconds()
    return RoundTimes(
        row.number, len(matches), sum(facts.moves.get(match.pk, 0) for match in matches), gap,
        (opened[-1] - opened[0]).total_seconds(), (ended - opened[0]).total_seconds(),
    ), ended  # fmt: skip
