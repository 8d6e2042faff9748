"""Swiss then final: who makes the cut, and what follows it."""

import pytest

from tournaments.formats import FORMATS
from tournaments.formats.standings import standings

from . import scripted, simulated

SWISS_FINAL = FORMATS["swiss_final"]


def swiss_final(players: int, **settings: object):
    return simulated.field(players, format="swiss_final", **settings)


@pytest.mark.parametrize(("players", "settings", "stages"), [
    (20, {"rounds": 3, "cut": 16, "advance": 1}, ["main"] * 3 + ["semi-final", "final"]),
    (20, {"rounds": 2, "cut": 16, "advance": 2}, ["main"] * 2 + ["semi-final"] * 2 + ["final"]),
    (9, {"rounds": 2, "cut": 4}, ["main"] * 2 + ["final"]),
    (5, {"rounds": 2, "cut": 16}, ["main"] * 2 + ["final"]),
    (8, {"rounds": 3, "cut": 4, "pod_size": 2, "pod_max": 2}, ["main"] * 3 + ["semi-final", "final"]),
    (2, {"rounds": 1, "cut": 2}, ["main", "final"]),
])  # fmt: skip
def test_the_rounds_are_followed_by_semi_finals_and_a_final(players, settings, stages):
    event, draws = simulated.to_the_end(SWISS_FINAL, swiss_final(players, **settings))
    assert [draw.stage for draw in draws] == stages
    assert SWISS_FINAL.planned_rounds(event.settings, players) == len(stages)
    assert sorted(row.entrant for row in standings(event)) == list(range(1, players + 1))


def test_the_best_make_the_cut_and_stand_above_the_others():
    event, draws = simulated.to_the_end(SWISS_FINAL, swiss_final(12, rounds=2, cut=8, advance=1))
    before_cut = type(event)(
        event.settings, event.seed, event.entrants, tuple(p for p in event.parts if p.round < 3), 3
    )
    best = {row.entrant for row in standings(before_cut) if row.place <= 8}
    cut = {entrant for pod in draws[2].pods for entrant in pod.people}
    assert cut <= best
    assert {row.entrant for row in standings(event)[:8]} == cut


def test_the_first_of_the_cut_are_kept_apart_in_the_semi_finals():
    text = """
    settings format=swiss_final rounds=1 cut=8 advance=2
    entrants A B C D E F G H
    1 table A:1 B:2 C:3 D:4
    1 table E:1 F:2 G:3 H:4
    """
    draw = SWISS_FINAL.draw(scripted.event(text))
    assert draw.stage == "semi-final"
    assert all(len({1, 5} & set(pod.people)) == 1 for pod in draw.pods)


CUT = "settings format=swiss_final rounds=1 cut=3 pod_size=3\n"
ROUND = "1 table A:1 B:2 C:3\n1 table D:1 E:2 F:3\n"


def test_a_withdrawn_player_does_not_make_the_cut_but_keeps_the_place():
    event = scripted.event(f"{CUT}entrants A- B C D E F\n{ROUND}")
    draw = SWISS_FINAL.draw(event)
    assert sorted(map(scripted.name, draw.pods[0].people)) == ["B", "D", "E"]
    assert 1 in [row.entrant for row in standings(event)[:2]]


def test_while_the_final_has_not_begun_a_withdrawal_lets_the_next_one_in():
    text = f"{CUT}entrants A- B C D E F\n{ROUND}2/final table A D B\n"
    event = scripted.event(text)
    again = type(event)(event.settings, event.seed, event.entrants, event.parts, round=2)
    assert sorted(map(scripted.name, SWISS_FINAL.draw(again).pods[0].people)) == ["B", "D", "E"]


def test_after_the_cut_only_those_who_made_it_are_still_in():
    event = scripted.event(f"{CUT}entrants A B C D E F\n{ROUND}2/final table A D B\n")
    assert SWISS_FINAL.still_in(event) == {1, 2, 4}


def test_the_final_decides_above_the_points():
    rows = standings(scripted.event(f"{CUT}entrants A B C D E F\n{ROUND}2/final table A:3 D:2 B:1\n"))
    assert [scripted.name(row.entrant) for row in rows][:3] == ["B", "D", "A"]


def test_whoever_is_not_there_in_the_final_is_last_of_it():
    rows = standings(scripted.event(f"{CUT}entrants A B C D E F\n{ROUND}2/final table A:1:absent D:3 B:2\n"))
    assert [scripted.name(row.entrant) for row in rows][:3] == ["B", "D", "A"]


def test_when_all_but_one_are_gone_nothing_more_is_drawn():
    assert SWISS_FINAL.draw(scripted.event(f"{CUT}entrants A- B- C- D E- F-\n{ROUND}")) is None


@pytest.mark.parametrize("entrants", ["", "A", "A-", "A- B- C-", "A B- C-"])
def test_with_fewer_than_two_nothing_is_drawn(entrants):
    assert SWISS_FINAL.draw(scripted.event(f"settings format=swiss_final\nentrants {entrants}\n")) is None


def test_chaos_on_the_way_ends_as_well():
    def chaos(event, chance):
        return simulated.withdraw(event, *(each.id for each in event.entrants if chance.random() < 0.1))

    for seed in range(5):
        event, _ = simulated.to_the_end(SWISS_FINAL, swiss_final(18, rounds=3), seed, chaos)
        assert len(standings(event)) == 18
