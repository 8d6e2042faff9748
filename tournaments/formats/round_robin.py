"""Round robin: everybody with everybody, equally often as far as possible, for up to ten entrants."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from . import pods
from .base import SMALLEST_POD, Draw, Event, Outcome, Settings
from .blocks import Search, design, rounds_of
from .checks import shared_problems
from .groups import draw_groups
from .history import before, read
from .lots import lot, rng

MOST: Final = 10  # entrants for whom balanced blocks are known; more can be drawn, but rounds become many


class RoundRobin:
    """The blocks are fixed at the start. When somebody withdraws or enters late, the rounds left are planned anew."""

    name = "round_robin"
    timed = False

    def problems(self, settings: Settings) -> dict[str, str]:
        """What is wrong with the settings; empty when right."""
        return shared_problems(settings, self.name)

    def planned_rounds(self, settings: Settings, entrants: int) -> int | None:
        """Head-to-head: one less than an even number of entrants, as many as an odd one. Pods: see `blocks.ROUNDS`."""
        return rounds_of(_people(settings, entrants), entrants) if entrants >= SMALLEST_POD else 0

    def draw(self, event: Event) -> Draw | None:
        """The next round; None after the last or with fewer than two active entrants.

        The number of rounds is that of the entrants of the first round, whoever comes or goes.
        """
        event = before(event)
        active = [entrant.id for entrant in event.entrants if entrant.active]
        field = _starters(event) or active
        if len(active) < SMALLEST_POD or event.round > (self.planned_rounds(event.settings, len(field)) or 0):
            return None
        blocks = _as_designed(event, field) if set(active) == set(field) else None
        return draw_groups(event, active, blocks or self._anew(event, active))

    def still_in(self, event: Event) -> frozenset[int]:
        """Everybody who is not withdrawn."""
        return frozenset(entrant.id for entrant in event.entrants if entrant.active)

    def tiers(self, _event: Event) -> Mapping[int, int]:
        """Only points count."""
        return {}

    def _anew(self, event: Event, active: Sequence[int]) -> list[list[int]]:
        """The next round of a plan for those active now, which evens out who has met whom."""
        order, pasts = sorted(active), read(event)
        met = [[pasts[one].met.get(other, 0) for other in order] for one in order]
        left = (self.planned_rounds(event.settings, len(_starters(event) or active)) or 0) - event.round + 1
        people = _people(event.settings, len(order))
        plan = Search(people, met, left).run(rng(event.seed, "blocks", event.round))
        return [[order[slot] for slot in pod] for pod in plan[0]]


def _people(settings: Settings, players: int) -> tuple[int, ...]:
    """How many sit in each pod. Head-to-head means pairs, whatever the tables would allow: an odd one has a bye."""
    largest = min(settings.pod_max, 2) if settings.pod_size == 2 else settings.pod_max
    tables = pods.sizes(players, settings.pod_size, largest, settings.fill)
    return tuple(pods.people_at(tables, players)) if settings.fill else tuple(tables)


def _starters(event: Event) -> list[int]:
    """The entrants of the first round."""
    return sorted(part.entrant for part in event.parts if part.round == 1 and part.outcome is not Outcome.LATE)


def _as_designed(event: Event, field: Collection[int]) -> list[list[int]] | None:
    """The blocks of the next round, if all rounds so far were those of the design; else None."""
    slots = sorted(field, key=lambda entrant: (lot(event.seed, entrant), entrant))
    rounds = design(_people(event.settings, len(slots)), len(slots))
    for number in range(1, event.round):
        drawn: dict[int, set[int]] = {}
        for part in event.parts:
            if part.round == number and part.pod is not None:
                drawn.setdefault(part.pod, set()).add(part.entrant)
        planned = {frozenset(slots[slot] for slot in pod) for pod in rounds[number - 1]}
        if {frozenset(pod) for pod in drawn.values() if len(pod) > 1} != planned:  # alone with a house bot: a bye
            return None
    return [[slots[slot] for slot in pod] for pod in rounds[event.round - 1]]
