"""The engine and the oracle play the same random games and must agree on everything, action by action.

`ORACLE_GAMES=5000 pytest tests/engine/test_differential.py` plays that many of each kind; `ORACLE_SEED` takes others.
"""

import os
import random

import pytest

from . import random_games
from .drivers import EngineGame, OracleGame, Refused

GAMES = int(os.environ.get("ORACLE_GAMES", "120"))
SEED = int(os.environ.get("ORACLE_SEED", "1"))
BATCHES = 6
LONGEST = 400  # actions followed in one game


def agree(left, right, what):
    """Equal dicts, or an assertion that names the fields that differ."""
    if left != right:
        names = sorted(set(left) | set(right))
        differ = {name: (left.get(name), right.get(name)) for name in names if left.get(name) != right.get(name)}
        raise AssertionError(f"{what}: engine, oracle = {differ}")


def compare(engine, oracle, views):
    """State, legal lists of every seat and the views of some seats."""
    state = engine.state()
    agree(state, oracle.state(), "state")
    for seat in range(state["seats"]):
        listed = engine.legal(seat)
        assert len(listed) == len(set(listed)), f"listed twice: {listed}"
        assert set(listed) == set(oracle.legal(seat)), f"legal {seat}"
    for seat in views:
        shown, wanted = engine.view(seat), oracle.view(seat)
        shown["legal"] = sorted(shown["legal"])
        agree(shown, wanted, f"view {seat}")
    return state


def attempt(game, seat, action):
    """The game after the action, or None if it is refused."""
    try:
        return game.apply(seat, action)
    except Refused:
        return None


def next_try(rng, oracle, state, style):
    """(seat, action): nearly always a legal one, now and then a forfeit, an odd seat or nonsense."""
    chance = rng.random()
    if chance < 0.12:
        return rng.randrange(state["seats"]), random_games.nonsense(rng, state)
    if chance < 0.125:
        return rng.randrange(state["seats"]), "forfeit"
    seat = rng.choice(state["actors"])
    if chance < 0.14:
        return (seat + 1) % state["seats"], rng.choice(oracle.legal(seat))
    action = random_games.pick(rng, oracle.legal(seat), style)
    if action.startswith("play") and chance < 0.3:  # any order is accepted
        word, *cards = action.split(" ")
        rng.shuffle(cards)
        action = " ".join([word, *cards])
    return seat, action


def follow(rng, engine, oracle):
    """Plays both to the end, comparing at every step; returns the tries, for the message of a failure."""
    style = rng.choice(["low", "low", "wild"])
    state = compare(engine, oracle, [None, *range(engine.state()["seats"])])
    tries = []
    while not state["over"] and len(tries) < LONGEST:
        seat, action = next_try(rng, oracle, state, style)
        tries.append([seat, action])
        after, wanted = attempt(engine, seat, action), attempt(oracle, seat, action)
        assert (after is None) == (wanted is None), f"refused by one: {tries[-1]} {state}"
        if after is None:
            assert engine.state() == state, "a refusal changed the state"
            continue
        engine, oracle = after, wanted
        try:
            views = [rng.choice([None, *range(state["seats"])]), seat]
            state = compare(engine, oracle, views if not engine.state()["over"] else range(state["seats"]))
        except AssertionError as error:
            raise AssertionError(f"{error}\nafter {tries[-1]} on {state}") from None


@pytest.mark.parametrize("batch", range(BATCHES))
def test_engine_and_oracle_agree_on_whole_games(batch):
    for number in range(GAMES // BATCHES):
        seed = f"game {SEED} {batch} {number}"
        rng = random.Random(seed)
        deal = random_games.deal(rng)
        try:
            follow(rng, EngineGame.new(*deal), OracleGame.new(*deal))
        except AssertionError as error:
            raise AssertionError(f"seed {seed!r}, options {deal[0]}: {error}") from None


@pytest.mark.parametrize("batch", range(BATCHES))
def test_engine_and_oracle_agree_from_positions_near_the_end(batch):
    for number in range(GAMES // BATCHES):
        seed = f"position {SEED} {batch} {number}"
        rng = random.Random(seed)
        options, state = random_games.position(rng)
        try:
            follow(rng, EngineGame.from_state(options, state), OracleGame.from_state(options, state))
        except AssertionError as error:
            raise AssertionError(f"seed {seed!r}, options {options}: {error}") from None
