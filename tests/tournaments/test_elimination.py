"""Elimination: it shrinks to one final table, whatever happens on the way, and everybody is ranked."""

import pytest

from tournaments.formats.base import Outcome
from tournaments.formats.elimination import Elimination
from tournaments.formats.lots import lot
from tournaments.formats.standings import ranking, standings

from . import scripted, simulated

ELIMINATION = Elimination()


def elimination(players: int, **settings: object):
    return simulated.field(players, format="elimination", **settings)


@pytest.mark.parametrize("lives", [1, 2])
@pytest.mark.parametrize("size", range(2, 7))
def test_any_field_ends_with_one_final_and_everybody_ranked(size, lives):
    for players in [*range(2, 20), *range(18 + size, 65, 5)]:
        event = elimination(players, pod_size=size, lives=lives, pod_max=6 if players % 2 else size)
        event, draws = simulated.to_the_end(ELIMINATION, event, seed=players)
        assert [draw.stage for draw in draws] == ["main"] * (len(draws) - 1) + ["final"]
        assert (len(draws[-1].pods), draws[-1].byes) == (1, ())
        rows = standings(event)
        assert sorted(row.entrant for row in rows) == list(range(1, players + 1))
        finalists = draws[-1].pods[0].people
        assert {row.entrant for row in rows[: len(finalists)]} == set(finalists)
        assert ELIMINATION.planned_rounds(event.settings, players) == (len(draws) if lives == 1 else None)


@pytest.mark.parametrize(("players", "size", "advance", "expected"), [
    (64, 4, 2, [64, 32, 16, 8, 4]),
    (16, 4, 1, [16, 4]),
    (9, 4, 2, [9, 4]),
    (8, 2, 1, [8, 4, 2]),
    (27, 3, 1, [27, 9, 3]),
    (7, 4, 3, [7, 5]),
])  # fmt: skip
def test_so_many_play_each_round(players, size, advance, expected):
    _, draws = simulated.to_the_end(ELIMINATION, elimination(players, pod_size=size, advance=advance))
    assert [sum(len(pod.people) for pod in draw.pods) + len(draw.byes) for draw in draws] == expected


def test_a_bye_goes_round_where_tables_have_two_seats():
    _, draws = simulated.to_the_end(ELIMINATION, elimination(11, pod_size=2, pod_max=2))
    byes = [draw.byes for draw in draws if draw.byes]
    assert [len(draw.byes) for draw in draws] == [1, 0, 1, 0]
    assert len(set(byes)) == len(byes)


def test_the_final_decides_the_first_places_whatever_the_points():
    text = """
    settings format=elimination pod_size=3 advance=1
    entrants A B C D E F
    1 table A:1 B:2 C:3
    1 table D:1 E:2 F:3
    2/final table A:2 D:1
    """
    rows = standings(scripted.event(text))
    assert [scripted.name(row.entrant) for row in rows] == ["D", "A", "E", "B", "F", "C"]
    assert ELIMINATION.draw(scripted.event(text)) is None
    assert ELIMINATION.still_in(scripted.event(text)) == frozenset()


def test_a_shared_place_in_the_final_is_told_apart_by_points():
    text = """
    settings format=elimination pod_size=3 pod_max=4 advance=2
    entrants A B C D E F
    1 table A:1 B:2 C:3
    1 table D:2 E:1 F:3
    2/final table A:2 B:2 D:4 E:1
    """
    assert [scripted.name(row.entrant) for row in standings(scripted.event(text))][:4] == ["E", "A", "B", "D"]


THROUGH = {
    "by place": ("1 table A:1 B:2 C:3 D:4", "AB"),
    "a house bot takes no place": ("1 table A:4 B:1 bot:2 C:3 D:5", "BC"),
    "absent: the others go on": ("1 table A:1:absent B:4 C:2:absent D:3", "BD"),
    "got up: out": ("1 table A:1 B:2:forfeit C:3 D:4", "AC"),
    "alone at the table": ("1 table A:4 B:1:absent C:2:absent D:3:absent", "A"),
    "nobody came": ("1 table A:1:absent B:2:absent C:3:absent D:4:absent", ""),
    "voided: all go on": ("1 void A B C D", "ABCD"),
    "still in play: nobody is out": ("1 table A:1 B C D", "ABCD"),
    "a bye": ("1 table A:1 B:2 C:3\n1 bye D", "ABD"),
    "missed: out": ("1 table A:1 B:2 C:3\n1 late D", "AB"),
    "not drawn: out": ("1 table A:1 B:2 C:3", "AB"),
}


@pytest.mark.parametrize(("lines", "expected"), THROUGH.values(), ids=THROUGH)
def test_who_is_still_in_after_a_table(lines, expected):
    event = scripted.event(f"settings format=elimination pod_size=4\nentrants A B C D\n{lines}\n")
    assert "".join(sorted(map(scripted.name, ELIMINATION.still_in(event)))) == expected


