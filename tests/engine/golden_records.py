"""Golden records: whole games with every state hashed, one file for each `RULES_VERSION`, written once by the oracle.

`python -m tests.engine.golden_records` writes the file of the current version if there is none. A stored file is never
written again: a rule that changes gets a new version, and the old files keep saying what was played under the old one.
"""

import hashlib
import json
import random
from pathlib import Path

from games.engine import RULES_VERSION

from . import random_games
from .drivers import OracleGame

FOLDER = Path(__file__).parent / "golden"
GAMES = 24


def digest(states):
    """One hash over all states of a game."""
    return hashlib.sha256(json.dumps(states, sort_keys=True).encode()).hexdigest()


def write_record(seed):
    """A random game by the oracle: the deal, the actions, the last state, and the hash of all states."""
    rng = random.Random(f"golden {seed}")
    options, seats, deck, first, order, _ = random_games.deal(rng, max_turns=200)
    game = OracleGame.new(options, seats, deck, first, order)
    states, actions = [game.state()], []
    while not states[-1]["over"]:
        seat = rng.choice(states[-1]["actors"])
        action = random_games.pick(rng, game.legal(seat), "low")
        if rng.random() < 0.004:
            action = "forfeit"
        game = game.apply(seat, action)
        actions.append([seat, action])
        states.append(game.state())
    deal = {"options": options, "seats": seats, "deck": deck, "draws": {"first_seat": first, "pile_order": order}}
    return {**deal, "actions": actions, "last": states[-1], "sha256": digest(states)}


def main():
    path = FOLDER / f"rules_v{RULES_VERSION}.jsonl"
    if not path.exists():
        path.write_text("".join(json.dumps(write_record(seed)) + "\n" for seed in range(GAMES)))


if __name__ == "__main__":
    main()
