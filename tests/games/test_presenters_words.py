"""The words of the table, as people read them."""

import pytest
from django.utils.html import strip_tags

from games.engine import Options, Step, parse_action, parse_card
from games.presenters.log import _lines, log_lines
from games.presenters.options import option_words
from games.presenters.people import Person
from games.presenters.pieces import Same
from games.presenters.words import action_label, clock_text, playable_text
from games.record import Event
from games.templatetags.cards import card_chip
from tests.games.playing import Playing

PEOPLE = (
    Person(0, "Sofia", "person", "S", "Sofia"),
    Person(1, "Babak", "person", "B", "Babak"),
    Person(2, "Medium", "bot", "M"),
)
NAMES = [person.name for person in PEOPLE]


def cards(text):
    return tuple(parse_card(card) for card in text.split())


def line(kind, by="player", **step):
    """The lines that one move of Babak makes, as text."""
    presence = kind in ("away", "resume")
    event = Event(9, 1, kind if presence else "action", 1, "", by, 0)
    made = _lines(Same(event), Same(None if presence else Step(seat=1, kind=kind, **step)), Same(PEOPLE), "en")
    return [said(entry) for entry in made]


def said(entry):
    words = strip_tags(str(entry.words)).replace("\u2009", " ")
    return f"{words} ({entry.by})" if entry.by else words


LINES = [
    ({"kind": "play", "cards": cards("R5")}, ["Babak played 5"]),
    ({"kind": "play", "cards": cards("R5 G5"), "drew": 2}, ["Babak played 5 5 · drew two"]),
    ({"kind": "play", "cards": cards("GC"), "cleared": 6}, ["Babak played Clear and cleared the pile, 6 cards gone"]),
    (
        {"kind": "play", "cards": cards("R5 G5"), "cleared": 3, "three": True},
        ["Babak played 5 5: three in a row clear the pile, 3 cards gone"],
    ),
    (
        {"kind": "play", "cards": cards("R+1"), "cleared": 1, "owed": 1},
        ["Babak played Clear +1 and cleared the pile, 1 card gone · one more action"],
    ),
    ({"kind": "flip", "cards": cards("R4"), "slot": 0}, ["Babak flipped a blind card: 4 – it fits"]),
    (
        {"kind": "flip", "slot": 0, "missed": True, "picked_up": cards("R4 R6")},
        ["Babak flipped a blind card: too low, and picked up 2 cards"],
    ),
    ({"kind": "pickup", "picked_up": cards("R4")}, ["Babak picked up 1 card"]),
    ({"kind": "draw", "drew": 1}, ["Babak drew a card"]),
    ({"kind": "play", "cards": cards("R1"), "reversed": True}, ["Babak played 1 · play turns round"]),
    ({"kind": "exchange", "cards": cards("R2 B9"), "other": 0}, ["Babak gave 2 to Sofia for 9"]),
    ({"kind": "swap", "cards": cards("R3 G9")}, ["Babak made a colour run and swapped 3 for 9"]),
    ({"kind": "pass"}, ["Babak passed"]),
    ({"kind": "up"}, ["Babak chose a 3UP"]),
    ({"kind": "forfeit"}, ["Babak left the game"]),
    (
        {"kind": "play", "cards": cards("R9"), "out": True, "place": 2},
        ["Babak played 9", "Babak is out of cards: 2nd"],
    ),
]


@pytest.mark.parametrize(("step", "words"), LINES)
def test_a_move_is_told_like_this(step, words):
    assert line(**step) == words


def test_a_time_out_is_told():
    assert line(by="timeout", kind="play", cards=cards("R5")) == ["Babak played 5 (the clock had run out)"]


def test_going_away_and_coming_back_are_told():
    assert line("away") == ["Babak is away, a bot holds the seat"]
    assert line("resume") == ["Babak is back"]


def test_a_chip_says_its_colour_to_those_who_cannot_see_it():
    assert 'aria-label="red 5"' in card_chip("R5")
    assert 'aria-label="green Clear +2"' in card_chip("G+2")


LABELS = [
    ("play R5", "", "Play red 5"),
    ("play R5 G5", "R3", "Play two 5s"),
    ("play R5 B5 G5", "R3", "Play three 5s · clears the pile"),
    ("play R5", "B5 G5", "Play red 5 · clears the pile"),
    ("play GC", "R3", "Play green Clear · clears the pile"),
    ("play G+1", "", "Play green Clear +1 · clears the pile · one more action"),
    ("play G+2", "", "Play green Clear +2 · clears the pile · two more actions"),
    ("flip 1", "", "Flip blind card 2"),
    ("pickup", "R3 R4", "Pick up 2 cards"),
    ("pickup", "R3", "Pick up the card"),
    ("draw", "", "Draw a card"),
    ("swap R3 G9", "", "Swap red 3 for your green 9"),
    ("exchange R2 1:B9", "", "Give red 2, take blue 9 from \u2068Babak\u2069"),
]


@pytest.mark.parametrize(("action", "pile", "words"), LABELS)
def test_a_button_says_what_it_will_do(action, pile, words):
    assert action_label(parse_action(action), cards(pile), NAMES, "play") == words


@pytest.mark.parametrize(
    ("pile", "words"), [("", "anything may be played"), ("R4", "4 or higher"), ("R4 B10", "10 or a Clear")]
)
def test_the_pile_says_what_may_be_played(pile, words):
    assert playable_text(cards(pile)) == words


@pytest.mark.parametrize(
    ("ms", "words"),
    [(24_000, "0:24"), (90_000, "1:30"), (0, "0:00"), (11_100_000, "3 h 05 min"), (100_800_000, "1 d 4 h")],
)
def test_clocks_are_read_like_this(ms, words):
    assert clock_text(ms) == words


def test_a_round_begins_and_ends_in_words():
    playing = Playing(Options(), 3, 1).play()
    lines = log_lines(playing.fold, PEOPLE, limit=10_000)
    assert str(lines[0].words).startswith("The cards are dealt. <bdi>")
    assert strip_tags(str(lines[-1].words)).endswith("wins")


def test_the_log_shows_the_last_lines_only():
    playing = Playing(Options(), 3, 1).play(120)
    assert len(log_lines(playing.fold, PEOPLE)) == 40
    assert log_lines(playing.fold, PEOPLE)[-1] == log_lines(playing.fold, PEOPLE, limit=500)[-1]


def test_official_rules_need_no_words_and_each_option_has_some():
    assert option_words(Options().to_dict()) == []
    house = Options(
        deck=74, colours=("red", "blue"), first_seat=1, clear_sets="on", blind_miss="take", extra_draw="each",
        may_draw="on", ones_reverse="on", scoring=3, score_scope="all", swap_piles="pair", swap_cards="on",
        colour_bonus="on", max_turns=200, dry_turns=0,
    )  # fmt: skip
    assert len(option_words(house.to_dict())) == 15
