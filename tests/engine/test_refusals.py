"""A refusal is a typed error that says what was wrong and what is legal; values cannot be changed from outside."""

from dataclasses import FrozenInstanceError

import pytest

from games import engine

from . import positions

HAND = ["0: hand R5 B9 RC | up R1 R2 R3 | down B1 B2 B3", "draw B4 B5"]
PILE = ["0: hand R5 G9 RC | up R1 R2 R3 | down B1 B2 B3", "pile B8", "draw B4 B5"]
UP = ["0: hand | up R5 R6 R7 | down B1 B2 B3", "pile R6"]
BLIND = ["0: hand | up | down B1 - B3", "pile R6"]
FORCED = ["0: hand | up R5 R6 R7 | down B1 B2 B3", "draw B4", "owed 1"]
SETUP = ["phase setup", "seats 2", "0: hand R5 B9 GC R6 B10 R7 | down R1 B2 G3"]
BONUS = ["opts colour_bonus=on", "phase bonus", *HAND]
EXCHANGE = ["opts swap_cards=on", "phase exchange", "exchange_left 0 1 2", *HAND]
GONE = ["seats 4", "forfeits 3", *HAND]

# position, seat, action, a word or two of the reason
REFUSED = [
    (HAND, 1, "play R5", "seat 0 is to act"),
    (HAND, 7, "play R5", "no seat 7"),
    (HAND, -1, "play R5", "no seat -1"),
    (HAND, 7, "forfeit", "no seat 7"),
    (GONE, 3, "draw", "no longer in"),
    (GONE, 3, "forfeit", "no longer in"),
    (HAND, 0, "play R5 B9", "one rank"),
    (HAND, 0, "play R6", "must be in the hand"),
    (HAND, 0, "play R1", "must be in the hand"),
    (PILE, 0, "play R5", "equal to or higher"),
    (HAND, 0, "play RC RC", "one at a time"),
    (HAND, 0, "pickup", "nothing to play"),
    (HAND, 0, "draw", "not open"),
    (HAND, 0, "flip 0", "cannot be flipped"),
    (HAND, 0, "pass", "pass is not possible"),
    (HAND, 0, "swap R5 R1", "swap is not possible"),
    (HAND, 0, "exchange R5 1:R1", "exchange is not possible"),
    (HAND, 0, "up R5 B9 RC", "up is not possible"),
    (UP, 0, "play R5", "must be in the 3UP"),
    (UP, 0, "flip 0", "cannot be flipped"),
    (BLIND, 0, "play B1", "flip"),
    (BLIND, 0, "flip 1", "slot 1"),
    (BLIND, 0, "pickup", "nothing to play"),
    (FORCED, 0, "play R5", "must be drawn"),
    (FORCED, 0, "pickup", "nothing to play"),
    (SETUP, 0, "up R5 B9 G10", "six dealt cards"),
    (SETUP, 0, "play R5", "play is not possible"),
    (SETUP, 2, "up R5 B9 GC", "no 3UP"),
    (BONUS, 0, "play R5", "play is not possible"),
    (BONUS, 0, "swap R1 R5", "of the hand"),
    (BONUS, 0, "swap R6 R1", "of the hand"),
    (BONUS, 1, "pass", "seat 0 is to act"),
    (EXCHANGE, 0, "exchange R5 0:R1", "another seat"),
    (EXCHANGE, 0, "exchange R5 5:R1", "another seat"),
    (EXCHANGE, 0, "exchange R6 1:R1", "of the hand"),
    (EXCHANGE, 0, "exchange R5 1:G10", "3UP"),
    (EXCHANGE, 1, "pass", "seat 0 is to act"),
]
NO_ACTIONS = [
    "",
    " ",
    "play",
    "up",
    "up R5",
    "up R5 R6",
    "up R5 R6 R7 R8",
    "play R5 R55",
    "play r5",
    "PLAY R5",
    "play R5,R6",
    "flip",
    "flip 3",
    "flip -1",
    "flip one",
    "flip ١",
    "flip 0 1",
    "swap R5",
    "swap R5 R6 R7",
    "exchange R5",
    "exchange R5 1",
    "exchange R5 1:",
    "exchange R5 :R1",
    "exchange R5 6:R1",
    "exchange R5 -1:R1",
    "exchange R5 01:R1",
    "exchange R5 ١:R1",
    "exchange 1:R1 R5",
    "pickup now",
    "draw 2",
    "pass R5",
    "forfeit 1",
    "resign",
    "play " + "R5 " * 1000,
    None,
    5,
    ["play", "R5"],
    b"draw",
]


def at(lines):
    said = positions.parse(lines)
    if said["phase"] == "setup":
        options, seats, deck, first, order, _ = positions.deal(said)
        cards = [engine.parse_card(card) for card in deck]
        return engine.new_game(engine.Options.from_dict(options), seats, cards, first, order)
    return engine.state_from_json(engine.Options.from_dict(said["options"]), positions.state(said))


@pytest.mark.parametrize(
    ("lines", "seat", "action", "reason"), REFUSED, ids=[" ".join(map(str, r[1:])) for r in REFUSED]
)
def test_a_refusal_says_what_was_wrong_and_what_is_legal(lines, seat, action, reason):
    state = at(lines)
    with pytest.raises(engine.IllegalAction) as caught:
        engine.apply(state, seat, engine.parse_action(action))
    legal = tuple(str(allowed) for allowed in engine.legal_actions(state, seat))
    assert reason in caught.value.reason
    assert caught.value.legal == legal
    assert all(text in str(caught.value) for text in legal[:3])


@pytest.mark.parametrize("text", NO_ACTIONS, ids=[repr(text)[:20] for text in NO_ACTIONS])
def test_what_is_no_action_is_refused(text):
    with pytest.raises(engine.ActionSyntaxError) as caught:
        engine.parse_action(text)
    assert 0 < len(str(caught.value)) < 300


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_when_it_is_over_everything_is_refused(seat):
    state = at(["0: hand R5 | up | down - - -"])
    over = engine.apply(state, 0, engine.parse_action("play R5"))
    for action in ("play R5", "pickup", "draw", "pass", "flip 0", "up R1 R1 R1", "forfeit", "swap R1 R2"):
        with pytest.raises(engine.IllegalAction) as caught:
            engine.apply(over, seat, engine.parse_action(action))
        assert caught.value.reason == "the game is over"
        assert caught.value.legal == ()


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_a_view_of_a_seat_that_is_not_there_is_refused(seat):
    with pytest.raises(IndexError):
        engine.view(at(HAND), seat)


def test_views_actions_and_steps_cannot_be_changed():
    state = at(HAND)
    action = engine.parse_action("play R5")
    step = engine.describe(state, 0, action, engine.apply(state, 0, action))
    for value, name in ((engine.view(state, 0), "turn"), (action, "text"), (step, "seat")):
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, None)
