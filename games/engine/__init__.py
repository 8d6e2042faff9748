"""The rules of 3UP 3DOWN as pure functions over values. No Django, no clock, no randomness (RULES.md)."""

from .actions import DRAW, FORFEIT, PASS, PICKUP, Action, parse_action
from .cards import build_deck, card_text, parse_card
from .deal import new_game
from .endings import match_totals, stop
from .errors import ActionSyntaxError, DealError, EngineError, IllegalAction, OptionsError
from .notation import parse_deck, state_from_json, state_json, view_json
from .options import OPTION_NAMES, PRESETS, Options
from .rules import apply, legal_actions
from .state import RULES_VERSION, State
from .steps import Step, describe, hidden_card
from .view import HIDDEN, View, view

__all__ = [
    "DRAW",
    "FORFEIT",
    "HIDDEN",
    "OPTION_NAMES",
    "PASS",
    "PICKUP",
    "PRESETS",
    "RULES_VERSION",
    "Action",
    "ActionSyntaxError",
    "DealError",
    "EngineError",
    "IllegalAction",
    "Options",
    "OptionsError",
    "State",
    "Step",
    "View",
    "apply",
    "build_deck",
    "card_text",
    "describe",
    "hidden_card",
    "legal_actions",
    "match_totals",
    "new_game",
    "parse_action",
    "parse_card",
    "parse_deck",
    "state_from_json",
    "state_json",
    "stop",
    "view",
    "view_json",
]
