"""Speed of the engine: legal + apply in random self-play, as a ratio to rlcard's raw UNO game in the same run.

Both sides play whole games with uniformly random legal actions, picked in the same way, in short turns that alternate,
so that a noisy machine slows both. CPU time is counted, not wall time.

    python -m bench.engine [--seconds 10] [--seats 2]
"""

import argparse
import statistics
import time
from collections.abc import Callable
from random import Random

from games.engine import Options, apply, build_deck, legal_actions, new_game

SLICE = 0.25  # seconds of one side before the other has its turn


def play_ours(rng: Random, seats: int) -> int:
    """One game of 3UP 3DOWN under the official options; returns its number of actions."""
    options = Options()
    deck = list(build_deck(options))
    rng.shuffle(deck)
    state = new_game(options, seats, deck, rng.randrange(seats))
    count = 0
    while not state.over:
        seat = state.actors[0] if state.turn is None else state.turn
        legal = legal_actions(state, seat)
        state = apply(state, seat, legal[int(rng.random() * len(legal))])
        count += 1
    return count


def uno_player() -> Callable[[Random, int], int]:
    """A function like `play_ours` over rlcard's raw UNO game."""
    import numpy as np
    from rlcard.games.uno import Game

    def play(rng: Random, seats: int) -> int:
        game = Game(num_players=seats)
        game.np_random = np.random.RandomState(rng.getrandbits(31))
        game.init_game()
        count = 0
        while not game.is_over():
            legal = game.get_legal_actions()
            game.step(legal[int(rng.random() * len(legal))])
            count += 1
        return count

    return play


def rate(play: Callable[[Random, int], int], rng: Random, seats: int) -> float:
    """Actions a second of CPU time over one slice."""
    start = time.process_time()
    count = 0
    while (spent := time.process_time() - start) < SLICE:
        count += play(rng, seats)
    return count / spent


def main() -> None:
    """Print both rates and their ratio: median over slices."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--seats", type=int, default=2)
    args = parser.parse_args()
    rng, play_uno = Random(1), uno_player()
    pairs = [
        (rate(play_ours, rng, args.seats), rate(play_uno, rng, args.seats))
        for _ in range(max(3, int(args.seconds / SLICE / 2)))
    ]
    ours, uno = (statistics.median(side) for side in zip(*pairs, strict=True))
    ratio = statistics.median(a / b for a, b in pairs)
    print(f"engine: {ours / 1000:.0f}k actions/s; rlcard raw UNO: {uno / 1000:.0f}k; ratio {ratio:.2f}")
    print(f"({args.seats} seats, random self-play, median of {len(pairs)} alternating slices; floor 2.3, aim 4)")


if __name__ == "__main__":
    main()
