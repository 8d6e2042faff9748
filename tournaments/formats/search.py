"""The search for cheap pods: local search with a falling threshold, from pods cut off the list of players in order.

Two players of different pods change places, or one goes over so that a larger and a smaller pod change size. A step is
taken when it adds no more to the cost than the threshold, which falls to nothing. Only what a step changes is reckoned,
and partners are looked for in neighbouring pods, so the time grows with the number of players and no faster.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from .cost import Costs

STEPS: Final = 600  # for each player, and for the first EAGER players MORE_STEPS beside them
MORE_STEPS: Final = 1200
EAGER: Final = 32
HEATS: Final = 4  # how often a small event starts over from the best found so far
SMALL: Final = 64
WINDOW: Final = 8  # pods up and down in which partners are looked for
SAMPLES: Final = 400  # steps looked at to find how hot to begin
COOLING: Final = 4  # the threshold falls as (time left) ** COOLING
FROZEN: Final = 0.9  # the part of the time after which only steps that cost nothing are taken
RESIZE: Final = 0.3  # how often two pods of different size change size rather than players

Pods = list[list[int]]


def cheapest(costs: Costs, people: Sequence[int], tables: Sequence[int], rng: Random) -> Pods:
    """The cheapest pods found, each a list of players by index, in no order that matters.

    `people`: how many sit in each pod; `tables`: the seats there.
    """
    search = Search(costs, _start(costs, people), tables, rng.random)
    best, cost = search.copy(), search.total()
    if len(people) < 2 or not cost:
        return best
    heats = HEATS if len(costs.players) <= SMALL else 1
    steps = STEPS * len(costs.players) + MORE_STEPS * min(len(costs.players), EAGER)
    hottest = search.usual_change()
    for _ in range(heats):
        search.cool(steps // heats, hottest)
        if (now := search.total()) < cost:
            best, cost = search.copy(), now
        search = Search(costs, [list(pod) for pod in best], tables, rng.random)
    return best


def _start(costs: Costs, people: Sequence[int]) -> Pods:
    """Pods cut off the list in order, the odd-sized ones where those sit who were in the fewest."""
    usual = [size for size in people if size == costs.usual]
    odd = [size for size in people if size != costs.usual]
    sums = [0]
    for player in range(len(costs.players)):
        sums.append(sums[-1] + costs.odd_cost[player] + costs.top_cost[player])
    starts = [at * costs.usual for at in range(len(usual) + 1)]
    at = min(range(len(usual), -1, -1), key=lambda place: sums[starts[place] + sum(odd)] - sums[starts[place]])
    players = iter(range(len(costs.players)))
    return [[next(players) for _ in range(size)] for size in [*usual[:at], *odd, *usual[at:]]]


class Search:
    """Pods being improved."""

    def __init__(self, costs: Costs, pods: Pods, tables: Sequence[int], random: Callable[[], float]) -> None:
        self.costs = costs
        self.pods = pods
        self.random = random
        self.size = max(tables) if sum(tables) > len(costs.players) else 0  # of every table, where house bots fill up
        self.where = [0] * len(costs.players)  # player -> pod
        for at, pod in enumerate(pods):
            for player in pod:
                self.where[player] = at
        self.sums = [sum([costs.strength[player] for player in pod]) for pod in pods]
        self.seat_costs = [self._seats(pod) for pod in pods]
        self.reach = min(WINDOW, len(pods) - 1)
        self.sizes_vary = len({len(pod) for pod in pods}) > 1

    def copy(self) -> Pods:
        """The pods as they are now."""
        return [list(pod) for pod in self.pods]

    def total(self) -> int:
        """What they cost now."""
        return sum(self.costs.total(pod, self.size or len(pod)) for pod in self.pods)

    def cool(self, steps: int, hottest: float) -> None:
        """Try so many steps while the threshold falls from `hottest` to nothing."""
        for step in range(steps):
            left = 1 - step / (steps * FROZEN)
            self._step(int(hottest * left**COOLING) if left > 0 else 0)

    def usual_change(self) -> float:
        """By how much a step usually changes the cost here."""
        return sum(abs(self._step(None)) for _ in range(SAMPLES)) / SAMPLES

    def _step(self, threshold: int | None) -> int:
        """One step at random, taken if it adds no more than the threshold (None: only looked at). What it would add."""
        one = int(self.random() * len(self.where))
        here = self.where[one]
        away = 1 + int(self.random() * 2 * self.reach)
        there = (here + away if away <= self.reach else here - away + self.reach) % len(self.pods)
        larger = self.sizes_vary and len(self.pods[here]) == len(self.pods[there]) + 1
        if larger and threshold is not None and self.random() < RESIZE:
            return self._resize(one, here, there, threshold)
        others = self.pods[there]
        return self._swap(one, others[int(self.random() * len(others))], threshold)

    def _swap(self, one: int, other: int, threshold: int | None) -> int:
        """Two players of different pods change places."""
        here, there = self.where[one], self.where[other]
        ours, theirs = self.pods[here], self.pods[there]
        change = self._change(one, other) - self.seat_costs[here] - self.seat_costs[there]
        if threshold is None or change > threshold:  # their seats can only add to it
            return change
        at, to = ours.index(one), theirs.index(other)
        ours[at], theirs[to] = other, one
        seats_here, seats_there = self._seats(ours), self._seats(theirs)
        change += seats_here + seats_there
        if change > threshold:
            ours[at], theirs[to] = one, other
            return change
        self.where[one], self.where[other] = there, here
        gain = self.costs.strength[other] - self.costs.strength[one]
        self.sums[here] += gain
        self.sums[there] -= gain
        self.seat_costs[here], self.seat_costs[there] = seats_here, seats_there
        return change

    def _change(self, one: int, other: int) -> int:
        """What it would add to the cost, seats apart, if these two changed places."""
        costs = self.costs
        here, there = self.where[one], self.where[other]
        ours, theirs = self.pods[here], self.pods[there]
        mine, its = costs.pairs[one].get, costs.pairs[other].get
        change = 0
        for player in ours:
            if player != one:
                change += its(player, 0) - mine(player, 0)
        for player in theirs:
            if player != other:
                change += mine(player, 0) - its(player, 0)
        x, y = costs.strength[one], costs.strength[other]
        if x != y:  # the sum of squared differences of a pod is size * (sum of squares) - (square of the sum)
            others = self.sums[there] - y - self.sums[here] + x
            change += costs.spread_weight * (y - x) * ((len(ours) - len(theirs)) * (x + y) + 2 * others)
        if len(ours) != len(theirs):
            odd = costs.odd_cost[other] + costs.top_cost[other] - costs.odd_cost[one] - costs.top_cost[one]
            change += odd if len(ours) != costs.usual else -odd
        return change

    def _resize(self, one: int, here: int, there: int, threshold: int) -> int:
        """`one` goes over to a pod smaller by one; with house bots, a bot comes back."""
        ours = [player for player in self.pods[here] if player != one]
        theirs = [*self.pods[there], one]
        change = sum(self.costs.total(pod, self.size or len(pod)) for pod in (ours, theirs))
        change -= sum(self.costs.total(self.pods[at], self.size or len(self.pods[at])) for at in (here, there))
        if change <= threshold:
            self.pods[here], self.pods[there] = ours, theirs
            self.where[one] = there
            self.sums[here] -= self.costs.strength[one]
            self.sums[there] += self.costs.strength[one]
            self.seat_costs[here], self.seat_costs[there] = self._seats(ours), self._seats(theirs)
        return change

    def _seats(self, pod: Sequence[int]) -> int:
        return self.costs.seats(pod, self.size or len(pod))
