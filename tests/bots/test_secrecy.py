"""A bot knows what a person in its seat knows: hidden cards may change places and its choice stays the same."""

import random

import pytest

from games.bots import BOTS, choose
from games.engine import Options, State, card_text, state_from_json, state_json, view

from .games import Turn, deal, decisions, random_table


def permuted(state: State, seat: int, rng: random.Random) -> State:
    """The position with every card that the seat cannot see dealt anew to the same places."""
    values = state_json(state)
    values["public"] = [[card_text(card) for card in state.public(other)] for other in range(state.seats)]
    values["may_draw_now"] = state.may_draw_now
    hidden = list(values["draw"] + values["forfeited"])
    places: list[tuple[list[str | None], int]] = []
    for other in range(state.seats):
        if other != seat:
            open_cards = list(values["public"][other])
            for place, card in enumerate(values["hands"][other]):
                if card in open_cards:
                    open_cards.remove(card)
                else:
                    places.append((values["hands"][other], place))
        for place, card in enumerate(values["down"][other]):
            if card is not None and not (other == seat and values["known"][other][place]):
                places.append((values["down"][other], place))
    hidden += [str(zone[place]) for zone, place in places]
    rng.shuffle(hidden)
    for zone, place in places:
        zone[place] = hidden.pop()
    cut = len(values["draw"])
    values["draw"], values["forfeited"] = hidden[:cut], hidden[cut:]
    return state_from_json(state.options, values)


def played_turns(seed: int) -> list[Turn]:
    rng = random.Random(seed)
    options, seats = random_table(rng) if seed else (Options(), 2)
    turns = list(decisions(deal(options, seats, rng), ["medium"] * seats, seed, budget_ms=1))
    return [turn for turn in turns if turn.state.phase == "play" and not turn.state.run]


@pytest.mark.parametrize("seed", range(8))
def test_the_choice_stays_when_hidden_cards_change_places(seed: int) -> None:
    rng = random.Random(seed)
    turns = played_turns(seed)
    for turn in rng.sample(turns, min(12, len(turns))):
        other = permuted(turn.state, turn.seat, rng)
        seen, seen_otherwise = view(turn.state, turn.seat), view(other, turn.seat)
        assert seen == seen_otherwise
        for name in BOTS:
            first = choose(name, seen, turn.history, random.Random(3), 2)
            assert choose(name, seen_otherwise, turn.history, random.Random(3), 2) == first


def test_the_permutation_really_changes_hidden_cards() -> None:
    turn = played_turns(0)[10]
    assert state_json(permuted(turn.state, turn.seat, random.Random(1))) != state_json(turn.state)
