"""A draw from groups that are already made up: seats, costs, byes. For formats that pick their pods themselves."""

from collections.abc import Sequence

from .base import Draw, Event
from .cost import TERMS, Costs
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
    lots = rng(event.seed, "seats", stage, event.round)
    drawn = []
    for group in groups:
        pod = sorted(index[player] for player in group)
        lots.shuffle(pod)
        drawn.append(costs.seated(pod, fullest or len(pod)))
    cost = {term: sum(pod.cost[term] for pod in drawn) for term in TERMS}
    return Draw(event.round, tuple(drawn), tuple(left), stage, cost)
