"""Swiss in pods: everybody plays every round, in pods of people with like scores."""

from collections.abc import Mapping

from .base import SMALLEST_POD, Draw, Event, Settings
from .checks import shared_problems
from .history import before
from .pairing import draw_pods
from .standings import ranking


class SwissPods:
    """`rounds` rounds for all who are not withdrawn; head-to-head where tables have two seats."""

    name = "swiss_pods"
    timed = False

    def problems(self, settings: Settings) -> dict[str, str]:
        """What is wrong with the settings; empty when right."""
        return shared_problems(settings, self.name, "rounds")

    def planned_rounds(self, settings: Settings, _entrants: int) -> int | None:
        """As many as the organiser set."""
        return settings.rounds

    def draw(self, event: Event) -> Draw | None:
        """The next round; None after the last one or when fewer than two are left."""
        here = {entrant.id for entrant in event.entrants if entrant.active and entrant.first_round <= event.round}
        if event.round > event.settings.rounds or len(here) < SMALLEST_POD:
            return None
        event = before(event)
        return draw_pods(event, [entrant for entrant in ranking(event) if entrant in here])

    def still_in(self, event: Event) -> frozenset[int]:
        """Everybody who is not withdrawn."""
        return frozenset(entrant.id for entrant in event.entrants if entrant.active)

    def tiers(self, _event: Event) -> Mapping[int, int]:
        """Only points count."""
        return {}
