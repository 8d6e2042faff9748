"""Bots: name -> one function over a seat's view and the public history. They see what a person in that seat sees."""

from collections.abc import Callable, Sequence
from random import Random

from games.engine import Action, Step, View

Bot = Callable[[View, Sequence[Step], Random, int], Action]


def _random(view: View, history: Sequence[Step], rng: Random, budget_ms: int) -> Action:
    return rng.choice(view.legal)


BOTS: dict[str, Bot] = {"easy": _random, "medium": _random, "hard": _random}


def choose(name: str, view: View, history: Sequence[Step], rng: Random, budget_ms: int = 50) -> Action:
    """The action the named bot takes for `view.seat`, always one of `view.legal`.

    history: the public steps of this round so far. budget_ms: how long it may think. Raises KeyError for no such bot.
    """
    return BOTS[name](view, history, rng, budget_ms)
