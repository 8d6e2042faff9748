"""Pods of a knock-out: the best kept apart, in the way of a snake (1 4 5 8 against 2 3 6 7).

In Swiss the equals meet; here that would make it a help to have come second. Inside one row of the snake players change
places to avoid repeats, seats and pods of odd size that they had before.
"""

from collections.abc import Sequence
from itertools import combinations

from . import pods
from .base import Draw, Event
from .cost import Costs
from .groups import draw_groups
from .history import Past, read


def draw_seeded(event: Event, players: Sequence[int], stage: str = "main") -> Draw:
    """The next round of these players, best first. A bye, where the count forces one, goes to the lowest with fewest.

    The order alone decides who meets whom in the first place; the seed decides seats that are equally due.
    """
    settings = event.settings
    tables = pods.sizes(len(players), settings.pod_size, settings.pod_max, settings.fill)
    people = pods.people_at(tables, len(players)) if settings.fill else tables
    pasts = read(event)
    playing = _without_byes(players, pasts, len(players) - sum(people))
    costs = Costs(event, playing, {}, pasts, people, settings.fill)
    rows = _snake(people)
    _improve(rows, costs, tables)
    groups = [[playing[at] for row in rows for pod, at in row if pod == number] for number in range(len(people))]
    return draw_groups(event, players, groups, stage)


def _without_byes(players: Sequence[int], pasts: dict[int, Past], byes: int) -> list[int]:
    order = {player: at for at, player in enumerate(players)}
    lowest_first = sorted(players, key=lambda player: (len(pasts[player].byes), -order[player]))
    resting = set(lowest_first[: max(byes, 0)])
    return [player for player in players if player not in resting]


def _snake(people: Sequence[int]) -> list[list[tuple[int, int]]]:
    """Rows of (pod, player): the first row takes one player to each pod, the next one comes back, and so on."""
    rows, player = [], 0
    for depth in range(max(people)):
        open_pods = [pod for pod, size in enumerate(people) if size > depth]
        if depth % 2:
            open_pods.reverse()
        rows.append([(pod, player + at) for at, pod in enumerate(open_pods)])
        player += len(open_pods)
    return rows


def _improve(rows: list[list[tuple[int, int]]], costs: Costs, tables: Sequence[int]) -> None:
    """Let two of a row change pods while that is cheaper. It ends: every change lowers the cost."""
    pods_now: dict[int, list[int]] = {}
    for row in rows:
        for pod, player in row:
            pods_now.setdefault(pod, []).append(player)

    def cost(*numbers: int) -> int:
        return sum(costs.total(pods_now[number], tables[number]) for number in numbers)

    better = True
    while better:
        better = False
        for depth, row in enumerate(rows):
            for one, other in combinations(range(len(row)), 2):
                (here, mine), (there, its) = row[one], row[other]
                if not (now := cost(here, there)):
                    continue
                pods_now[here][depth], pods_now[there][depth] = its, mine
                if cost(here, there) < now:
                    row[one], row[other] = (here, its), (there, mine)
                    better = True
                else:
                    pods_now[here][depth], pods_now[there][depth] = mine, its
