"""Knock-out rounds: who goes on from a pod, who is out, how far everybody came. Read from the parts alone.

`advance` of each pod go on, but one at least stays behind if two or more sit there. Only those who played to the end go
on. Whoever does not come through a round loses a life, and without a life they are out. An absence, a forfeit, a round
missed (late, withdrawn) are failures; a bye and a voided table are not. Nobody moves up for one who withdraws after
going on: what the page said when the table ended stays true.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from . import pods
from .base import SMALLEST_POD, Event, Outcome, Part, Settings
from .order import by_lot, ordered, ranked
from .sheet import Sheet

FINAL: Final = "final"
MAIN: Final = "main"
SEMI_FINAL: Final = "semi-final"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the knock-out is."""

    lives: Mapping[int, int]  # left to each who takes part; 0: out
    survived: Mapping[int, int]  # rounds come through
    final: tuple[Part, ...] = ()  # of the final, once it has been played
    rounds: int = 0  # knock-out rounds with a part in them

    def still_in(self, event: Event) -> frozenset[int]:
        """Those who can be drawn again: not out, not withdrawn, the final not played."""
        if self.final:
            return frozenset()
        return frozenset(entrant.id for entrant in event.entrants if entrant.active and self.lives.get(entrant.id))

    def tiers(self, event: Event) -> dict[int, int]:
        """How far each came: rounds come through, one more if still in; above them the finalists in their order."""
        still_in = self.still_in(event)
        tiers = {entrant: rounds + (entrant in still_in) for entrant, rounds in self.survived.items()}
        for part in self.final:
            tiers[part.entrant] = self.rounds + 1 + _behind(part, self.final)
        return tiers


def progress(event: Event, first: int, entrants: Collection[int], lives: int) -> Progress:
    """Read the knock-out that began with round `first` among `entrants`, each with so many lives."""
    left = dict.fromkeys(entrants, lives)
    survived = dict.fromkeys(entrants, 0)
    rounds: defaultdict[int, list[Part]] = defaultdict(list)
    for part in event.parts:
        if part.round >= first:
            rounds[part.round].append(part)
    final: tuple[Part, ...] = ()
    for number in sorted(rounds):
        parts = rounds[number]
        if parts[0].stage == FINAL and not any(part.void or part.outcome is None for part in parts):
            final = tuple(part for part in parts if left.get(part.entrant))
            continue
        through, failed = _judge(event, parts, left)
        for entrant in through:
            survived[entrant] += 1
        for entrant in failed:
            left[entrant] -= 1
            survived[entrant] += left[entrant] > 0
    return Progress(left, survived, final, len(rounds))


def next_round(event: Event, state: Progress) -> tuple[list[int], str] | None:
    """Who plays the next round, best first, and its stage (final or main); None: nothing is left to be played.

    The final comes when those still in fit one table and have no life to spare, or only two are left.
    """
    inside = state.still_in(event)
    if len(inside) < SMALLEST_POD:
        return None
    players = [entrant for entrant in ranked(event) if entrant in inside]
    spare = len(players) > SMALLEST_POD and any(state.lives[player] > 1 for player in players)
    return players, FINAL if fits(event.settings, len(players)) and not spare else MAIN


def fits(settings: Settings, players: int) -> bool:
    """Whether so many make up one table."""
    tables = pods.sizes(players, settings.pod_size, settings.pod_max, settings.fill)
    return len(tables) == 1 and tables[0] >= players


def rounds_needed(settings: Settings, players: int) -> int:
    """How many rounds it takes with one life, the final counted. 0 for fewer than two."""
    if players < SMALLEST_POD:
        return 0
    rounds = 1
    while not fits(settings, players):
        tables = pods.sizes(players, settings.pod_size, settings.pod_max, settings.fill)
        people = pods.people_at(tables, players) if settings.fill else tables
        players += sum(going_on(settings.advance, size) - size for size in people)
        rounds += 1
    return rounds


def going_on(advance: int, people: int) -> int:
    """How many go on from a pod of so many people."""
    return max(1, min(advance, people - 1))


def _judge(event: Event, parts: Sequence[Part], left: Mapping[int, int]) -> tuple[set[int], set[int]]:
    """(who came through the round, who did not) of those who were in; neither while their table plays."""
    inside = {entrant for entrant, lives in left.items() if lives}
    through = {part.entrant for part in parts if part.void or part.outcome is Outcome.BYE}
    undecided: set[int] = set()
    tables: defaultdict[int, list[Part]] = defaultdict(list)
    for part in parts:
        if part.pod is not None and not part.void:
            tables[part.pod].append(part)

    @cache
    def so_far() -> Sheet:
        return Sheet(replace(event, parts=tuple(part for part in event.parts if part.round <= parts[0].round)))

    for table in tables.values():
        if any(part.outcome is None for part in table):
            undecided |= {part.entrant for part in table}
        else:
            through |= _winners(table, event.settings.advance, so_far)
    return inside & through, inside - through - undecided


def _winners(table: Sequence[Part], advance: int, so_far: Callable[[], Sheet]) -> set[int]:
    """Who goes on from a table that has ended: by place; those level at the cut by points, tie-breaks, then lot."""
    placed = {part.entrant: part.place for part in table if part.outcome is Outcome.PLAYED and part.place is not None}
    number = going_on(advance, len(table))
    if len(placed) <= number:
        return set(placed)
    cut = sorted(placed.values())[number - 1]
    ahead = {entrant for entrant, place in placed.items() if place < cut}
    level = {entrant for entrant, place in placed.items() if place == cut}
    if len(ahead) + len(level) > number:
        sheet = so_far()
        return ahead | set(by_lot(ordered(sheet, among=level), sheet.event.seed)[: number - len(ahead)])
    return ahead | level


def _behind(part: Part, final: Collection[Part]) -> int:
    """How many of the final finished behind this one; those who did not play on to the end are behind all who did."""

    def rank(each: Part) -> float:
        return each.place if each.outcome is Outcome.PLAYED and each.place is not None else float("inf")

    return sum(rank(other) > rank(part) for other in final)


def elimination_progress(event: Event) -> Progress:
    """Elimination: everybody is in it from the first round on."""
    return progress(event, 1, [entrant.id for entrant in event.entrants], event.settings.lives)


def final_progress(event: Event) -> Progress | None:
    """Swiss then final: those drawn in the first round after the cut are in it; None before that."""
    first = event.settings.rounds + 1
    made_it = [part.entrant for part in event.parts if part.round == first]
    return progress(event, first, made_it, lives=1) if made_it else None


def elimination_tiers(event: Event) -> dict[int, int]:
    """How far each came in an elimination."""
    return elimination_progress(event).tiers(event)


def final_tiers(event: Event) -> dict[int, int]:
    """How far each came who made the cut, from 1; empty before it."""
    state = final_progress(event)
    return {entrant: tier + 1 for entrant, tier in state.tiers(event).items()} if state else {}
