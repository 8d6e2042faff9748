"""Arena: a time box. Whoever waits is seated as soon as there are enough for a table; points of all tables add up."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from . import pods
from .base import SMALLEST_POD, Draw, Entrant, Event, Settings
from .checks import shared_problems
from .history import Past, read
from .pairing import draw_pods
from .standings import ranking

PATIENCE: Final = 60.0  # seconds after which fewer than a whole pod are seated
REMATCH_PATIENCE: Final = 20.0  # seconds that the people of one table wait for others before they play again at once


class Arena:
    """Waves of pods, drawn again and again from those who wait."""

    name = "arena"
    timed = True

    def problems(self, settings: Settings) -> dict[str, str]:
        """What is wrong with the settings; empty when right."""
        return shared_problems(settings, self.name, "minutes")

    def planned_rounds(self, _settings: Settings, _entrants: int) -> int | None:
        """Nobody knows how many waves there will be."""
        return None

    def draw(self, event: Event) -> Draw | None:
        """The pods of those who wait; None while there is nobody to seat yet.

        A whole pod is seated at once, and with it everybody who waits. Fewer (two at least) are seated when one of them
        has waited for PATIENCE seconds or nobody is at a table who could join them. While others play, people whose
        last table was one and the same wait up to REMATCH_PATIENCE for somebody else.
        """
        waiting = [entrant for entrant in event.entrants if entrant.active and entrant.waiting is not None]
        if len(waiting) < SMALLEST_POD:
            return None
        alone = not _others_play(event, waiting)
        longest = max(entrant.waiting or 0 for entrant in waiting)
        if len(waiting) < event.settings.pod_size and not alone and longest < PATIENCE:
            return None
        seated = {entrant.id for entrant in _with_seats(event.settings, waiting)}
        draw = draw_pods(event, [entrant for entrant in ranking(event) if entrant in seated])
        return draw if alone else _without_rematches(event, draw)

    def still_in(self, event: Event) -> frozenset[int]:
        """Everybody who is not withdrawn or pausing."""
        return frozenset(entrant.id for entrant in event.entrants if entrant.active)

    def tiers(self, _event: Event) -> Mapping[int, int]:
        """Only points count."""
        return {}


def _others_play(event: Event, waiting: Collection[Entrant]) -> bool:
    """Whether somebody is at a table who will wait again after it."""
    here = {entrant.id for entrant in waiting}
    coming = {entrant.id for entrant in event.entrants if entrant.active} - here
    return any(part.outcome is None and not part.void and part.entrant in coming for part in event.parts)


def _with_seats(settings: Settings, waiting: list[Entrant]) -> list[Entrant]:
    """Those for whom there is a seat: all, but for who came last when tables have two and the number is odd."""
    tables = pods.sizes(len(waiting), settings.pod_size, settings.pod_max, settings.fill)
    longest_first = sorted(waiting, key=lambda entrant: (-(entrant.waiting or 0), entrant.number))
    return longest_first[: sum(tables)]


def _without_rematches(event: Event, draw: Draw) -> Draw | None:
    """The draw without pods whose people come from one table and can still wait for others; None if none is left."""
    pasts = read(event)
    waited = {entrant.id: entrant.waiting or 0 for entrant in event.entrants}
    kept = tuple(
        pod
        for pod in draw.pods
        if not _is_rematch(pasts, pod.people) or max(waited[entrant] for entrant in pod.people) >= REMATCH_PATIENCE
    )
    if not kept:
        return None
    return replace(draw, pods=kept, cost={term: sum(pod.cost.get(term, 0) for pod in kept) for term in draw.cost})


def _is_rematch(pasts: Mapping[int, Past], people: tuple[int, ...]) -> bool:
    first, *others = people
    return all(pasts[first].met_at_last_table(other, pasts[other]) for other in others)
