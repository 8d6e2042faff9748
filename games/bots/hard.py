"""The hard bot: a well chosen 3UP, good habits while cards are drawn, and from then on counting and trying out.

It imagines only what its view and the public history leave possible, so it knows no more than a person would.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from games.engine import Action, Step, View

from .base import CLEAR, my_hand, my_seat, of_kind, plays, rank_of
from .counting import know
from .medium import flip_promise, lowest
from .position import HAND_SIZE
from .search import Candidate, best, candidate, distinct
from .trades import choose_up, exchange, swaps

STOCK: Final = {2: 16, 3: 12}  # by seats: with more cards to be drawn trying out finds nothing that habits do not
LEAST_STOCK: Final = 4
DRY: Final = 8  # turns without progress after which it begins to vary
BOREDOM: Final = 0.02  # what each earlier choice of the same cards costs then


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
    elif view.draw_count > STOCK.get(view.seats, LEAST_STOCK):
        return _by_habit(view)
    else:
        options = _habits_first(view)
    tries = [candidate(view, action) for action in options]
    if view.dry >= DRY:
        tries = _varied(view, history, tries, rng)
    return best(view, know(view, history), tries, rng, budget_ms)


def _by_habit(view: View) -> Action:
    """While many cards are to be drawn: one more before an extra action, when it costs nothing; then the lowest."""
    found, draw = plays(view), of_kind(view, "draw")
    if draw is not None and (not found or (view.owed and len(my_hand(view)) <= HAND_SIZE)):
        return draw
    return lowest(found) if found else view.legal[0]


def _habits_first(view: View) -> list[Action]:
    """What there is to try, the habit first: low numbers before high ones before Clears, equal numbers together."""

    def order(action: Action) -> tuple[int, int, int]:
        count = len(action.cards)
        if action.kind == "play":
            return 0, action.rank, count if action.rank >= CLEAR else -count
        if action.kind == "flip":
            return 0, -flip_promise(view, action), 0
        return (-1 if action.kind == "draw" and view.owed else 1), 0, 0

    return sorted(distinct(view), key=order)


def _varied(view: View, history: Sequence[Step], tries: list[Candidate], rng: Random) -> list[Candidate]:
    """Candidates charged for having been played since the game last got anywhere; by chance where nobody remembers."""
    me = my_seat(view)
    mine = [step for step in history[-2 * view.dry :] if step.seat == me]

    def used(action: Action) -> float:
        if not mine:
            return rng.random() * view.dry / view.seats
        ranks = [rank_of(card) for card in action.cards]
        return sum(step.kind == action.kind and [rank_of(card) for card in step.cards] == ranks for step in mine)

    return [Candidate(each.action, each.apply, BOREDOM * used(each.action)) for each in tries]
