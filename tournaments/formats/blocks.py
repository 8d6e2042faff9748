"""Balanced blocks: who sits with whom in a round robin, so that every pair meets equally often as far as possible.

Players are slots 0, 1, 2 ...; a round is a tuple of pods, each a tuple of slots. Pods of two follow the circle method.
Larger ones are found by local search from a fixed start, which gives the exact designs where there are any (nine
players in threes: four rounds, everybody meets everybody once). Whole numbers only: every machine finds the same.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Final

from .lots import rng

Pods = tuple[tuple[int, ...], ...]

# How many rounds a field takes, by the sizes of its pods: of at most ten rounds in which every pair meets, those that
# come closest to "equally often", and then the fewest that also share out the larger pods. Exactly equal in 3 + 2,
# 3 + 3, 4 + 3, 4 + 4, 3 + 3 + 2 and 3 + 3 + 3; else once or twice, but 1 to 3 times in 5 + 4 and 2 to 4 in 5 + 5.
ROUNDS: Final[Mapping[tuple[int, ...], int]] = {
    (3, 2): 10,
    (3, 3): 10,
    (4, 3): 7,
    (3, 2, 2): 7,
    (4, 4): 7,
    (3, 3, 2): 4,
    (5, 4): 5,
    (3, 3, 3): 4,
    (5, 5): 6,
    (4, 3, 3): 6,
    (3, 3, 2, 2): 7,
}

STEPS: Final = 40_000
STARTS: Final = 3  # for a design, which is looked for only once
UNIT: Final = 1_000  # what it costs when a pair meets once more or less often than the average
IDLE: Final = -1


def rounds_of(people: Sequence[int], players: int) -> int:
    """How many rounds so many players take in pods of these sizes. At one table: until everybody has had every seat."""
    if people[0] == players:
        return players
    if max(people) == 2:
        return players - 1 + players % 2
    together = sum(size * (size - 1) for size in people)
    return ROUNDS.get(tuple(people), -(-players * (players - 1) // together))


@lru_cache(maxsize=64)
def design(people: tuple[int, ...], players: int) -> tuple[Pods, ...]:
    """All the rounds of so many players in pods of these sizes. Whoever is in no pod of a round has a bye."""
    rounds = rounds_of(people, players)
    if people[0] == players:
        return ((tuple(range(players)),),) * rounds
    if max(people) == 2:
        return circle(players)
    searches = [Search(people, [[0] * players for _ in range(players)], rounds) for _ in range(STARTS)]
    found = [search.run(rng("", "blocks", start, *people)) for start, search in enumerate(searches)]
    return min(zip((search.cost for search in searches), found, strict=True))[1]


def circle(players: int) -> tuple[Pods, ...]:
    """Every pair once: one slot stands still, the others go round. With an odd number each has one bye."""
    around = players - 1 + players % 2
    rounds = []
    for turn in range(around):
        pairs = [((turn + step) % around, (turn - step) % around) for step in range(1, (around + 1) // 2)]
        if not players % 2:
            pairs.insert(0, (turn, around))
        rounds.append(tuple(pairs))
    return tuple(rounds)


class Search:
    """Rounds being improved: two players of one round change places, to even out who meets whom how often.

    What counts besides is how many each meets in all, so that byes and small pods go round.
    """

    def __init__(self, people: Sequence[int], met: Sequence[Sequence[int]], rounds: int) -> None:
        """`met`: how often each pair has met so far; `rounds`: how many are to come."""
        self.people, self.rounds = [*people, 1], rounds  # the last stands for those with a bye: they meet nobody
        self.players = players = len(met)
        self.met = [list(row) for row in met]
        meetings = sum(map(sum, met)) + rounds * sum(size * (size - 1) for size in people)
        self.pair_cost = _costs(meetings, players * (players - 1), rounds + 1 + max(map(max, met)), UNIT, 4)
        most = (rounds + 1) * max(people) + max(map(sum, met))
        self.total_cost = _costs(meetings, players, most, UNIT // 2, 2)

    def run(self, chance: Random) -> tuple[Pods, ...]:
        """The rounds found. The threshold up to which a change for the worse is taken falls to nothing."""
        self.where = [self._start(chance) for _ in range(self.rounds)]
        best, total = self._copy(), self._total()
        self.cost = total  # of the best so far
        for step in range(STEPS if self.people[0] < self.players else 0):
            where = self.where[int(chance.random() * self.rounds)]
            one, other = int(chance.random() * self.players), int(chance.random() * self.players)
            if where[one] == where[other]:
                continue
            change = self._change(where, one, other)
            if change <= 3 * UNIT * (STEPS - step) // STEPS * (chance.random() < 0.5):
                self._swap(where, one, other)
                total += change
                if total < self.cost:
                    best, self.cost = self._copy(), total
        return self._pods(best)

    def _start(self, chance: Random) -> list[int]:
        where = [at for at, size in enumerate(self.people[:-1]) for _ in range(size)]
        where += [IDLE] * (self.players - len(where))
        chance.shuffle(where)
        for one, other in combinations(range(self.players), 2):
            if where[one] == where[other] != IDLE:
                self._meet(one, other, 1)
        return where

    def _total(self) -> int:
        pairs = sum(self.pair_cost[self.met[one][other]] for one, other in combinations(range(self.players), 2))
        return pairs + sum(self.total_cost[sum(row)] for row in self.met)

    def _change(self, where: Sequence[int], one: int, other: int) -> int:
        """How the cost changes if these two change places."""
        cost, ours, theirs = self.pair_cost, self.met[one], self.met[other]
        here, there = where[one], where[other]
        change = 0
        for player, at in enumerate(where):
            if player in (one, other) or at == IDLE:
                continue
            if at == here:
                change += cost[ours[player] - 1] - cost[ours[player]] + cost[theirs[player] + 1] - cost[theirs[player]]
            elif at == there:
                change += cost[theirs[player] - 1] - cost[theirs[player]] + cost[ours[player] + 1] - cost[ours[player]]
        if gain := self.people[there] - self.people[here]:
            total, mine, its = self.total_cost, sum(ours), sum(theirs)
            change += total[mine + gain] - total[mine] + total[its - gain] - total[its]
        return change

    def _swap(self, where: list[int], one: int, other: int) -> None:
        here, there = where[one], where[other]
        for player, at in enumerate(where):
            if player not in (one, other) and at != IDLE and at in (here, there):
                gain = 1 if at == there else -1
                self._meet(one, player, gain)
                self._meet(other, player, -gain)
        where[one], where[other] = there, here

    def _meet(self, one: int, other: int, gain: int) -> None:
        self.met[one][other] += gain
        self.met[other][one] += gain

    def _copy(self) -> list[list[int]]:
        return [list(where) for where in self.where]

    def _pods(self, rounds: Sequence[Sequence[int]]) -> tuple[Pods, ...]:
        numbers = range(len(self.people) - 1)
        return tuple(
            tuple(tuple(player for player, at in enumerate(where) if at == number) for number in numbers)
            for where in rounds
        )


def _costs(total: int, among: int, most: int, unit: int, power: int) -> list[int]:
    """What it costs to have been 0, 1, 2 ... times: a power of the distance to the average."""
    return [unit * abs(among * times - total) ** power // among**power for times in range(most + 1)]
