"""How strong the bots are: seat-balanced duels, with intervals, and how long each thinks.

One bot sits among rivals of another kind. Every deal is played once from each of its seats, so luck of the deal and of
the seat cancels out. Intervals are bootstrapped over deals, since games of one deal belong together.

    python bench/bots.py                                   # the standard table
    python bench/bots.py --games 400 --seats 2 4 --pairs hard:medium --preset house --ms 50
"""

import argparse
import random
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from games.bots import BOTS, choose  # noqa: E402
from games.engine import PRESETS, Options, State, Step, apply, build_deck, describe, new_game, view  # noqa: E402

STANDARD = (("medium", "easy", 2), ("hard", "medium", 2), ("medium", "easy", 4), ("hard", "medium", 4))
RESAMPLES = 2000


@dataclass
class Clock:
    """Milliseconds of processor time a bot thought, move by move."""

    spent: list[float] = field(default_factory=list)

    def at(self, share: float) -> float:
        """The time within which that share of the moves was made."""
        return sorted(self.spent)[min(len(self.spent) - 1, int(share * len(self.spent)))]


@dataclass
class Duel:
    """What one bot won among rivals: its share of first places, deal by deal."""

    wins: list[float] = field(default_factory=list)
    games: int = 0
    moves: int = 0
    stuck: int = 0

    def share(self) -> float:
        """Share of the games won; a shared first place counts in part."""
        return sum(self.wins) / len(self.wins)

    def interval(self) -> tuple[float, float]:
        """95 of 100 resamples of the deals lie in between."""
        rng = random.Random(1)
        shares = sorted(sum(rng.choices(self.wins, k=len(self.wins))) / len(self.wins) for _ in range(RESAMPLES))
        return shares[int(0.025 * RESAMPLES)], shares[int(0.975 * RESAMPLES)]


def play(state: State, names: list[str], seed: str, ms: int, clocks: dict[str, Clock]) -> tuple[State, int]:
    """One game; returns its end and the number of actions."""
    history: list[Step] = []
    rngs = [random.Random(f"{seed} {seat}") for seat in range(len(names))]
    while not state.over:
        seat = state.actors[0]
        seen = view(state, seat)
        start = time.thread_time()
        action = choose(names[seat], seen, history, rngs[seat], ms)
        if len(seen.legal) > 1:
            clocks[names[seat]].spent.append((time.thread_time() - start) * 1000)
        after = apply(state, seat, action)
        history.append(describe(state, seat, action, after))
        state = after
    return state, len(history)


def duel(one: str, rivals: str, seats: int, games: int, options: Options, args: argparse.Namespace) -> Duel:
    """Play at least that many games of one bot among rivals, in whole deals."""
    found = Duel()
    for number in range(-(-games // seats)):
        rng = random.Random(f"{args.seed} {seats} {number}")
        deck, order = list(build_deck(options)), list(range(seats))
        rng.shuffle(deck)
        rng.shuffle(order)
        start = new_game(options, seats, deck, rng.randrange(seats), order)
        won = 0.0
        for seat in range(seats):
            names = [one if other == seat else rivals for other in range(seats)]
            end, moves = play(start, names, f"{args.seed} {number}", args.ms, args.clocks)
            placings = end.placings or ()
            won += (placings[seat] == 1) / placings.count(1)
            found.moves += moves
            found.stuck += end.end in ("dry_turns", "max_turns")
            found.games += 1
        found.wins.append(won / seats)
    return found


def _pairs(args: argparse.Namespace) -> list[tuple[str, str, int]]:
    if not args.pairs:
        return [pair for pair in STANDARD if not args.seats or pair[2] in args.seats]
    return [(*pair.split(":", 1), seats) for pair in args.pairs for seats in args.seats or [2]]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=80, help="games a line, at least (default 80)")
    parser.add_argument(
        "--seats", type=int, nargs="+", choices=range(2, 7), help="seats at the table (default 2 and 4)"
    )
    parser.add_argument("--pairs", nargs="+", metavar="ONE:RIVALS", help=f"of {', '.join(BOTS)}")
    parser.add_argument("--preset", default="official", choices=list(PRESETS))
    parser.add_argument("--ms", type=int, default=50, help="thinking time a move (default 50)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for pair in args.pairs or ():
        if len(pair.split(":")) != 2 or not set(pair.split(":")) <= set(BOTS):
            parser.error(f"{pair!r} is not ONE:RIVALS, two of {', '.join(BOTS)}")
    return args


def main() -> None:
    """Print the table of duels and the table of thinking times."""
    args = _arguments()
    args.clocks = defaultdict(Clock)
    print(
        f"{'one bot':10} {'rivals':12} {'games':>6} {'won':>7} {'95 of 100':>16} {'even':>6} {'moves':>6} {'stuck':>6}"
    )
    for one, rivals, seats in _pairs(args):
        found = duel(one, rivals, seats, args.games, PRESETS[args.preset], args)
        low, high = found.interval()
        print(
            f"{one:10} {f'{seats - 1} x {rivals}':12} {found.games:6} {found.share():7.3f} {low:8.3f} -{high:6.3f} "
            f"{1 / seats:7.3f} {found.moves / found.games:6.0f} {found.stuck:6}",
            flush=True,
        )
    print(f"\n{'CPU ms':12} {'moves':>8} {'mean':>7} {'median':>7} {'p95':>7} {'max':>7}   (moves with a choice)")
    for name, clock in args.clocks.items():
        mean = sum(clock.spent) / len(clock.spent)
        times = f"{mean:7.2f} {clock.at(0.5):7.2f} {clock.at(0.95):7.2f} {clock.at(1):7.2f}"
        print(f"{name:12} {len(clock.spent):8} {times}")


if __name__ == "__main__":
    main()
