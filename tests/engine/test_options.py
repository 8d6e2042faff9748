"""Options: defaults, spellings, and every refusal with its reason (RULES sections 1 to 7)."""

from dataclasses import FrozenInstanceError

import pytest

from games.engine import OPTION_NAMES, PRESETS, DealError, EngineError, Options, OptionsError, build_deck, new_game

from . import oracle

SWITCHES = ("clear_sets", "play_for_places", "may_draw", "ones_reverse", "swap_cards", "colour_bonus")
JUNK = (None, [], {}, "", " ", "maybe", -1, 1.5, float("nan"), 10**30, "٣", b"on", object())

# options, names refused, a word of the reason
REFUSED = [
    ({"deck": 85}, "deck", "84"),
    ({"deck": "eighty"}, "deck", "74"),
    ({"deck": True}, "deck", "84"),
    ({"colours": []}, "colours", "red"),
    ({"colours": ["red", "red"]}, "colours", "once"),
    ({"colours": ["yellow"]}, "colours", "green"),
    ({"colours": "purple"}, "colours", "blue"),
    ({"colours": ["R", "B"]}, "colours", "red"),
    ({"colours": {"red": 1}}, "colours", "list"),
    ({"colours": [["red"]]}, "colours", "list"),
    ({"first_seat": 6}, "first_seat", "random"),
    ({"first_seat": -1}, "first_seat", "random"),
    ({"first_seat": "first"}, "first_seat", "random"),
    ({"first_seat": True}, "first_seat", "random"),
    ({"extra_draw": "both"}, "extra_draw", "each"),
    ({"extra_draw": True}, "extra_draw", "first"),
    ({"blind_miss": "drop"}, "blind_miss", "take"),
    ({"swap_piles": "on"}, "swap_piles", "pair"),
    ({"score_scope": "piles"}, "score_scope", "hand"),
    ({"scoring": 0}, "scoring", "1 to 20"),
    ({"scoring": 21}, "scoring", "1 to 20"),
    ({"scoring": "on"}, "scoring", "off"),
    ({"scoring": True}, "scoring", "off"),
    ({"max_turns": 99}, "max_turns", "100 to 5000"),
    ({"max_turns": 5001}, "max_turns", "5000"),
    ({"max_turns": "many"}, "max_turns", "5000"),
    ({"dry_turns": 1}, "dry_turns", "20 to 1000"),
    ({"dry_turns": 19}, "dry_turns", "0"),
    ({"dry_turns": 1001}, "dry_turns", "1000"),
    ({"dry_turns": -20}, "dry_turns", "1000"),
    ({"jokers": "on"}, "jokers", "no such option"),
    ({"play_for_places": "on", "scoring": 3}, "play_for_places", "scor"),
    ({"colours": ["green"], "colour_bonus": "on"}, "colour_bonus", "two colours"),
    *[({name: "yes"}, name, "off, on") for name in SWITCHES],
    *[({name: 1}, name, "off, on") for name in SWITCHES],
]

# options, seats, names refused
REFUSED_SEATS = [
    ({}, 1, "seats"),
    ({}, 7, "seats"),
    ({}, 0, "seats"),
    ({}, -2, "seats"),
    ({}, "3", "seats"),
    ({}, True, "seats"),
    ({}, None, "seats"),
    ({}, 2.0, "seats"),
    ({"colours": ["red", "blue"]}, 5, "colours"),
    ({"colours": ["red", "green"]}, 6, "colours"),
    ({"colours": ["red"]}, 3, "colours"),
    ({"colours": ["blue"]}, 4, "colours"),
    ({"colours": ["green"]}, 5, "colours"),
    ({"colours": ["green"], "deck": 74}, 3, "colours"),
    ({"first_seat": 2}, 2, "first_seat"),
    ({"first_seat": 5}, 5, "first_seat"),
]
ALLOWED_SEATS = [
    ({}, 2),
    ({}, 6),
    ({"deck": 74}, 6),
    ({"colours": ["red", "blue"]}, 4),
    ({"colours": ["red"]}, 2),
    ({"colours": ["green"]}, 4),
    ({"colours": ["green"], "deck": 74}, 2),
    ({"colours": ["red", "blue", "green"]}, 5),
    ({"first_seat": 5}, 6),
]


def refused(values):
    with pytest.raises(OptionsError) as caught:
        Options.from_dict(values)
    return caught.value


@pytest.mark.parametrize(("values", "name", "reason"), REFUSED, ids=[str(row[0]) for row in REFUSED])
def test_it_refuses_the_value_and_says_why(values, name, reason):
    error = refused(values)
    assert list(error.problems) == [name]
    assert reason in error.problems[name]
    assert name in str(error)


@pytest.mark.parametrize(("values", "seats", "name"), REFUSED_SEATS, ids=[str(row[:2]) for row in REFUSED_SEATS])
def test_it_refuses_seats_that_these_options_cannot_have(values, seats, name):
    with pytest.raises(OptionsError) as caught:
        Options.from_dict(values).for_seats(seats)
    assert list(caught.value.problems) == [name]
    assert caught.value.problems[name]


