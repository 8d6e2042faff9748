"""What a bot imagines follows the rules: the rank-only position moves as the engine does."""

import random
from dataclasses import replace

import pytest

from games.bots.base import rank_of
from games.bots.counting import know
from games.bots.playout import playout
from games.bots.position import BITS, CLEAR_SHIFT, Position, pack, unpack
from games.bots.sampling import Sampler, visible
from games.bots.search import candidate
from games.engine import State, apply, legal_actions, view

from .games import deal, decisions, random_table


def exact(state: State, seat: int) -> Position:
    """The true position, nothing left to imagine."""
    position = visible(view(state, seat))
    for other in range(state.seats):
        slots = list(zip(state.down(other), state.known(other), strict=True))
        position.hands[other] = pack(map(rank_of, state.hand(other)))
        position.known[other] = [rank_of(card) for card, known in slots if card is not None and known]
        position.fresh[other] = [rank_of(card) for card, known in slots if card is not None and not known]
    position.deck = [rank_of(card) for card in state.draw_pile]
    return position


def shape(position: Position) -> dict[str, object]:
    """What two positions must agree on."""
    seats = range(position.seats)
    return {
        "hands": position.hands,
        "sizes": position.sizes,
        "ups": position.ups,
        "down": [sorted(position.fresh[seat] + position.known[seat]) for seat in seats],
        "known": [sorted(position.known[seat]) for seat in seats],
        "deck": position.deck[position.drawn :],
        "pile": (position.pile, position.pile_size, position.top, position.same if position.pile_size else 0),
        "turn": position.turn,
        "direction": position.direction,
        "owed": (position.owed, position.open and position.owed > 0 and position.drawn < len(position.deck)),
        "inside": position.inside,
    }


@pytest.mark.parametrize("seed", range(24))
def test_an_imagined_action_does_what_the_engine_does(seed: int) -> None:
    rng = random.Random(seed)
    options, seats = random_table(rng)
    options = replace(options, colour_bonus="off")
    for turn in decisions(deal(options, seats, rng), ["easy", "medium", "easy"] * 2, seed, budget_ms=1):
        after = apply(turn.state, turn.seat, turn.action)
        if turn.state.phase != "play" or after.over:
            continue
        position = exact(turn.state, turn.seat)
        if turn.action.kind == "flip":
            card = turn.state.down(turn.seat)[turn.action.slot or 0]
            position.flip(rank_of(card or 0), turn.state.known(turn.seat)[turn.action.slot or 0])
        else:
            candidate(view(turn.state, turn.seat), turn.action).apply(position)
        assert after.turn is not None
        assert shape(position) == shape(exact(after, after.turn))


@pytest.mark.parametrize("seed", range(12))
def test_a_playout_plays_lowest_first_by_the_same_rules(seed: int) -> None:
    rng = random.Random(100 + seed)
    options, seats = random_table(rng)
    state = deal(options, seats, rng)
    for seat in range(seats):
        state = apply(state, seat, legal_actions(state, seat)[0])
    if state.phase != "play" or state.turn is None:
        return
    fast, slow = exact(state, state.turn), exact(state, state.turn)
    for _ in range(400):
        if slow.over:
            break
        one_step(slow)
        playout(fast, 1)
        if not slow.over:
            assert shape(fast) == shape(slow)
    assert fast.over == slow.over
    assert fast.out == slow.out


def one_step(position: Position) -> None:
    """The playout's habit in its plain form."""
    seat = position.turn
    stocked = position.drawn < len(position.deck)
    zone = position.hands[seat] or position.ups[seat]
    if not position.hands[seat] and stocked:
        position.draw()
    elif not zone:
        known = [rank for rank in position.known[seat] if BITS * rank >= position.top]
        fresh = position.fresh[seat]
        rank = known[0] if known else fresh[-1] if fresh else position.known[seat][0]
        position.flip(rank, known=bool(known or not fresh))
    elif not zone >> position.top:
        position.draw() if position.open and position.owed and stocked else position.pick_up()
    else:
        rank = min(rank for rank in unpack(zone) if BITS * rank >= position.top)
        position.play(rank, 1 if BITS * rank >= CLEAR_SHIFT else unpack(zone).count(rank))


@pytest.mark.parametrize("seed", range(6))
def test_an_imagined_deal_agrees_with_the_view(seed: int) -> None:
    rng = random.Random(seed)
    options, seats = random_table(rng)
    for turn in decisions(deal(options, seats, rng), ["medium"] * seats, seed, budget_ms=1):
        if turn.state.phase != "play":
            continue
        seen = view(turn.state, turn.seat)
        known = know(seen, turn.history)
        dealt = Sampler(seen, known, rng).deal()
        truth = exact(turn.state, turn.seat)
        assert dealt.hands[turn.seat] == truth.hands[turn.seat]
        assert [len(unpack(hand)) for hand in dealt.hands] == dealt.sizes == truth.sizes
        assert [len(ranks) for ranks in dealt.fresh] == [len(ranks) for ranks in truth.fresh]
        assert len(dealt.deck) == seen.draw_count
