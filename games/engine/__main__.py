"""The engine protocol: JSON lines in, JSON lines out (docs/protocol.md). Run it with `python -m games.engine`."""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from games.bots import BOTS, choose

from . import (
    EngineError,
    Options,
    State,
    Step,
    apply,
    build_deck,
    card_text,
    describe,
    legal_actions,
    match_totals,
    new_game,
    parse_action,
    parse_deck,
    state_json,
    stop,
    view,
    view_json,
)

Json = dict[str, Any]


@dataclass(slots=True)
class Game:
    """One game under way: its state now, and what everybody saw so far."""

    state: State
    history: list[Step] = field(default_factory=list)


class ProtocolError(ValueError):
    """A request that is not of the protocol's form."""


class Protocol:
    """Answers requests one by one; holds any number of games by name."""

    def __init__(self) -> None:
        self.games: dict[str, Game] = {}

    def answer(self, line: str | bytes) -> Json:
        """The answer to one request line. Never raises for bad input; a refused request changes nothing."""
        try:
            request = json.loads(line)
            if not isinstance(request, dict):
                raise ProtocolError("a request is a JSON object")
            command = COMMANDS.get(request["cmd"]) if isinstance(request.get("cmd"), str) else None
            if command is None:
                raise ProtocolError(f"cmd must be one of {', '.join(COMMANDS)}")
            return {"ok": True, **command(self, request)}
        except (EngineError, ProtocolError) as error:
            return {"ok": False, "error": str(error)}
        except (ValueError, RecursionError):
            return {"ok": False, "error": "not a line of JSON"}

    def game(self, request: Json) -> Game:
        """The game a request names. Raises ProtocolError if it was not dealt."""
        name = _name(request)
        if name not in self.games:
            raise ProtocolError(f"there is no game {name[:40]!r}: deal it with new")
        return self.games[name]


def _name(request: Json) -> str:
    name = request.get("game", "0")
    if not isinstance(name, str):
        raise ProtocolError("game must be a string")
    return name


def _get(request: Json, key: str, kind: type, what: str) -> Any:
    value = request.get(key)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ProtocolError(f"{key} must be {what}")
    return value


def _seat(request: Json, seats: int) -> int:
    seat: int = _get(request, "seat", int, "a seat number")
    if not 0 <= seat < seats:
        raise ProtocolError(f"seat must be a seat number from 0 to {seats - 1}")
    return seat


def _options(request: Json) -> Options:
    value = request.get("options")
    return Options.from_dict({} if value is None else value)


def _deal(request: Json) -> State:
    options = _options(request)
    draws = request.get("draws")
    if draws is None:
        draws = {}
    if not isinstance(draws, dict):
        raise ProtocolError("draws must be an object with first_seat and, for swap_piles, pile_order")
    order = draws.get("pile_order")
    if order is not None and not isinstance(order, list):
        raise ProtocolError("pile_order must be a list of seats")
    first = draws.get("first_seat", options.first_seat)
    seats = _get(request, "seats", int, "a number of seats")
    return new_game(options, seats, parse_deck(request.get("deck")), first, order)


def _cmd_deck(protocol: Protocol, request: Json) -> Json:
    return {"deck": [card_text(card) for card in build_deck(_options(request))]}


def _cmd_new(protocol: Protocol, request: Json) -> Json:
    name = _name(request)
    game = protocol.games[name] = Game(_deal(request))
    return {"state": state_json(game.state)}


def _cmd_legal(protocol: Protocol, request: Json) -> Json:
    state = protocol.game(request).state
    if request.get("seat") is not None:
        return {"legal": [action.text for action in legal_actions(state, _seat(request, state.seats))]}
    return {"legal": {str(seat): [action.text for action in legal_actions(state, seat)] for seat in state.actors}}


def _cmd_apply(protocol: Protocol, request: Json) -> Json:
    game = protocol.game(request)
    seat = _seat(request, game.state.seats)
    action = parse_action(_get(request, "action", str, "an action text"))
    before = game.state
    game.state = apply(before, seat, action)
    game.history.append(describe(before, seat, action, game.state))
    return {"state": state_json(game.state)}


def _cmd_stop(protocol: Protocol, request: Json) -> Json:
    game = protocol.game(request)
    game.state = stop(game.state)
    return {"state": state_json(game.state)}


def _cmd_state(protocol: Protocol, request: Json) -> Json:
    return {"state": state_json(protocol.game(request).state)}


def _cmd_view(protocol: Protocol, request: Json) -> Json:
    state = protocol.game(request).state
    seat = None if request.get("seat") is None else _seat(request, state.seats)
    return {"view": view_json(view(state, seat))}


def _cmd_replay(protocol: Protocol, request: Json) -> Json:
    state = _deal(request)
    steps = [state_json(state)]
    for number, entry in enumerate(_get(request, "actions", list, "a list of [seat, action]")):
        if not isinstance(entry, (list, tuple)) or len(entry) < 2:
            raise ProtocolError(f"action {number} must be [seat, action]")
        try:
            seat = _seat({"seat": entry[0]}, state.seats)
            state = apply(state, seat, parse_action(entry[1]))
        except (EngineError, ProtocolError) as error:
            raise ProtocolError(f"action {number}: {error}") from None
        steps.append(state_json(state))
    return {"steps": steps}


def _cmd_match(protocol: Protocol, request: Json) -> Json:
    seats = _get(request, "seats", int, "a number of seats")
    rounds = _get(request, "rounds", list, "a list of rounds")
    for number, entry in enumerate(rounds):
        for key in ("scores", "placings"):
            values = entry.get(key) if isinstance(entry, dict) else None
            if not isinstance(values, list) or any(v is not None and type(v) is not int for v in values):
                raise ProtocolError(f"round {number} needs {key}: a list of whole numbers, null for a seat that left")
    return dict(match_totals(rounds, seats))


def _cmd_bot(protocol: Protocol, request: Json) -> Json:
    game = protocol.game(request)
    name = request.get("bot")
    if not isinstance(name, str) or name not in BOTS:
        raise ProtocolError(f"bot must be one of {', '.join(BOTS)}")
    seat = _seat(request, game.state.seats)
    seen = view(game.state, seat)
    if not seen.legal:
        raise ProtocolError(f"seat {seat} is not to act")
    seed = request.get("seed", 0)
    budget = request.get("ms", 50)
    if type(seed) is not int or type(budget) is not int or budget < 0:
        raise ProtocolError("seed and ms must be whole numbers")
    return {"action": choose(name, seen, tuple(game.history), Random(seed), budget).text}


COMMANDS: dict[str, Callable[[Protocol, Json], Json]] = {
    "deck": _cmd_deck,
    "new": _cmd_new,
    "legal": _cmd_legal,
    "apply": _cmd_apply,
    "stop": _cmd_stop,
    "state": _cmd_state,
    "view": _cmd_view,
    "replay": _cmd_replay,
    "match": _cmd_match,
    "bot": _cmd_bot,
}


def main() -> None:
    """Answer standard input line by line until it ends."""
    protocol = Protocol()
    for line in sys.stdin.buffer:
        sys.stdout.write(json.dumps(protocol.answer(line)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