def test_level_ones_at_the_cut_go_by_the_standings_so_far():
    text = """
    settings format=elimination pod_size=4 lives=2
    entrants A B C D
    1 table A:1 B:2 C:3 D:4
    2 table A:1 B:3 C:3 D:2
    """
    event = scripted.event(text)  # B and C level for the second failure: B has more points, D fails with C
    assert ELIMINATION.still_in(event) == {1, 2, 4}


def test_level_ones_at_the_cut_whom_nothing_tells_apart_go_by_lot():
    event = scripted.event("settings format=elimination tiebreaks=firsts\nentrants A B C\n1 table A:1 B:2 C:2\n")
    better = min((2, 3), key=lambda entrant: lot(event.seed, entrant))
    assert ELIMINATION.still_in(event) == {1, better}
    assert ranking(event)[:2] == [1, better]


def test_with_two_lives_the_first_failure_is_forgiven():
    text = "settings format=elimination pod_size=4 lives=2\nentrants A B C D\n1 table A:1 B:2 C:3 D:4\n"
    assert ELIMINATION.still_in(scripted.event(text)) == {1, 2, 3, 4}
    text += "2 table A:1 B:2 C:3 D:4\n"
    assert ELIMINATION.still_in(scripted.event(text)) == {1, 2}
    assert ELIMINATION.draw(scripted.event(text)).stage == "final"


def test_with_two_lives_the_final_waits_until_nobody_has_one_to_spare():
    text = "settings format=elimination pod_size=4 lives=2 advance=3\nentrants A B C D\n1 table A:1 B:2 C:3 D:4\n"
    assert ELIMINATION.draw(scripted.event(text)).stage == "main"


def test_nobody_moves_up_for_one_who_withdraws_after_going_on():
    text = """
    settings format=elimination pod_size=4
    entrants A B- C D E F G H
    1 table A:1 B:2 C:3 D:4
    1 table E:1 F:2 G:3 H:4
    """
    draw = ELIMINATION.draw(scripted.event(text))
    assert draw.stage == "final"
    assert sorted(draw.pods[0].people) == [1, 5, 6]


def test_the_last_one_left_wins_without_a_final():
    text = """
    settings format=elimination pod_size=2 pod_max=2
    entrants A- B C D
    1 table A:1 B:2
    1 table C:1 D:2
    """
    event = scripted.event(text)
    assert ELIMINATION.draw(event) is None
    assert scripted.name(standings(event)[0].entrant) == "C"


@pytest.mark.parametrize("entrants", ["", "A", "A-", "A- B- C-", "A B- C-"])
def test_with_fewer_than_two_nothing_is_drawn(entrants):
    assert ELIMINATION.draw(scripted.event(f"settings format=elimination\nentrants {entrants}\n")) is None


def test_a_late_entrant_has_lost_a_life_for_each_round_missed():
    text = "settings format=elimination pod_size=4 lives=2\nentrants A B C D E@2\n1 table A:1 B:2 C:3 D:4\n1 late E\n"
    event = scripted.event(text)
    assert 5 in ELIMINATION.still_in(event)
    assert 5 not in ELIMINATION.still_in(scripted.event(text, lives=1))


def test_a_voided_final_is_played_again():
    text = """
    settings format=elimination pod_size=3 advance=1
    entrants A B C D E F
    1 table A:1 B:2 C:3
    1 table D:1 E:2 F:3
    2/final void A D
    """
    draw = ELIMINATION.draw(scripted.event(text))
    assert draw.stage == "final"
    assert sorted(draw.pods[0].people) == [1, 4]


def test_chaos_on_the_way_ends_as_well():
    def chaos(event, chance):
        return simulated.withdraw(event, *(each.id for each in event.entrants if chance.random() < 0.05))

    for seed in range(12):
        event, draws = simulated.to_the_end(ELIMINATION, elimination(30, lives=1 + seed % 2), seed, chaos)
        assert len(standings(event)) == 30
        assert draws


def test_the_same_event_gives_the_same_draw_and_another_seed_another_one():
    event = elimination(16)
    again = simulated.field(16, format="elimination")
    assert ELIMINATION.draw(event) == ELIMINATION.draw(again)
    other = type(event)(event.settings, "other", event.entrants)
    assert ELIMINATION.draw(event).pods != ELIMINATION.draw(other).pods


def test_firsts_and_seconds_of_one_pod_are_kept_apart_in_the_next():
    event, draws = elimination(16), []
    chance = simulated.Random(3)
    for _ in range(2):
        draws.append(ELIMINATION.draw(event))
        event = simulated.played(event, draws[-1], chance, lambda: Outcome.PLAYED)
    assert sum(pod.cost["repeats"] for pod in draws[1].pods) == 0
