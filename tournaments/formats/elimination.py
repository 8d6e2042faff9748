"""Elimination: some of each pod go on until those left fit one table, the final. Two lives forgive one failure."""

from collections.abc import Mapping

from .base import Draw, Event, Settings
from .checks import shared_problems
from .history import before
from .knockout import elimination_progress, elimination_tiers, next_round, rounds_needed
from .seeded import draw_seeded


class Elimination:
    """Rounds of pods from which `advance` go on, then a final table whose places are the first of the standings."""

    name = "elimination"
    timed = False

    def problems(self, settings: Settings) -> dict[str, str]:
        """What is wrong with the settings; empty when right."""
        return shared_problems(settings, self.name, "advance", "lives")

    def planned_rounds(self, settings: Settings, entrants: int) -> int | None:
        """How many rounds it takes if nobody withdraws; None with two lives: it depends on who fails."""
        return rounds_needed(settings, entrants) if settings.lives == 1 else None

    def draw(self, event: Event) -> Draw | None:
        """The next round, the last one at stage `final`; None when that has been played or fewer than two are left."""
        event = before(event)
        upcoming = next_round(event, elimination_progress(event))
        return draw_seeded(event, *upcoming) if upcoming else None

    def still_in(self, event: Event) -> frozenset[int]:
        """Those who are not out and not withdrawn; nobody once the final has been played."""
        return elimination_progress(event).still_in(event)

    def tiers(self, event: Event) -> Mapping[int, int]:
        """Rounds survived; above them the finalists in the order of the final."""
        return elimination_tiers(event)
