"""Points of a round: places, ties, who is struck out, rounds without a table, streaks."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.base import Entrant, Event, Outcome, Part, Settings
from tournaments.formats.scoring import FORMULAS, SCORINGS, points_of

from . import scripted


def points(text: str, **changes: object) -> dict[str, str]:
    """Name -> points of each round, joined."""
    found = points_of(scripted.event(text, **changes))
    rows: dict[str, list[str]] = {}
    for (entrant, _), score in sorted(found.items()):
        rows.setdefault(scripted.name(entrant), []).append(str(score.points))
    return {name: " ".join(row) for name, row in rows.items()}


TABLES = {
    "two": ("A:1 B:2", "100 0"),
    "three": ("A:2 B:1 C:3", "50 100 0"),
    "four": ("A:1 B:2 C:3 D:4", "100 200/3 100/3 0"),
    "five": ("A:1 B:2 C:3 D:4 E:5", "100 75 50 25 0"),
    "six": ("A:1 B:2 C:3 D:4 E:5 F:6", "100 80 60 40 20 0"),
    "first shared": ("A:1 B:1 C:3 D:4", "250/3 250/3 100/3 0"),
    "middle shared": ("A:1 B:2 C:2 D:4", "100 50 50 0"),
    "last shared by three": ("A:1 B:2 C:2 D:2", "100 100/3 100/3 100/3"),
    "all level": ("A:1 B:1 C:1", "50 50 50"),
    "house bot struck": ("A:1 bot:2 B:3 C:4", "100 50 0"),
    "house bot level with one": ("A:1 bot:1 B:3", "100 0"),
    "absent struck": ("A:1 B:2:absent C:3 D:4", "100 0 50 0"),
    "forfeit struck": ("A:2 B:3 C:4:forfeit", "100 0 0"),
    "replaced struck": ("A:2 B:1:bot C:3", "100 0 0"),
    "alone with bots": ("bot:1 A:3 bot:2", "100"),
    "alone with absentees": ("A:4 B:1:absent C:2:forfeit D:3:bot", "100 0 0 0"),
    "nobody left": ("A:1:absent B:2:absent", "0 0"),
    "still in play": ("A B C", "0 0 0"),
    "in play, one got up": ("A B C:3:forfeit", "0 0 0"),
    "in play, one out": ("A:1 B C", "0 0 0"),
}


@pytest.mark.parametrize(("seats", "expected"), TABLES.values(), ids=TABLES)
def test_a_table_scores_by_place_among_those_who_count(seats, expected):
    found = points(f"settings pod_size=4\nentrants A B C D E F\n1 table {seats}\n")
    assert " ".join(found[name] for name in sorted(found)) == expected


PRESETS = {
    # preset, target: points of pods of 2, 3, 4, 5
    ("places", 4): ("100 0", "100 50 0", "100 200/3 100/3 0", "100 75 50 25 0"),
    ("wins", 4): ("50 0", "75 0 0", "100 0 0 0", "125 0 0 0 0"),
    ("wins", 2): ("100 0", "150 0 0", "200 0 0 0", "250 0 0 0 0"),
    ("winner", 4): ("75 0", "175/2 25 0", "100 100/3 50/3 0", "225/2 75/2 25 25/2 0"),
}


@pytest.mark.parametrize(("preset", "target"), PRESETS)
def test_a_preset_gives_its_points(preset, target):
    for size, expected in enumerate(PRESETS[preset, target], 2):
        found = [str(SCORINGS[preset](place, size, target)) for place in range(1, size + 1)]
        assert " ".join(found) == expected


@pytest.mark.parametrize("preset", SCORINGS)
@pytest.mark.parametrize("target", [2, 3, 4, 6])
def test_every_preset_gives_the_same_on_average_in_pods_of_any_size(preset, target):
    means = {sum(SCORINGS[preset](place, size, target) for place in range(1, size + 1)) / size for size in range(2, 7)}
    assert len(means) == 1
    assert preset in FORMULAS


@pytest.mark.parametrize("target", range(2, 7))
def test_even_spreads_points_alike_in_pods_of_any_size(target):
    def variance(size: int) -> float:
        return float(sum((SCORINGS["even"](place, size, target) - 50) ** 2 for place in range(1, size + 1)) / size)

    assert [variance(size) for size in range(2, 7)] == pytest.approx([variance(target)] * 5, rel=1e-5)
    assert SCORINGS["even"](1, target, target) == 100


ROUNDS = {
    "a bye": ("1 bye A", "100"),
    "late: 50 for the first round missed": ("1 late A\n2 late A\n3 late A", "50 0 0"),
    "late after a pause": ("3 late A\n2 late A", "50 0"),
    "absent without a table": ("1 absent A", "0"),
    "a voided table": ("1 void A B C", "50"),
}


@pytest.mark.parametrize(("lines", "expected"), ROUNDS.values(), ids=ROUNDS)
def test_a_round_without_a_result_scores_by_its_outcome(lines, expected):
    assert points(f"settings pod_size=4\nentrants A B C\n{lines}\n")["A"] == expected


def test_the_place_says_where_level_ones_stand_on_average():
    event = scripted.event("settings pod_size=4\nentrants A B C D\n1 table A:1 B:2 C:2 D:3:absent\n")
    scores = points_of(event)
    assert [(scores[entrant, 1].place, scores[entrant, 1].people) for entrant in (1, 2, 3, 4)] == [
        (1, 3),
        (Fraction(5, 2), 3),
        (Fraction(5, 2), 3),
        (None, 0),
    ]


STREAKS = {
    "the third win in a row": ("1 1 1", "100 100 150"),
    "and the next ones": ("1 1 1 1", "100 100 150 150"),
    "a loss breaks it": ("1 1 2 1 1 1", "100 100 0 100 100 150"),
    "a shared win is none": ("1 1 =", "100 100 50"),
    "a bye changes nothing": ("1 1 b 1", "100 100 100 150"),
    "a voided table changes nothing": ("1 1 v 1", "100 100 50 150"),
    "a win over nobody changes nothing": ("1 1 a 1", "100 100 100 150"),
    "getting up breaks it": ("1 1 f 1 1 1", "100 100 0 100 100 150"),
    "a table in play changes nothing": ("1 1 p 1", "100 100 0 150"),
}
STREAK_LINES = {
    "1": "table A:1 B:2",
    "2": "table A:2 B:1",
    "=": "table A:1 B:1",
    "a": "table A:1 B:2:absent",
    "f": "table A:2:forfeit B:1",
    "p": "table A B",
    "b": "bye A",
    "v": "void A B",
}


@pytest.mark.parametrize(("course", "expected"), STREAKS.values(), ids=STREAKS)
def test_a_win_after_two_in_a_row_earns_a_bonus_in_the_arena(course, expected):
    lines = "\n".join(f"{at} {STREAK_LINES[sign]}" for at, sign in enumerate(course.split(), 1))
    text = f"settings format=arena\nentrants A B\n{lines}\n"
    assert points(text)["A"] == expected
    assert "150" not in points(text, streaks=False)["A"]
    assert "150" not in points(text, format="swiss_pods")["A"]


def test_streaks_follow_the_order_in_which_tables_ended():
    won, lost = {"place": 1, "outcome": Outcome.PLAYED}, {"place": 2, "outcome": Outcome.PLAYED}
    parts = []
    for number, (ended, mine, theirs) in enumerate(
        [(30, won, lost), (10, lost, won), (20, won, lost), (40, won, lost)], 1
    ):
        parts += [
            Part(1, number, pod=1, seat=0, ended=ended, **mine),
            Part(2, number, pod=1, seat=1, ended=ended, **theirs),
        ]
    event = Event(Settings(format="arena"), "ab", (Entrant(1, 1), Entrant(2, 2)), tuple(parts), 5)
    assert [int(points_of(event)[1, number].bonus) for number in (1, 2, 3, 4)] == [0, 0, 0, 50]


def test_in_a_duplicate_event_one_is_compared_with_those_who_held_the_seat():
    text = """
    settings pod_size=3 duplicate=True
    entrants A B C D E F G
    1 table A:2 B:1 C:3
    1 table D:1 E:1 bot:3
    1 table F:3 G:2:absent bot:1
    """
    found = points(text)
    # Seat 0: D 1, A 2, F 3; seat 1: B and E level, G struck; seat 2: C alone there, so the table decides: last.
    assert found == {"A": "50", "B": "50", "C": "0", "D": "100", "E": "50", "F": "0", "G": "0"}


def test_a_duplicate_round_has_no_points_before_its_last_table_ends():
    text = "settings duplicate=True pod_size=2\nentrants A B C D\n1 table A:1 B:2\n1 table C D\n"
    assert set(points(text).values()) == {"0"}


@settings(deadline=None, max_examples=60)
@given(st.lists(st.lists(st.integers(1, 6), min_size=2, max_size=6), min_size=1, max_size=4))
def test_the_points_of_a_table_add_up_to_fifty_for_each(tables):
    parts, entrants = [], []
    for pod, places in enumerate(tables, 1):
        for seat, place in enumerate(places):
            entrants.append(Entrant(len(entrants) + 1, len(entrants) + 1))
            parts.append(Part(len(entrants), 1, Outcome.PLAYED, pod, seat, place, len(places)))
    scores = points_of(Event(Settings(), "ab", tuple(entrants), tuple(parts), 2))
    assert sum(score.points for score in scores.values()) == 50 * len(entrants)


def test_an_unknown_scoring_is_an_error():
    with pytest.raises(KeyError):
        points_of(scripted.event("settings scoring=luck\nentrants A B\n1 table A:1 B:2\n"))
