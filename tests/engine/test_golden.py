"""Stored games replay to the stored states, for every version of the rules that was ever released."""

import json

import pytest

from games.engine import RULES_VERSION

from .drivers import EngineGame
from .golden_records import FOLDER, digest

RECORDS = [
    (path.stem, number, json.loads(line))
    for path in sorted(FOLDER.glob("*.jsonl"))
    for number, line in enumerate(path.read_text().splitlines())
]


def test_the_rules_of_today_have_their_golden_records():
    assert (FOLDER / f"rules_v{RULES_VERSION}.jsonl").exists()


@pytest.mark.parametrize("record", [record for _, _, record in RECORDS], ids=[f"{row[0]} {row[1]}" for row in RECORDS])
def test_a_stored_game_replays_to_its_states(record):
    draws = record["draws"]
    game = EngineGame.new(record["options"], record["seats"], record["deck"], draws["first_seat"], draws["pile_order"])
    states = [game.state()]
    for seat, action in record["actions"]:
        game = game.apply(seat, action)
        states.append(game.state())
    assert states[-1] == record["last"]
    assert digest(states) == record["sha256"]
