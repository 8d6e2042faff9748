"""A draw from groups that are already made up: seats, costs, byes. For formats that pick their pods themselves."""

from collections.abc import Sequence
from itertools import combinations

from .base import Draw, Event, PodDraw
from .cost import SCALE, TERMS, Costs
from .history import read
from .lots import rng


def draw_groups(event: Event, players: Sequence[int], groups: Sequence[Sequence[int]], stage: str = "main") -> Draw:
    """Seat each group where its people sat least. Who is in no group has a bye; if bots fill, a table with one of them.

    `players`: all who are in the round. The cost has no spread: scores had no part in making up the groups.
    """
    seated = {player for group in groups for player in group}
    left = [player for player in players if player not in seated]
    if event.settings.fill:
        groups, left = [*groups, *([player] for player in left)], []
    people = [len(group) for group in groups]
    fullest = max([*people, 2]) if event.settings.fill else 0
    at_tables = [player for player in players if player not in left]
    costs = Costs(event, at_tables, {}, read(event), people, event.settings.fill)
    index = {player: at for at, player in enumerate(at_tables)}
    drawn = []
    for number, group in enumerate(groups, 1):
        pod = sorted(index[player] for player in group)
        rng(event.seed, "seats", stage, event.round, number).shuffle(pod)
        drawn.append(_seated(costs, pod, fullest or len(pod)))
    sums = {term: sum(pod.cost[term] for pod in drawn) for term in (drawn[0].cost if drawn else ())}
    return Draw(event.round, tuple(drawn), tuple(left), stage, sums)


def _seated(costs: Costs, pod: Sequence[int], seats: int) -> PodDraw:
    met = []
    again = 0
    for one, other in combinations(sorted(pod, key=lambda at: costs.players[at]), 2):
        past, theirs = costs.pasts[one], costs.pasts[other]
        if times := past.met.get(costs.players[other], 0):
            met.append((costs.players[one], costs.players[other], times))
            again += past.met_at_last_table(costs.players[other], theirs)
    cost = {
        "repeats": float(TERMS["repeats"].weight * sum(times * times for _, _, times in met)),
        "consecutive": float(TERMS["consecutive"].weight * again),
        "seats": costs.seats(pod, seats) / SCALE,
        "odd_pod": costs.odd(pod) / SCALE,
    }
    order = costs.seating.arrange(pod, seats)
    return PodDraw(tuple(None if at is None else costs.players[at] for at in order), cost, tuple(met))
