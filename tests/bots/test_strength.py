"""A few seat-balanced games with fixed seeds: the order of the bots holds. bench/bots.py measures it properly."""

import random

import pytest

from games.engine import Options

from .games import deal, play_out


def won(one: str, rival: str, deals: int, budget_ms: int) -> float:
    """Share of games won by the first; every deal is played from both seats."""
    total = 0.0
    for seed in range(deals):
        start = deal(Options(), 2, random.Random(seed))
        for seat in (0, 1):
            names = [rival, rival]
            names[seat] = one
            placings = play_out(start, names, seed, budget_ms).placings or ()
            total += (placings[seat] == 1) / placings.count(1)
    return total / (2 * deals)


@pytest.mark.parametrize(
    ("one", "rival", "deals", "at_least"), [("medium", "easy", 25, 0.7), ("hard", "easy", 10, 0.7)]
)
def test_it_beats_the_beginner_clearly(one: str, rival: str, deals: int, at_least: float) -> None:
    assert won(one, rival, deals, budget_ms=5) >= at_least


def test_hard_beats_medium() -> None:
    assert won("hard", "medium", deals=30, budget_ms=6) > 0.52
