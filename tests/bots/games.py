"""Playing whole games between bots, for the tests of this folder."""

import random
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.bots import choose
from games.engine import Action, Options, OptionsError, State, Step, apply, build_deck, describe, new_game, view

CHOICES: dict[str, tuple[object, ...]] = {
    "deck": (84, 74),
    "colours": (("red", "blue", "green"), ("red", "blue"), ("red", "green"), ("green",)),
    "clear_sets": ("off", "on"),
    "blind_miss": ("keep", "take"),
    "extra_draw": ("first", "each"),
    "play_for_places": ("off", "on"),
    "may_draw": ("off", "on"),
    "ones_reverse": ("off", "on"),
    "scoring": ("off", 3),
    "score_scope": ("hand", "all"),
    "swap_piles": ("off", "pair", "all"),
    "swap_cards": ("off", "on"),
    "colour_bonus": ("off", "on"),
    "max_turns": (100, 1000),
    "dry_turns": (20, 100, 0),
}


@dataclass
class Turn:
    """One decision of a game: the state, whose it is, what was public before, and what was chosen."""

    state: State
    seat: int
    history: tuple[Step, ...]
    action: Action


def random_table(rng: random.Random) -> tuple[Options, int]:
    """Options and a number of seats that go together."""
    while True:
        try:
            options = Options.from_dict({name: rng.choice(values) for name, values in CHOICES.items()})
            seats = rng.randint(2, 6)
            return options.for_seats(seats), seats
        except OptionsError:
            continue


def deal(options: Options, seats: int, rng: random.Random) -> State:
    """A fresh deal."""
    deck = list(build_deck(options))
    rng.shuffle(deck)
    order = list(range(seats))
    rng.shuffle(order)
    return new_game(options, seats, deck, rng.randrange(seats), order)


def decisions(state: State, names: Sequence[str], seed: object, budget_ms: int) -> Iterator[Turn]:
    """Play a game to its end, one bot a seat; yields each decision before it is applied, last the ended state."""
    history: list[Step] = []
    rng = random.Random(repr(seed))
    while not state.over:
        seat = rng.choice(state.actors)
        action = choose(names[seat], view(state, seat), history, rng, budget_ms)
        yield Turn(state, seat, tuple(history), action)
        after = apply(state, seat, action)
        history.append(describe(state, seat, action, after))
        state = after


def play_out(state: State, names: Sequence[str], seed: object, budget_ms: int = 2) -> State:
    """The ended state of a game between these bots."""
    last = deque(decisions(state, names, seed, budget_ms), maxlen=1).pop()
    return apply(last.state, last.seat, last.action)
