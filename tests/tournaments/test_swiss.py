"""Swiss in pods, whole events: repeats, byes, odd-sized pods, comings and goings."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tests.tournaments.simulated import field, played, to_the_end, withdraw
from tournaments.formats.base import Entrant
from tournaments.formats.standings import ranking
from tournaments.formats.swiss_pods import SwissPods

SWISS = SwissPods()


def repeats(draws) -> int:
    met = Counter(pair for draw in draws for pod in draw.pods for pair in combinations(sorted(pod.people), 2))
    return sum(met.values()) - len(met)


def test_thirty_two_players_meet_nobody_twice_in_five_rounds():
    for seed in range(2):
        assert repeats(to_the_end(SWISS, replace(field(32), seed=f"{seed}"), seed)[1]) == 0


def test_sixteen_players_repeat_eight_of_their_120_meetings_at_most():
    for seed in range(3):
        assert repeats(to_the_end(SWISS, replace(field(16), seed=f"{seed}"), seed)[1]) <= 8


def test_repeats_are_never_a_dead_end():
    _, draws = to_the_end(SWISS, field(16, rounds=20))
    met = Counter(pair for draw in draws for pod in draw.pods for pair in combinations(sorted(pod.people), 2))
    assert len(draws) == 20
    assert len(met) == 120  # every pair
    assert max(met.values()) <= 6  # the mean is 4
    seats = Counter((entrant, seat) for draw in draws for pod in draw.pods for seat, entrant in enumerate(pod.seats))
    assert {seats[entrant, seat] for entrant in range(1, 17) for seat in range(4)} == {5}


def test_two_players_play_every_round():
    assert len(to_the_end(SWISS, field(2, rounds=4))[1]) == 4


def test_nobody_has_a_second_bye_before_all_had_one():
    _, draws = to_the_end(SWISS, field(7, rounds=14, pod_size=2, pod_max=2))
    byes = [bye for draw in draws for bye in draw.byes]
    assert sorted(byes[:7]) == sorted(byes[7:]) == [1, 2, 3, 4, 5, 6, 7]


def test_the_bye_goes_to_the_lowest_who_had_none():
    event, chance = field(9, rounds=6, pod_size=2, pod_max=2), Random(5)
    had = set()
    while (draw := SWISS.draw(event)) is not None:
        assert draw.byes == ([entrant for entrant in ranking(event) if entrant not in had][-1],)
        had.update(draw.byes)
        event = played(event, draw, chance)
    assert len(had) == 6


def test_with_house_bots_the_one_left_over_changes_too():
    event, chance, alone = field(5, rounds=5, pod_size=2, pod_max=2, fill=True), Random(1), []
    while (draw := SWISS.draw(event)) is not None:
        assert draw.byes == ()
        alone += [pod.people[0] for pod in draw.pods if len(pod.people) == 1]
        event = played(event, draw, chance)
    assert sorted(alone) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("players", "fill"), [(7, False), (11, False), (13, False), (14, False), (14, True), (27, False)]
)
def test_the_odd_sized_pod_rotates_and_is_not_the_top_one_at_the_end(players, fill):
    event, draws = to_the_end(SWISS, field(players, rounds=7, fill=fill))
    odd = Counter({entrant.id: 0 for entrant in event.entrants})
    for draw in draws:
        for pod in draw.pods:
            odd.update(pod.people if len(pod.people) != 4 else ())
        if draw.round == 5:
            assert max(odd.values()) - min(odd.values()) <= 1
        if draw.round > 5:
            assert len(draw.pods[0].people) == 4
            assert draw.cost["top_pod"] == 0


def test_the_top_pod_is_the_leaders():
    event, chance = field(24), Random(2)
    while (draw := SWISS.draw(event)) is not None:
        order = ranking(event)
        best = [min(order.index(entrant) for entrant in pod.people) for pod in draw.pods]
        assert best == sorted(best)
        assert best[0] == 0
        event = played(event, draw, chance)


def test_people_come_and_go():
    event, chance = field(11, rounds=8), Random(4)
    while (draw := SWISS.draw(event)) is not None:
        here = sorted(entrant.id for entrant in event.entrants if entrant.active)
        assert sorted(entrant for pod in draw.pods for entrant in pod.people) == here
        event = withdraw(played(event, draw, chance), chance.choice(here))
        number = len(event.entrants) + 1
        event = replace(event, entrants=(*event.entrants, Entrant(number, number, first_round=event.round)))
    assert event.round == 9


def test_whoever_plays_from_a_later_round_on_is_not_drawn_before():
    event = replace(field(8), entrants=(*field(8).entrants, Entrant(9, 9, first_round=2)))
    assert 9 not in {entrant for pod in SWISS.draw(event).pods for entrant in pod.people}
    assert 9 in {entrant for pod in SWISS.draw(replace(event, round=2)).pods for entrant in pod.people}


def test_it_is_over_after_the_last_round_or_when_one_is_left():
    event = field(6, rounds=2)
    assert SWISS.draw(replace(event, round=3)) is None
    assert SWISS.draw(withdraw(event, 1, 2, 3, 4, 5)) is None
    assert SWISS.planned_rounds(event.settings, 6) == 2
    assert SWISS.still_in(withdraw(event, 2)) == {1, 3, 4, 5, 6}
    assert SWISS.tiers(event) == {}
