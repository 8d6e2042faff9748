"""The draw of a round by score: who rests, how large the pods are, who meets whom at the least cost, who sits where."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from . import pods
from .base import Draw, Event
from .cost import TERMS, Costs
from .history import Past, before, read
from .lots import rng
from .scoring import points_of
from .search import cheapest


def draw_pods(event: Event, players: Sequence[int], *, stage: str = "main", sizes: Sequence[int] | None = None) -> Draw:
    """Pods of these entrants (ids, best first) at the least cost found. The same event and list give the same draw.

    `sizes`: seats of each table; None: those that follow from the settings. Entrants beyond the seats have a bye, the
    lowest of those who had fewest. Where seats are left over, all tables are as large as the largest, and house bots
    take them; somebody alone with house bots is chosen as for a bye.
    What the event knows of this round already is not looked at, so a round that is drawn again comes out the same.
    Never raises for want of an ideal draw. The time grows with the number of players, docs/pairing.md says how.
    """
    event = before(event)
    settings = event.settings
    tables = pods.sizes(len(players), settings.pod_size, settings.pod_max, settings.fill) if sizes is None else sizes
    filled = sum(tables) > len(players)
    people = [size for size in pods.people_at(tables, len(players)) if size > 1]
    pasts = read(event)
    resting = _resting(players, pasts, len(players) - sum(people))
    playing = [player for player in players if player not in resting]
    costs = Costs(event, playing, _totals(event), pasts, people, filled)
    found = cheapest(costs, people, tables, rng(event.seed, "draw", stage, event.round))
    lots = rng(event.seed, "seats", stage, event.round)
    drawn = []
    for pod in sorted(found, key=min):  # the leader's pod is the top one
        lots.shuffle(pod)
        drawn.append(costs.seated(pod, max(tables) if filled else len(pod)))
    if filled:
        drawn += [Costs(event, [player], {}, pasts, [1], True).seated([0], max(tables)) for player in resting]
    cost = {term: sum(pod.cost[term] for pod in drawn) for term in TERMS}
    return Draw(event.round, tuple(drawn), () if filled else tuple(resting), stage, cost)


def _resting(players: Sequence[int], pasts: Mapping[int, Past], count: int) -> list[int]:
    """Who sits this one out: so many of those with the fewest byes, of these the lowest."""
    lowest_first = players[::-1]
    return sorted(lowest_first, key=lambda player: len(pasts[player].byes))[:count]


def _totals(event: Event) -> dict[int, Fraction]:
    """The points of each entrant so far."""
    totals: defaultdict[int, Fraction] = defaultdict(Fraction)
    for (entrant, _), score in points_of(event).items():
        totals[entrant] += score.points
    return totals
