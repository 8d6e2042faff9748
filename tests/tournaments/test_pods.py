"""Sizes of pods."""

import math

import pytest

from tournaments.formats.pods import people_at, sizes, usual_size

KNOWN = [
    # players, target, largest, sizes
    (0, 4, 6, []), (1, 4, 6, []), (2, 4, 6, [2]), (3, 4, 6, [3]), (5, 4, 6, [5]), (6, 4, 6, [3, 3]), (7, 4, 6, [4, 3]),
    (9, 4, 6, [5, 4]), (10, 4, 6, [4, 3, 3]), (11, 4, 6, [4, 4, 3]), (13, 4, 6, [5, 4, 4]), (14, 4, 6, [4, 4, 3, 3]),
    (5, 4, 4, [3, 2]), (9, 4, 4, [3, 3, 3]), (7, 2, 6, [3, 2, 2]), (7, 2, 2, [2, 2, 2]), (3, 2, 2, [2]),
    (8, 2, 2, [2] * 4), (7, 6, 6, [4, 3]), (14, 6, 6, [5, 5, 4]),
    (12, 5, 3, [3, 3, 3, 3]), (2, 6, 2, [2]), (3, 3, 3, [3]),
]  # fmt: skip
FILLED = [
    # players, target, largest, sizes with house bots
    (14, 4, 6, [4, 4, 4, 4]), (16, 4, 6, [4, 4, 4, 4]), (9, 4, 6, [5, 5]), (7, 2, 2, [2, 2, 2, 2]), (5, 2, 6, [3, 3]),
    (5, 4, 4, [3, 3]), (1, 4, 6, []), (3, 2, 2, [2, 2]),
]  # fmt: skip


@pytest.mark.parametrize(("players", "target", "largest", "expected"), KNOWN)
def test_known_sizes(players, target, largest, expected):
    assert sizes(players, target, largest) == expected


@pytest.mark.parametrize("largest", range(2, 7))
@pytest.mark.parametrize("target", range(2, 7))
@pytest.mark.parametrize("players", range(2, 26))
def test_sizes_follow_the_formula_and_nobody_sits_alone(players, target, largest):
    found = sizes(players, target, largest)
    wanted = math.floor(players / target + 0.5)
    assert len(found) == min(max(wanted, math.ceil(players / largest)), players // 2)
    assert min(found) >= 2
    assert max(found) <= largest
    assert max(found) - min(found) <= 1
    assert sum(found) == players - (largest == 2 and players % 2)


@pytest.mark.parametrize(("players", "target", "largest", "expected"), FILLED)
def test_house_bots_make_all_tables_one_size(players, target, largest, expected):
    assert sizes(players, target, largest, fill=True) == expected


@pytest.mark.parametrize("players", range(2, 26))
@pytest.mark.parametrize("target", range(2, 7))
def test_house_bots_are_one_at_most_at_each_table_and_nobody_has_a_bye(players, target):
    tables = sizes(players, target, 6, fill=True)
    people = people_at(tables, players)
    assert sum(people) == players
    assert all(0 <= seats - sitting <= 1 for seats, sitting in zip(tables, people, strict=True))
    assert min(people) >= 2


@pytest.mark.parametrize(("target", "largest"), [(1, 6), (4, 1), (0, 0)])
def test_a_pod_of_one_is_refused(target, largest):
    with pytest.raises(ValueError, match="two seats"):
        sizes(8, target, largest)


@pytest.mark.parametrize(
    ("people", "bots", "usual"),
    [
        ([4, 4, 3], False, 4),
        ([4, 3, 3], False, 4),
        ([5, 4, 4], False, 4),
        ([3, 3], False, 3),
        ([5, 4, 4], True, 5),
        ([], False, 0),
    ],
)
def test_the_odd_size_is_the_one_not_aimed_at(people, bots, usual):
    assert usual_size(people, 4, bots) == usual
