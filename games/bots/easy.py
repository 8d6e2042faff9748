"""The easy bot plays like a beginner: plausible, often wasteful, and it never counts or looks at the others."""

from collections.abc import Sequence
from random import Random

from games.engine import Action, Step, View

from .base import my_hand, of_kind, plays, rank_of


def easy(view: View, history: Sequence[Step], rng: Random, budget_ms: int) -> Action:
    """A beginner's choice: a legal action that looks natural."""
    kind = view.legal[0].kind
    if kind == "up":
        return _choose_up(view, rng)
    if view.phase == "exchange":
        return _exchange(view, rng)
    if view.phase == "bonus":
        return rng.choice(view.legal)
    found = plays(view)
    if not found:
        draw = of_kind(view, "draw")
        return draw or rng.choice(view.legal)
    draw = of_kind(view, "draw")
    if draw is not None and rng.random() < 0.2:
        return draw
    return _play(found, rng)


def _choose_up(view: View, rng: Random) -> Action:
    """Half the time any three cards; else the biggest numbers, with the Clears kept back for the hand."""
    if rng.random() < 0.5:
        return rng.choice(view.legal)

    def shown_off(action: Action) -> int:
        return sum(rank_of(card) if rank_of(card) < 10 else 4 for card in action.cards)

    return max(view.legal, key=shown_off)


def _exchange(view: View, rng: Random) -> Action:
    """Now and then takes the highest card it can see for a low one of its own."""
    trades = [action for action in view.legal if action.kind == "exchange"]
    pass_ = of_kind(view, "pass")
    if pass_ is not None and (not trades or rng.random() < 0.5):
        return pass_
    low = min(my_hand(view))
    return max((action for action in trades if action.cards[0] == low), key=lambda action: action.cards[1])


def _play(found: list[Action], rng: Random) -> Action:
    """Mostly a single card: any that fits, or the highest to be safe, or the lowest when it thinks of it."""
    mood = rng.random()
    single = [action for action in found if len(action.cards) == 1] or found
    if mood < 0.45:
        return rng.choice(found)
    if mood < 0.65:
        return max(single, key=lambda action: action.rank)
    return min(single, key=lambda action: action.rank)