@pytest.mark.parametrize(("values", "seats"), ALLOWED_SEATS, ids=[str(row) for row in ALLOWED_SEATS])
def test_it_allows_seats_for_which_the_deck_is_enough(values, seats):
    options = Options.from_dict(values)
    assert options.for_seats(seats) == options
    assert len(build_deck(options)) >= 9 * seats


@pytest.mark.parametrize("name", OPTION_NAMES)
@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_junk_is_refused_under_its_own_name(name, junk):
    assert list(refused({name: junk}).problems) == [name]


@pytest.mark.parametrize("junk", [None, [], "deck", 3, [("deck", 84)]], ids=repr)
def test_options_that_are_no_mapping_are_refused(junk):
    refused(junk)


@pytest.mark.parametrize("name", [3, None, "", ("deck",), "Deck", " deck"], ids=repr)
def test_a_name_that_is_no_option_is_refused(name):
    assert "no such option" in next(iter(refused({name: 84}).problems.values()))


def test_all_problems_are_told_at_once():
    problems = refused({"deck": 1, "max_turns": 7, "jokers": 1, "play_for_places": "on", "scoring": 2}).problems
    assert set(problems) == {"deck", "max_turns", "jokers", "play_for_places"}


def test_the_defaults_are_those_of_the_rules():
    assert oracle.normal(Options().to_dict()) == oracle.DEFAULTS
    assert Options.from_dict({}) == Options()


def test_the_names_are_those_of_the_rules():
    assert set(OPTION_NAMES) == set(oracle.DEFAULTS) == set(Options().to_dict())


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_survives_the_way_through_its_dict(name):
    assert Options.from_dict(PRESETS[name].to_dict()) == PRESETS[name]


def test_there_are_three_presets_and_the_official_one_is_the_default():
    assert set(PRESETS) == {"official", "quick", "house"}
    assert PRESETS["official"] == Options()


def test_numbers_may_come_as_text_and_switches_as_booleans():
    texts = Options.from_dict({"deck": "74", "scoring": "3", "max_turns": "100", "dry_turns": "0", "first_seat": "1"})
    assert texts == Options(deck=74, scoring=3, max_turns=100, dry_turns=0, first_seat=1)
    assert Options.from_dict(dict.fromkeys(SWITCHES, False)) == Options()
    assert Options.from_dict({"may_draw": True}) == Options(may_draw="on")


def test_colours_come_in_any_order_and_are_kept_in_one():
    assert Options.from_dict({"colours": ["green", "red"]}).colours == ("red", "green")
    assert Options.from_dict({"colours": ("blue",)}).to_dict()["colours"] == ["blue"]


def test_options_are_frozen_and_hash_by_value():
    options = Options()
    with pytest.raises(FrozenInstanceError):
        options.deck = 74
    assert hash(options) == hash(Options.from_dict({}))


def test_bounds_of_the_ranges_are_allowed():
    for values in ({"max_turns": 100}, {"max_turns": 5000}, {"dry_turns": 20}, {"dry_turns": 1000}, {"scoring": 1}):
        assert Options.from_dict(values).to_dict().items() >= values.items()


def good_deal(**changes):
    options = Options.from_dict({"swap_piles": "pair"})
    deal = {"options": options, "seats": 2, "deck": build_deck(options), "first_seat": 0, "pile_order": (1, 0)}
    return {**deal, **changes}


DECK = build_deck(Options())
BAD_DEALS = {
    "a card missing": {"deck": DECK[1:]},
    "a card too many": {"deck": (*DECK, 0)},
    "one card instead of another": {"deck": (*DECK[1:], 38)},
    "no deck": {"deck": ()},
    "the other deck": {"deck": build_deck(Options(deck=74))},
    "a first seat that is not there": {"first_seat": 2},
    "a negative first seat": {"first_seat": -1},
    "a first seat that is no number": {"first_seat": "0"},
    "a first seat of True": {"first_seat": True},
    "no first seat": {"first_seat": None},
    "no pile order": {"pile_order": None},
    "a short pile order": {"pile_order": (0,)},
    "a pile order with a seat twice": {"pile_order": (0, 0)},
    "a pile order with a seat that is not there": {"pile_order": (0, 2)},
    "a pile order of texts": {"pile_order": ("0", "1")},
    "seven seats": {"seats": 7},
    "one seat": {"seats": 1},
    "a seat that left and is not there": {"forfeited": (2,)},
    "a seat that left twice": {"forfeited": (1, 1)},
}


@pytest.mark.parametrize("changes", BAD_DEALS.values(), ids=BAD_DEALS.keys())
def test_it_refuses_to_deal(changes):
    with pytest.raises(EngineError) as caught:
        new_game(**good_deal(**changes))
    assert str(caught.value)


def test_it_deals_what_fits():
    assert new_game(**good_deal()).seats == 2


def test_a_deal_without_swapped_piles_needs_no_order():
    assert new_game(Options(), 2, DECK, 1).first == 1
    with pytest.raises(DealError):
        new_game(Options(), 2, DECK, 1, (0, 0))
