"""Hypothesis strategies that play the engine: reachable states, whole games, and shuffled secrets."""

import random
from collections import Counter
from dataclasses import dataclass, field

from hypothesis import strategies as st

from games import engine

from . import random_games


@dataclass
class Played:
    """A stretch of a game: the states passed through, and the (seat, action) that led from each to the next."""

    states: list = field(default_factory=list)
    actions: list = field(default_factory=list)

    @property
    def last(self):
        return self.states[-1]

    def steps(self):
        """(before, seat, action, after) for each action."""
        for index, (seat, action) in enumerate(self.actions):
            yield self.states[index], seat, action, self.states[index + 1]


@st.composite
def stretches(draw, longest=40, **fixed):
    """Legal play from a deal or from a position near the end; Hypothesis chooses, and shrinks, the actions."""
    rng = random.Random(draw(st.integers(0, 2**32), label="seed of the deal"))
    if draw(st.booleans(), label="near the end"):
        options, state = random_games.position(rng, **fixed)
        start = engine.state_from_json(engine.Options.from_dict(options), state)
    else:
        options, seats, deck, first, order, gone = random_games.deal(rng, **fixed)
        cards = [engine.parse_card(card) for card in deck]
        start = engine.new_game(engine.Options.from_dict(options), seats, cards, first, order, gone)
    played = Played([start])
    for _ in range(draw(st.integers(0, longest), label="actions")):
        if played.last.over:
            break
        seat, action = draw(choices(played.last))
        played.actions.append((seat, action))
        played.states.append(engine.apply(played.last, seat, action))
    return played


@st.composite
def choices(draw, state):
    """(seat, action): mostly a legal one; one in thirty a forfeit."""
    if draw(st.integers(0, 29)) == 29:
        return draw(st.sampled_from([seat for seat in range(state.seats) if state.is_in(seat)])), engine.FORFEIT
    seat = draw(st.sampled_from(state.actors))
    return seat, draw(st.sampled_from(engine.legal_actions(state, seat)))


def whole_game(seed, **fixed):
    """A random game from the deal to its end."""
    rng = random.Random(seed)
    options, seats, deck, first, order, gone = random_games.deal(rng, **fixed)
    cards = [engine.parse_card(card) for card in deck]
    state = engine.new_game(engine.Options.from_dict(options), seats, cards, first, order, gone)
    style = rng.choice(["low", "wild"])
    while not state.over:
        seat = rng.choice(state.actors)
        texts = [str(action) for action in engine.legal_actions(state, seat)]
        state = engine.apply(state, seat, engine.parse_action(random_games.pick(rng, texts, style)))
    return state


def every_card(shown):
    """All cards of a state dict, as a multiset."""
    seats = [card for zone in ("hands", "up", "down") for cards in shown[zone] for card in cards if card]
    return Counter(seats + shown["draw"] + shown["discard"] + shown["removed"] + shown["forfeited"])


def shuffle_secrets(state, reader, rng):
    """A state with the cards that `reader` may not see dealt anew among the places it does not see."""
    shown = engine.state_json(state)
    shown["public"] = [[engine.card_text(card) for card in state.public(seat)] for seat in range(state.seats)]
    places = list(unseen_places(shown, reader))
    cards = [zone[index] for zone, index in places]
    rng.shuffle(cards)
    for (zone, index), card in zip(places, cards, strict=True):
        zone[index] = card
    return engine.state_from_json(state.options, shown)


def unseen_places(shown, reader):
    """(list, index) of every card that the reader does not see: RULES section 9."""
    for seat in range(shown["seats"]):
        for index, card in enumerate(shown["down"][seat]):
            if card and not (seat == reader and shown["known"][seat][index]):
                yield shown["down"][seat], index
        if seat == reader:
            continue
        open_cards = Counter(shown["public"][seat])
        for index, card in enumerate(shown["hands"][seat]):
            if open_cards[card]:
                open_cards[card] -= 1
            else:
                yield shown["hands"][seat], index
        if shown["phase"] == "setup":
            yield from ((shown["up"][seat], index) for index in range(len(shown["up"][seat])))
    for zone in ("draw", "forfeited"):
        yield from ((shown[zone], index) for index in range(len(shown[zone])))
