"""The draw: what must hold for any, what the cheapest one is where that can be told, and that it can be drawn again."""

import os
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tournaments.simulated import field, played, withdraw
from tournaments.formats.base import Entrant, Event, Outcome, Part, Settings
from tournaments.formats.cost import SCALE, TERMS, Costs, strengths
from tournaments.formats.history import read
from tournaments.formats.pairing import draw_pods
from tournaments.formats.pods import sizes
from tournaments.formats.search import Search
from tournaments.formats.standings import ranking, standings

ROOT = Path(__file__).resolve().parents[2]
AT_RANDOM = (Outcome.PLAYED,) * 8 + (Outcome.ABSENT, Outcome.FORFEIT, Outcome.BOT)


def after(event: Event, rounds: int, seed: int = 1) -> Event:
    """The event some drawn rounds later."""
    chance = Random(seed)
    for _ in range(rounds):
        event = played(event, draw_pods(event, ranking(event)), chance)
    return event


@st.composite
def events(draw: st.DrawFn) -> Event:
    """Two to 64 players with rounds behind them whose pods were anyhow: some came late, some left, some were absent."""
    chance = Random(draw(st.integers(0, 999)))
    target = draw(st.integers(2, 6))
    largest = draw(st.integers(target, 6))
    count = draw(st.one_of(st.integers(2, 20), st.integers(2, 64)))
    past = draw(st.integers(0, 6))
    late = {number: chance.randint(2, past + 1) for number in range(1, count + 1) if past and chance.random() < 0.2}
    parts = []
    for number in range(1, past + 1):
        here = [player for player in range(1, count + 1) if late.get(player, 1) <= number and chance.random() < 0.9]
        chance.shuffle(here)
        for pod, size in enumerate(sizes(len(here), target, largest), 1):
            for seat in range(size):
                parts.append(Part(here.pop(), number, chance.choice(AT_RANDOM), pod, seat, seat + 1, size))
        parts += [Part(player, number, Outcome.BYE) for player in here]
    gone = {number for number in range(1, count + 1) if chance.random() < 0.15}
    people = tuple(Entrant(number, number, number not in gone, late.get(number, 1)) for number in range(1, count + 1))
    wanted = Settings(rounds=past + draw(st.integers(1, 3)), pod_size=target, pod_max=largest, fill=draw(st.booleans()))
    return Event(wanted, "5eed", people, tuple(parts), past + 1)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(events())
