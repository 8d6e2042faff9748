"""Whatever the options, every bot acts, and only as it may."""

import random

import pytest

from games.bots import BOTS, choose
from games.engine import Options, view

from .games import deal, decisions, play_out, random_table


@pytest.mark.parametrize("seed", range(45))
def test_every_choice_is_legal_under_random_options(seed: int) -> None:
    rng = random.Random(seed)
    options, seats = random_table(rng)
    names = [rng.choice(["easy", "medium", "hard", "hard"]) for _ in range(seats)]
    for turn in decisions(deal(options, seats, rng), names, seed, budget_ms=1):
        assert turn.action in view(turn.state, turn.seat).legal


@pytest.mark.parametrize("name", list(BOTS))
def test_a_game_between_equals_ends(name: str) -> None:
    assert play_out(deal(Options(), 3, random.Random(5)), [name] * 3, seed=5).over


@pytest.mark.parametrize("name", list(BOTS))
def test_the_same_chance_gives_the_same_action(name: str) -> None:
    for turn in decisions(deal(Options(), 2, random.Random(6)), [name] * 2, seed=6, budget_ms=1):
        seen = view(turn.state, turn.seat)
        twice = {choose(name, seen, turn.history, random.Random(1), 2) for _ in range(2)}
        assert len(twice) == 1


@pytest.mark.parametrize("name", list(BOTS))
def test_a_bot_without_memory_still_plays(name: str) -> None:
    for turn in decisions(deal(Options(dry_turns=20), 2, random.Random(7)), [name] * 2, seed=7, budget_ms=1):
        seen = view(turn.state, turn.seat)
        assert choose(name, seen, (), random.Random(1), 1) in seen.legal


def test_it_refuses_a_view_with_nothing_to_decide() -> None:
    state = deal(Options(), 2, random.Random(8))
    for seen in (view(state, None), view(play_out(state, ["easy"] * 2, seed=8), 0)):
        with pytest.raises(ValueError, match="decides"):
            choose("medium", seen, (), random.Random(1))


def test_it_knows_no_bot_of_another_name() -> None:
    state = deal(Options(), 2, random.Random(8))
    with pytest.raises(KeyError):
        choose("oracle", view(state, 0), (), random.Random(1))
