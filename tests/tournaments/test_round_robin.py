"""Round robin: every pair meets equally often as far as possible; comings and goings are taken as they come."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from tournaments.formats.base import Entrant
from tournaments.formats.blocks import ROUNDS, design
from tournaments.formats.round_robin import RoundRobin

from . import scripted, simulated

ROUND_ROBIN = RoundRobin()


def round_robin(players: int, **settings: object):
    return simulated.field(players, format="round_robin", **settings)


def meetings(pods, players) -> Counter:
    """How often each pair shared a pod, those that never did included."""
    found = Counter(dict.fromkeys(combinations(sorted(players), 2), 0))
    found.update(pair for pod in pods for pair in combinations(sorted(pod), 2))
    return found


@pytest.mark.parametrize("players", range(2, 11))
def test_head_to_head_every_pair_meets_once_and_byes_are_shared(players):
    event, draws = simulated.to_the_end(ROUND_ROBIN, round_robin(players, pod_size=2))
    met = meetings([pod.people for draw in draws for pod in draw.pods], range(1, players + 1))
    assert set(met.values()) == ({2} if players == 2 else {1})  # two play from either seat
    byes = Counter(entrant for draw in draws for entrant in draw.byes)
    assert byes == (Counter(range(1, players + 1)) if players % 2 else {})
    assert len(draws) == ROUND_ROBIN.planned_rounds(event.settings, players)


# Sizes of the pods -> how often pairs meet at least and at most, and how often one sits in a pod of the larger size.
BALANCE = {
    (3, 2): (4, 4, 6, 6),
    (3, 3): (4, 4, 10, 10),
    (4, 3): (3, 3, 4, 4),
    (3, 2, 2): (1, 2, 3, 3),
    (4, 4): (3, 3, 7, 7),
    (3, 3, 2): (1, 1, 3, 3),
    (5, 4): (1, 3, 1, 4),
    (3, 3, 3): (1, 1, 4, 4),
    (5, 5): (2, 4, 6, 6),
    (4, 3, 3): (1, 2, 2, 3),
    (3, 3, 2, 2): (1, 2, 4, 5),
}


@pytest.mark.parametrize("sizes", ROUNDS, ids=str)
def test_blocks_are_as_balanced_as_they_are_said_to_be(sizes):
    rounds = design(sizes, sum(sizes))
    assert all(sorted(slot for pod in pods for slot in pod) == list(range(sum(sizes))) for pods in rounds)
    met = meetings([pod for pods in rounds for pod in pods], range(sum(sizes)))
    large = Counter(slot for pods in rounds for pod in pods if len(pod) == sizes[0] for slot in pod)
    found = (min(met.values()), max(met.values()), min(large.values()), max(large.values()))
    assert found == BALANCE[sizes]


@pytest.mark.parametrize(("players", "size"), [(4, 4), (5, 5), (3, 6)])
def test_at_one_table_everybody_has_every_seat_once(players, size):
    _, draws = simulated.to_the_end(ROUND_ROBIN, round_robin(players, pod_size=size))
    seats = [Counter(draw.pods[0].seats[seat] for draw in draws) for seat in range(players)]
    assert all(set(seat.values()) == {1} and len(seat) == players for seat in seats)


@pytest.mark.parametrize("players", [6, 8, 9, 10])
def test_everybody_plays_every_round_in_pods_of_four_or_so(players):
    _, draws = simulated.to_the_end(ROUND_ROBIN, round_robin(players))
    assert all(sorted(e for pod in draw.pods for e in pod.people) == list(range(1, players + 1)) for draw in draws)


def test_house_bots_fill_the_smaller_pods():
    draw = ROUND_ROBIN.draw(round_robin(7, pod_size=4, fill=True))
    assert [len(pod.seats) for pod in draw.pods] == [4, 4]
    assert sorted(len(pod.people) for pod in draw.pods) == [3, 4]


def test_after_a_withdrawal_the_rest_meet_as_evenly_as_before():
    def leave(event, _chance):
        return simulated.withdraw(event, 3) if event.round == 3 else event

    _, draws = simulated.to_the_end(ROUND_ROBIN, round_robin(8, pod_size=2), meanwhile=leave)
    assert len(draws) == 7
    met = meetings([pod.people for draw in draws for pod in draw.pods], set(range(1, 9)) - {3})
    assert {value for pair, value in met.items() if 3 not in pair} <= {0, 1}
    byes = Counter(entrant for draw in draws for entrant in draw.byes)
    assert set(byes.values()) <= {1}


def test_a_late_entrant_joins_the_rounds_that_are_left():
    def join(event, _chance):
        late = Entrant(8, 8, first_round=event.round)
        return replace(event, entrants=(*event.entrants, late)) if event.round == 3 else event

    _, draws = simulated.to_the_end(ROUND_ROBIN, round_robin(7, pod_size=2), meanwhile=join)
    assert len(draws) == 7  # as planned for seven
    assert all(8 in [e for pod in draw.pods for e in pod.people] for draw in draws[2:])


def test_the_plan_is_kept_through_an_absence():
    event = round_robin(6, pod_size=2)
    first = ROUND_ROBIN.draw(event)
    there = simulated.played(event, first, simulated.Random(1))
    absent = replace(there, parts=(replace(there.parts[0], outcome=simulated.Outcome.ABSENT), *there.parts[1:]))
    assert pairs(ROUND_ROBIN.draw(absent)) == pairs(ROUND_ROBIN.draw(there))


def pairs(draw) -> set[frozenset[int]]:
    return {frozenset(pod.people) for pod in draw.pods}


@pytest.mark.parametrize("entrants", ["", "A", "A-", "A- B- C-", "A B- C-"])
def test_with_fewer_than_two_nothing_is_drawn(entrants):
    assert ROUND_ROBIN.draw(scripted.event(f"settings format=round_robin\nentrants {entrants}\n")) is None
