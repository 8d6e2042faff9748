"""Seats inside a pod."""

from itertools import permutations
from random import Random

import pytest

from tests.tournaments.simulated import field, played
from tournaments.formats.pairing import draw_pods
from tournaments.formats.seating import Seating, assign, leaning, least, seat_cost


def spread_of(counts):
    return max(counts) - min(counts)


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("missing", [0, 1])
def test_the_cheapest_seating_is_found(seats, missing):
    chance = Random(seats)
    for _ in range(20):
        costs = [[chance.randrange(6) for _ in range(seats)] for _ in range(seats - missing)]
        ways = permutations(range(seats), len(costs))
        dear = [sum(row[seat] for row, seat in zip(costs, way, strict=True)) for way in ways]
        cost, way = assign(costs)
        assert cost == min(dear) == sum(row[seat] for row, seat in zip(costs, way, strict=True))
        assert len(set(way)) == len(costs)
        assert least([[(1 << seat, each) for seat, each in enumerate(row)] for row in costs]) == cost


def test_a_seat_costs_the_square_of_how_far_it_is_ahead():
    counts = [3, 1, 2, 0, 0, 0]
    assert [seat_cost(counts, seat, 4) for seat in range(4)] == [9000, 1000, 4000, 0]
    assert [seat_cost(counts, seat, 3) for seat in range(3)] == [4000, 0, 1000]


@pytest.mark.parametrize("size", range(2, 7))
def test_the_same_people_share_all_seats_whatever_the_number_of_rounds(size):
    counts = [[0] * 6 for _ in range(size)]
    leanings = [0] * size
    for _ in range(3 * size + 1):
        order = Seating(counts, leanings).arrange(range(size), size)
        for seat, player in enumerate(order):
            counts[player][seat] += 1
            leanings[player] += leaning(seat, size)
        assert max(spread_of(each[:size]) for each in counts) <= 1


def test_whoever_sat_early_sits_late_next():
    counts = [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0]]
    order = Seating(counts, [leaning(seat, 4) for seat in range(4)]).arrange([2, 0, 3, 1], 4)
    assert order == (3, 2, 1, 0)


def test_house_bots_get_the_seats_that_nobody_is_due():
    counts = [[1, 1, 0, 1, 0, 0], [1, 0, 1, 1, 0, 0], [0, 1, 1, 1, 0, 0]]
    assert Seating(counts, [0, 0, 0]).arrange([0, 1, 2], 4) == (2, 1, 0, None)


def test_people_of_changing_pods_have_each_seat_equally_often():
    event, chance = field(32, rounds=6), Random(3)
    counts = {entrant.id: [0] * 4 for entrant in event.entrants}
    for _ in range(6):
        draw = draw_pods(event, [entrant.id for entrant in event.entrants])
        for pod in draw.pods:
            for seat, entrant in enumerate(pod.seats):
                counts[entrant][seat] += 1
        assert max(map(spread_of, counts.values())) <= 1
        event = played(event, draw, chance)
