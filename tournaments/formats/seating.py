"""Seats inside a pod: nobody has one seat much more often than another, and early and late seats even out."""

from collections.abc import Sequence
from typing import Final

AHEAD: Final = 1000  # a seat that one already had once more often than another seat; grows with the square
Way = tuple[int, tuple[int, ...]]  # what it costs, the seat of each person


def seat_cost(counts: Sequence[int], seat: int, seats: int) -> int:
    """What it costs to give `seat` (from 0) at a table of `seats` to one who had each seat `counts` times.

    AHEAD * excess**2, the excess being how much more often they had this seat than the one of this table that they had
    least. As long as it stays 0, the counts differ by one at most.
    """
    excess = counts[seat] - min(counts[:seats])
    return AHEAD * excess * excess


def leaning(seat: int, seats: int) -> int:
    """How far a seat is from the middle of its table, in half seats: early ones are below zero."""
    return 2 * seat - (seats - 1)


def assign(costs: Sequence[Sequence[int]]) -> Way:
    """The cheapest way to give each person a seat of their own. `costs`: person -> seat -> cost.

    Exact, over subsets of seats; there must be one for each. Of equally cheap ways the first one gets the lowest seat.
    """
    ways: dict[int, Way] = {0: (0, ())}  # seats taken, as bits -> the cheapest way to take them
    for row in costs:
        longer: dict[int, Way] = {}
        for taken, (cost, seats) in ways.items():
            for seat, more in enumerate(row):
                if not taken >> seat & 1:
                    way = (cost + more, (*seats, seat))
                    if (key := taken | 1 << seat) not in longer or way < longer[key]:
                        longer[key] = way
        ways = longer
    return min(ways.values())


def least(costs: Sequence[Sequence[tuple[int, int]]]) -> int:
    """The cost that `assign` finds, without the way. `costs`: person -> (bit of the seat, cost) for each seat."""
    ways = {0: 0}
    for row in costs:
        longer: dict[int, int] = {}
        for taken, cost in ways.items():
            for bit, more in row:
                if not taken & bit:
                    key = taken | bit
                    known = longer.get(key)
                    if known is None or cost + more < known:
                        longer[key] = cost + more
        ways = longer
    return min(ways.values())


class Seating:
    """Seats for the people of one draw. People with the same counts are alike, so each mix is worked out only once."""

    def __init__(self, counts: Sequence[Sequence[int]], leanings: Sequence[int]) -> None:
        """For each person (by index): how often they had each seat, and the sum of `leaning` over these."""
        self._counts = counts
        self._leanings = leanings
        self._alike: dict[int, list[int]] = {}  # seats of a table -> kind of each person there
        self._rows: dict[int, list[list[tuple[int, int]]]] = {}  # seats of a table -> kind -> (bit of a seat, its cost)
        self._known: dict[tuple[int, ...], int] = {}

    def cost(self, people: Sequence[int], seats: int) -> int:
        """The least that the seats of these people can cost at a table of `seats`."""
        if seats not in self._alike:
            self._sort(seats)
        alike = self._alike[seats]
        key = (seats, *sorted([alike[person] for person in people]))
        known = self._known.get(key)
        if known is None:
            rows = self._rows[seats]
            known = self._known[key] = least([rows[kind] for kind in key[1:]])
        return known

    def arrange(self, people: Sequence[int], seats: int) -> tuple[int | None, ...]:
        """The people in seat order, None for a house bot, at that least cost.

        Among seatings of that cost one that brings people back to the middle; then whoever is named first sits first.
        """
        rows = [
            [
                cost + abs(self._leanings[person] + leaning(seat, seats))
                for seat, cost in enumerate(self._costs(person, seats))
            ]
            for person in people
        ]
        order: list[int | None] = [None] * seats
        for person, seat in zip(people, assign(rows)[1], strict=True):
            order[seat] = person
        return tuple(order)

    def _costs(self, person: int, seats: int) -> tuple[int, ...]:
        return tuple(seat_cost(self._counts[person], seat, seats) for seat in range(seats))

    def _sort(self, seats: int) -> None:
        """Tell apart the kinds of people there are at a table of `seats`."""
        kinds: dict[tuple[int, ...], int] = {}
        self._alike[seats] = [
            kinds.setdefault(self._costs(person, seats), len(kinds)) for person in range(len(self._counts))
        ]
        self._rows[seats] = [[(1 << seat, cost) for seat, cost in enumerate(kind)] for kind in kinds]
