"""Cards, decks and the points of RULES sections 1 and 7."""

from collections import Counter

import pytest

from games.engine import EngineError, Options, build_deck, card_text, match_totals, parse_card

from . import oracle

COLOURS = [
    ["red", "blue", "green"],
    ["red", "blue"],
    ["red", "green"],
    ["blue", "green"],
    ["red"],
    ["blue"],
    ["green"],
]


def texts(**options):
    return [card_text(card) for card in build_deck(Options.from_dict(options))]


@pytest.mark.parametrize("deck", [84, 74])
@pytest.mark.parametrize("colours", COLOURS, ids=",".join)
def test_the_deck_is_the_one_of_the_rules(deck, colours):
    assert texts(deck=deck, colours=colours) == oracle.deck({"deck": deck, "colours": colours})


def test_the_default_deck_has_70_numbers_7_clear_6_plus_one_and_1_plus_two():
    counts = Counter("number" if card[1:].isdigit() else card[1:] for card in texts())
    assert counts == {"number": 70, "C": 7, "+1": 6, "+2": 1}


def test_the_default_deck_has_24_red_24_blue_and_36_green_cards():
    assert Counter(card[0] for card in texts()) == {"R": 24, "B": 24, "G": 36}


def test_the_other_deck_adds_up_to_74_and_has_two_plus_two_in_green():
    assert len(texts(deck=74)) == 74
    assert [card for card in texts(deck=74) if card.endswith("+2")] == ["G+2", "G+2"]


@pytest.mark.parametrize("card", range(39))
def test_a_card_survives_the_way_through_its_text(card):
    assert parse_card(card_text(card)) == card


def test_ints_sort_as_the_rules_sort_cards():
    every = [f"{colour}{rank}" for rank in oracle.RANKS for colour in oracle.COLOURS]
    assert [card_text(card) for card in range(39)] == every


@pytest.mark.parametrize(
    "text", ["", "R", "5", "R0", "R11", "R01", "r5", "Y5", "RC ", " RC", "R+3", "5R", "R-1", None, 5]
)
def test_what_is_no_card_is_refused(text):
    with pytest.raises(EngineError):
        parse_card(text)


def rounds(*rows):
    return [{"scores": list(scores), "placings": list(places)} for scores, places in rows]


MATCHES = {
    "the lowest total wins": (
        rounds(((0, 10, 5), (1, 3, 2)), ((9, 0, 3), (3, 1, 2))),
        [9, 10, 8],
        [1, 1, 0],
        [2, 3, 1],
    ),
    "level: more rounds won": (rounds(((0, 5), (1, 2)), ((5, 0), (2, 1)), ((4, 4), (1, 2))), [9, 9], [2, 1], [1, 2]),
    "level in both: shared": (rounds(((0, 5, 9), (1, 2, 3)), ((5, 0, 9), (2, 1, 3))), [5, 5, 18], [1, 1, 0], [1, 1, 3]),
    "a leaver ranks below all": (rounds(((50, None, 0), (2, 3, 1))), [50, 0, 0], [0, 0, 1], [2, 3, 1]),
    "a later leaver above an earlier one": (
        rounds(((9, None, 0), (2, 3, 1)), ((None, None, 0), (2, None, 1))),
        [9, 0, 0],
        [0, 0, 2],
        [2, 3, 1],
    ),
    "two leavers of one round by their places": (
        rounds(((0, None, None, 7), (1, 4, 3, 2))),
        [0, 0, 0, 7],
        [1, 0, 0, 0],
        [1, 4, 3, 2],
    ),
    "a leaver's total is not compared": (
        rounds(((30, 0), (2, 1)), ((0, None), (1, 2))),
        [30, 0],
        [1, 1],
        [1, 2],
    ),
    "no round played: all level": ([], [0, 0, 0], [0, 0, 0], [1, 1, 1]),
}


@pytest.mark.parametrize("totals_of", [match_totals, oracle.match_totals], ids=["engine", "oracle"])
@pytest.mark.parametrize(("played", "totals", "won", "placings"), MATCHES.values(), ids=MATCHES.keys())
def test_a_match_adds_up(totals_of, played, totals, won, placings):
    assert totals_of(played, len(totals)) == {"totals": totals, "won": won, "placings": placings}


@pytest.mark.parametrize("played", [rounds(((1,), (1, 2))), rounds(((1, 2), (1,))), rounds(((1, 2, 3), (1, 2, 3)))])
def test_rounds_of_another_number_of_seats_are_refused(played):
    with pytest.raises(EngineError):
        match_totals(played, 2)
