"""Swiss, then a final: rounds of Swiss pods, a cut to the best, knock-out rounds (the semi-finals), a final table."""

from collections.abc import Mapping

from .base import SMALLEST_POD, Draw, Event, Settings
from .checks import shared_problems
from .history import before
from .knockout import FINAL, SEMI_FINAL, final_progress, final_tiers, fits, next_round, rounds_needed
from .pairing import draw_pods
from .seeded import draw_seeded
from .standings import ranking


class SwissFinal:
    """`rounds` of Swiss; the best `cut` go on, `advance` of each semi-final, until those left fit one table."""

    name = "swiss_final"
    timed = False

    def problems(self, settings: Settings) -> dict[str, str]:
        """What is wrong with the settings; empty when right."""
        return shared_problems(settings, self.name, "rounds", "cut", "advance")

    def planned_rounds(self, settings: Settings, entrants: int) -> int | None:
        """The rounds of Swiss and those after the cut, if nobody withdraws."""
        return settings.rounds + rounds_needed(settings, min(settings.cut, entrants))

    def draw(self, event: Event) -> Draw | None:
        """The next round; None when the final has been played or fewer than two can play.

        The cut is made among those who are not withdrawn, by the standings and then by lot. While the first round after
        it has not begun, a withdrawal lets the next one in; from then on nobody moves up.
        """
        event = before(event)
        order = [entrant for entrant in ranking(event) if entrant in self.still_in(event)]
        if event.round <= event.settings.rounds:
            return draw_pods(event, order) if len(order) >= SMALLEST_POD else None
        if state := final_progress(event):
            upcoming = next_round(event, state)
            if not upcoming:
                return None
            players, stage = upcoming
        else:
            players = order[: event.settings.cut]
            if len(players) < SMALLEST_POD:
                return None
            stage = FINAL if fits(event.settings, len(players)) else SEMI_FINAL
        return draw_seeded(event, players, FINAL if stage == FINAL else SEMI_FINAL)

    def still_in(self, event: Event) -> frozenset[int]:
        """Before the cut everybody who is not withdrawn; after it those of the cut who are not out."""
        if state := final_progress(event):
            return state.still_in(event)
        return frozenset(entrant.id for entrant in event.entrants if entrant.active)

    def tiers(self, event: Event) -> Mapping[int, int]:
        """0 for those who missed the cut; then rounds survived; above them the finalists in the order of the final."""
        return final_tiers(event)