def test_every_active_player_is_drawn_exactly_once(event):
    active = {entrant.id for entrant in event.entrants if entrant.active}
    draw = draw_pods(event, [entrant for entrant in ranking(event) if entrant in active])
    assert sorted([each for pod in draw.pods for each in pod.people] + list(draw.byes)) == sorted(active)
    wanted = event.settings
    tables = sizes(len(active), wanted.pod_size, wanted.pod_max, wanted.fill)
    assert sorted(len(pod.seats) for pod in draw.pods) == sorted(tables)
    assert len(draw.byes) == max(0, len(active) - sum(tables))
    alone = [pod for pod in draw.pods if len(pod.people) < 2]
    assert len(alone) <= (wanted.fill and wanted.pod_max == 2)
    assert set(draw.cost) == set(TERMS)
    assert draw.cost == {term: sum(pod.cost[term] for pod in draw.pods) for term in TERMS}


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(events(), st.integers(0, 999))
def test_the_search_reckons_what_a_step_really_adds(event, seed):
    players = ranking(event)
    people = sizes(len(players) // 2 * 2, event.settings.pod_size, event.settings.pod_max)
    if len(people) < 2:
        return
    points = {player: number * 10 for number, player in enumerate(players)}
    costs = Costs(event, players[: sum(people)], points, read(event), people, False)
    chance, left = Random(seed), iter(range(sum(people)))
    search = Search(costs, [[next(left) for _ in range(size)] for size in people], people, chance.random)
    for _ in range(30):
        before = search.total()
        assert search._step(10**15) == search.total() - before


def cheapest(costs: Costs, players: list[int], size: int) -> tuple[int, int]:
    """(the least cost, the least of it for meeting again) of all ways to make pods of a size."""
    if not players:
        return 0, 0
    first, *others = players
    found = []
    for mates in combinations(others, size - 1):
        pod = [first, *mates]
        cost, repeats = cheapest(costs, [player for player in others if player not in mates], size)
        found.append((costs.total(pod, size) + cost, costs.met(pod) + repeats))
    return min(cost for cost, _ in found), min(repeats for _, repeats in found)


@pytest.mark.parametrize("size", [2, 4])
@pytest.mark.parametrize("seed", range(4))
def test_no_cheaper_draw_and_none_with_less_repeats_exists(size, seed):
    event, chance = field(8, rounds=3, pod_size=size, pod_max=size), Random(seed)
    for _ in range(3):
        players = ranking(event)
        draw = draw_pods(event, players)
        costs = Costs(event, players, totals(event), read(event), sizes(8, size, size), False)
        least, repeats = cheapest(costs, list(range(8)), size)
        assert sum(draw.cost.values()) == pytest.approx(least / SCALE)
        assert draw.cost["repeats"] + draw.cost["consecutive"] == repeats / SCALE
        event = played(event, draw, chance)


def totals(event: Event) -> dict[int, Fraction]:
    return {line.entrant: line.points for line in standings(event)}


def test_those_who_met_are_named_with_how_often():
    event = after(field(6, rounds=9, pod_size=3), 4)
    past = read(event)
    draw = draw_pods(event, ranking(event))
    for pod in draw.pods:
        pairs = combinations(sorted(pod.people, key=ranking(event).index), 2)
        assert pod.met == tuple((one, other, past[one].met[other]) for one, other in pairs if other in past[one].met)
    assert any(pod.met for pod in draw.pods)


def test_a_meeting_at_the_last_table_is_avoided_first():
    rounds = [[(1, 2), (3, 4)], [(1, 3), (2, 4)], [(1, 4), (2, 3)], [(1, 2), (3, 4)], [(1, 3), (2, 4)]]
    parts = tuple(
        Part(entrant, number, Outcome.PLAYED, pod, seat, 1, 2)
        for number, pods in enumerate(rounds, 1)
        for pod, pair in enumerate(pods, 1)
        for seat, entrant in enumerate(pair)
    )
    event = replace(field(4, rounds=9, pod_size=2), parts=parts, round=6)
    draw = draw_pods(event, [1, 2, 3, 4])
    assert sorted(tuple(sorted(pod.people)) for pod in draw.pods) == [(1, 4), (2, 3)]


def test_nobody_met_an_absent_player_or_those_of_a_voided_table():
    parts = (
        Part(1, 1, Outcome.PLAYED, 1, 0, 1, 4),
        Part(2, 1, Outcome.FORFEIT, 1, 1, 2, 4),
        Part(3, 1, Outcome.ABSENT, 1, 2, 3, 4),
        Part(4, 1, Outcome.BYE, 2, 0, None, 3, void=True),
        Part(5, 1, Outcome.BYE, 2, 1, None, 3, void=True),
        Part(6, 1, Outcome.BYE),
    )
    past = read(replace(field(6), parts=parts, round=2))
    assert {entrant: each.met for entrant, each in past.items()} == {1: {2: 1}, 2: {1: 1}, 3: {}, 4: {}, 5: {}, 6: {}}
    assert [len(past[entrant].byes) for entrant in range(1, 7)] == [0, 0, 0, 0, 0, 1]
    assert [sum(past[entrant].seats) for entrant in range(1, 7)] == [1, 1, 0, 0, 0, 0]


def test_scores_far_apart_meet_less_and_less():
    event = after(field(48, rounds=4), 3)
    points = totals(event)
    draw = draw_pods(event, ranking(event))
    apart = [max(points[each] for each in pod.people) - min(points[each] for each in pod.people) for pod in draw.pods]
    assert sum(apart) / len(apart) < (max(points.values()) - min(points.values())) / 3


def test_scores_are_measured_against_the_usual_difference():
    assert strengths([0, 0, 0]) == [0, 0, 0]
    assert strengths([0, 50]) == strengths([0, 500]) == [0, 100]


def test_a_house_bot_sits_where_a_person_is_missing():
    draw = draw_pods(field(14, fill=True), range(1, 15))
    assert [len(pod.seats) for pod in draw.pods] == [4, 4, 4, 4]
    assert sorted(pod.seats.count(None) for pod in draw.pods) == [0, 0, 1, 1]


def test_tables_may_be_given():
    draw = draw_pods(field(9), range(1, 10), stage="final", sizes=[4, 3])
    assert sorted(len(pod.people) for pod in draw.pods) == [3, 4]
    assert (draw.byes, draw.stage) == ((9, 8), "final")


@pytest.mark.parametrize("players", [0, 1])
def test_too_few_for_a_table_have_a_bye(players):
    draw = draw_pods(field(players), range(1, players + 1))
    assert (draw.pods, len(draw.byes)) == ((), players)


def test_a_round_drawn_again_comes_out_the_same():
    event = after(field(13), 2)
    draw = draw_pods(event, ranking(event))
    drawn = tuple(
        Part(each, 3, None, number, seat, None, len(pod.seats))
        for number, pod in enumerate(draw.pods, 1)
        for seat, each in enumerate(pod.seats)
    )
    assert draw_pods(replace(event, parts=event.parts + drawn), ranking(event)) == draw
    assert draw_pods(withdraw(event, 3), [each for each in ranking(event) if each != 3]) != draw


def test_the_draw_follows_from_the_seed():
    event = field(16)
    assert draw_pods(event, range(1, 17)) != draw_pods(replace(event, seed="another"), range(1, 17))


def test_another_process_draws_the_same():
    program = (
        "from tests.tournaments.test_pairing import *; event = after(field(22), 3);"
        "print(repr(draw_pods(event, ranking(event))))"
    )
    other = "1" if os.environ.get("PYTHONHASHSEED") == "2" else "2"
    answer = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={"PYTHONHASHSEED": other},
        capture_output=True,
        text=True,
        check=True,
    )
    event = after(field(22), 3)
    assert answer.stdout == repr(draw_pods(event, ranking(event))) + "\n"
