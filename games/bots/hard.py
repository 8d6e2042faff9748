"""The hard bot: a well chosen 3UP, good habits while cards are drawn, and from then on counting and trying out.

It imagines only what its view and the public history leave possible, so it knows no more than a person would.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from games.engine import Action, Step, View

from .base import CLEAR, my_hand
from .counting import know
from .medium import flip_promise
from .position import HAND_SIZE
from .search import best, candidate, distinct
from .trades import choose_up, exchange, swaps

STOCK: Final = {2: 16, 3: 12}  # by seats: with more cards to be drawn trying out finds nothing that habits do not
LEAST_STOCK: Final = 4
PATIENCE: Final = 24  # turns without progress that may still be a plan: sensible play seldom has more
MOST_TRIED: Final = 9  # with more candidates each would get too few trials


def hard(view: View, history: Sequence[Step], rng: Random, budget_ms: int) -> Action:
    """The action of a strong player."""
    if len(view.legal) == 1:
        return view.legal[0]
    if view.phase == "setup":
        return choose_up(view)
    if view.phase == "exchange":
        return exchange(view)
    if view.phase == "bonus":
        options = swaps(view)
    else:
        options = _habits_first(view)
        if view.draw_count > STOCK.get(view.seats, LEAST_STOCK) or _standing_off(view):
            return options[0]
    tries = [candidate(view, action) for action in options]
    return best(view, know(view, history), tries, rng, budget_ms)


def _habits_first(view: View) -> list[Action]:
    """What there is to try, the habit first: low numbers before high ones before Clears, equal numbers together.

    A card to be had before an extra action comes first of all: it costs nothing while the hand is small.
    """
    few = len(my_hand(view)) <= HAND_SIZE

    def order(action: Action) -> tuple[int, int, int]:
        count = len(action.cards)
        if action.kind == "play":
            return 0, action.rank, count if action.rank >= CLEAR else -count
        if action.kind == "flip":
            return 0, -flip_promise(view, action), 0
        if action.kind == "draw" and view.owed and few:
            return -1, 0, 0
        return 1, action.kind == "pickup", 0

    options = sorted(distinct(view), key=order)
    return options if len(options) <= MOST_TRIED else _whole_sets(options)


def _whole_sets(options: list[Action]) -> list[Action]:
    """Of a large hand: every rank once, with all that are held of a number; the rest as it was."""
    ranks: set[int] = set()
    kept = []
    for action in options:
        if action.kind != "play" or action.rank not in ranks:
            kept.append(action)
            ranks.add(action.rank)
    return kept


def _standing_off(view: View) -> bool:
    """Whether the game gets nowhere because nobody gives way: then every other while it plays by habit, and it ends."""
    guard = view.options.dry_turns
    patience = min(PATIENCE, guard // 2) if guard else PATIENCE
    return view.dry >= patience and view.dry // patience % 2 == 1
