"""Counting is right: the unseen cards are those hidden, and what pickups tell holds for every hidden card."""

import random
from collections import Counter

import pytest

from games.bots.base import rank_of
from games.bots.counting import know
from games.engine import State, view

from .games import Turn, deal, decisions, random_table


def turns_of(seed: int) -> list[Turn]:
    rng = random.Random(seed)
    options, seats = random_table(rng)
    turns = decisions(deal(options, seats, rng), ["medium", "easy"] * 3, seed, budget_ms=1)
    return [turn for turn in turns if turn.state.phase == "play"]


def hidden_hand(state: State, seat: int) -> list[int]:
    return [rank_of(card) for card in (Counter(state.hand(seat)) - Counter(state.public(seat))).elements()]


def hidden_cards(state: State, me: int) -> list[int]:
    cards = [rank_of(card) for card in (*state.draw_pile, *state.forfeited)]
    for seat in range(state.seats):
        cards += hidden_hand(state, seat) if seat != me else []
        for card, known in zip(state.down(seat), state.known(seat), strict=True):
            if card is not None and not (known and seat == me):
                cards.append(rank_of(card))
    return sorted(cards)


@pytest.mark.parametrize("seed", range(10))
def test_the_unseen_cards_are_the_hidden_ones(seed: int) -> None:
    for turn in turns_of(seed):
        known = know(view(turn.state, turn.seat), turn.history)
        assert list(known.unseen) == hidden_cards(turn.state, turn.seat)


@pytest.mark.parametrize("seed", range(10))
def test_no_hidden_card_breaks_a_limit(seed: int) -> None:
    for turn in turns_of(seed):
        known = know(view(turn.state, turn.seat), turn.history)
        for seat in range(turn.state.seats):
            cards = sorted(hidden_hand(turn.state, seat))
            assert len(cards) == len(known.hand_limits[seat])
            assert all(card < limit for card, limit in zip(cards, known.hand_limits[seat], strict=True))
            for card, limit in zip(turn.state.down(seat), known.slot_limits[seat], strict=True):
                assert card is None or rank_of(card) < limit


def test_pickups_do_tell_something() -> None:
    limits = [
        limit
        for seed in range(10)
        for turn in turns_of(seed)
        for hand in know(view(turn.state, turn.seat), turn.history).hand_limits
        for limit in hand
    ]
    assert any(limit < 13 for limit in limits)


def test_a_history_that_does_not_fit_is_ignored() -> None:
    turn = turns_of(3)[-1]
    known = know(view(turn.state, turn.seat), turn.history[:4])
    sizes = [len(hidden_hand(turn.state, seat)) for seat in range(turn.state.seats)]
    assert [len(hand) for hand in known.hand_limits] == sizes
