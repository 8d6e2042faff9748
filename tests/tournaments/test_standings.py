"""The standings: computed by hand (`golden/*.txt`), and what must hold for any event."""

import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.base import Entrant, Event, Outcome, Part, Settings
from tournaments.formats.lots import lot
from tournaments.formats.standings import ranking, standings

from . import scripted

QUICK = settings(deadline=None, max_examples=40)
GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.txt"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_standings_are_those_computed_by_hand(path):
    lines = path.read_text().splitlines()
    names = next(line.split()[3:] for line in lines if line.startswith("place"))
    expected = [line.split()[1:] for line in lines if line.startswith("=")]
    found = [
        [str(row.place), scripted.name(row.entrant), str(row.points), *(_text(row.tiebreaks[name]) for name in names)]
        for row in standings(scripted.event(path.read_text()))
    ]
    assert found == expected


def _text(value: Fraction | None) -> str:
    return "-" if value is None else str(value)


@st.composite
def played(draw: st.DrawFn) -> Event:
    """Some rounds of pods, all sorts of outcomes."""
    players = draw(st.integers(2, 11))
    chance = draw(st.randoms(use_true_random=False))
    parts = []
    for number in range(1, draw(st.integers(0, 4)) + 1):
        order = chance.sample(range(1, players + 1), players)
        while order:
            pod, order = order[:4], order[4:]
            where = {"round": number, "pod": len(order) + 1, "size": len(pod)}
            for seat, entrant in enumerate(pod):
                outcome = chance.choice([Outcome.PLAYED] * 6 + [Outcome.ABSENT, Outcome.FORFEIT, Outcome.BOT])
                parts.append(Part(entrant, outcome=outcome, seat=seat, place=chance.randint(1, 4), **where))
    entrants = tuple(Entrant(number, number, chance.random() < 0.9) for number in range(1, players + 1))
    return Event(Settings(), "ab", entrants, tuple(parts), 9)


@QUICK
@given(played(), st.integers(0, 99))
def test_the_order_in_which_results_came_in_does_not_matter(event, seed):
    parts, entrants = list(event.parts), list(event.entrants)
    random.Random(seed).shuffle(parts)
    random.Random(seed).shuffle(entrants)
    assert standings(replace(event, parts=tuple(parts), entrants=tuple(entrants))) == standings(event)


@QUICK
@given(played())
def test_everybody_has_a_place_and_shared_places_are_counted_past(event):
    rows = standings(event)
    assert sorted(row.entrant for row in rows) == sorted(entrant.id for entrant in event.entrants)
    keys = [(row.tier, row.points, *row.tiebreaks.values()) for row in rows]
    for at, row in enumerate(rows):
        level = at and keys[at] == keys[at - 1]
        assert row.place == (rows[at - 1].place if level else at + 1)


@QUICK
@given(played())
def test_more_points_are_a_better_place(event):
    rows = standings(event)
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)


@QUICK
@given(played())
def test_the_ranking_is_the_standings_with_a_lot_for_those_level(event):
    rows = standings(event)
    place = {row.entrant: row.place for row in rows}
    expected = sorted(place, key=lambda entrant: (place[entrant], lot(event.seed, entrant)))
    assert ranking(event) == expected


def test_before_the_first_round_all_share_the_first_place():
    rows = standings(scripted.event("settings pod_size=4\nentrants A B C"))
    assert [(row.place, row.entrant) for row in rows] == [(1, 1), (1, 2), (1, 3)]


def test_an_event_without_entrants_has_empty_standings():
    assert standings(Event(Settings(), "ab", ())) == []


def test_the_organisers_order_of_tie_breaks_decides():
    text = "settings pod_size=4\nentrants A B C D\n1 table A:1 B:2 C:3\n2 table A:2 C:1 B:3\n3 table A:3 C:2 B:1\n"
    by_seat = standings(scripted.event(text, tiebreaks=("later_seat",)))
    by_entry = standings(scripted.event(text, tiebreaks=()))
    assert [row.place for row in by_entry] == [1, 1, 1, 4]
    assert [scripted.name(row.entrant) for row in by_seat] == ["B", "C", "A", "D"]


def test_a_withdrawn_player_keeps_the_place_of_their_points():
    rows = standings(scripted.event("settings pod_size=2\nentrants A- B\n1 table A:1 B:2\n"))
    assert [(scripted.name(row.entrant), row.place) for row in rows] == [("A", 1), ("B", 2)]
