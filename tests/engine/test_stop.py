"""Stopping a game from outside: cards left decide, exactly as when a guard ends it."""

import json

import pytest
from hypothesis import HealthCheck, given, settings

from games import engine
from games.engine.__main__ import Protocol

from .oracle import ending, game
from .playing import stretches

often = settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))


@often
@given(stretches())
def test_places_and_scores_are_those_of_the_rules_guard(played):
    for state in played.states:
        if state.over:
            continue
        before = engine.state_json(state)
        literal = game.from_state(state.options.to_dict(), before)
        stopped = engine.stop(state)
        assert (stopped.over, stopped.end, stopped.turn, stopped.actors) == (True, "stopped", None, ())
        assert list(stopped.placings) == ending.placings(literal)
        assert list(stopped.scores) == ending.scores(literal)
        assert engine.state_json(state) == before


@often
@given(stretches())
def test_no_card_moves(played):
    if played.last.over:
        return
    before, after = (engine.state_json(state) for state in (played.last, engine.stop(played.last)))
    for zone in ("hands", "up", "down", "draw", "discard", "removed", "forfeited", "finished", "forfeits", "turns"):
        assert after[zone] == before[zone]


def test_a_game_that_is_over_cannot_be_stopped():
    deal = engine.new_game(engine.Options(), 2, engine.build_deck(engine.Options()), 0)
    with pytest.raises(engine.EngineError):
        engine.stop(engine.stop(deal))


def test_the_protocol_stops_games():
    protocol, deck = Protocol(), [engine.card_text(card) for card in engine.build_deck(engine.Options())]
    protocol.answer(json.dumps({"cmd": "new", "seats": 3, "deck": deck, "draws": {"first_seat": 0}}))
    state = protocol.answer('{"cmd": "stop"}')["state"]
    assert (state["end"], state["placings"]) == ("stopped", protocol.answer('{"cmd": "state"}')["state"]["placings"])
    assert protocol.answer('{"cmd": "stop"}')["ok"] is False
