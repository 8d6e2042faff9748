"""Bots: name -> one function over a seat's view and the public history. They see what a person in that seat sees."""

from collections.abc import Sequence
from random import Random

from games.engine import Action, Step, View

from .base import Bot
from .easy import easy
from .hard import hard
from .medium import medium

BOTS: dict[str, Bot] = {"easy": easy, "medium": medium, "hard": hard}

__all__ = ["BOTS", "Bot", "choose"]


def choose(name: str, view: View, history: Sequence[Step], rng: Random, budget_ms: int = 50) -> Action:
    """The action the named bot takes for `view.seat`, always one of `view.legal`.

    history: the public steps of this round so far. budget_ms: about how long it may think; a bot spends it as a number
    of trials, never by the clock, so that the same view, history, rng state and budget give the same action anywhere.
    Raises KeyError for no such bot, ValueError when the view has nothing to decide.
    """
    if view.seat is None or not view.legal:
        raise ValueError("a bot decides for a seat that is to act")
    return BOTS[name](view, history, rng, budget_ms)
