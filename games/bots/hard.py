"""The hard bot: a well chosen 3UP, good habits while cards are drawn, and from then on counting and trying out.

It imagines only what its view and the public history leave possible, so it knows no more than a person would.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from games.engine import Action, Step, View

from .base import my_seat, of_kind, plays, rank_of
from .counting import know
from .medium import lowest
from .search import Candidate, best, candidate, cautious_order, distinct
from .trades import choose_up, exchange, swaps

STOCK_PER_SEAT: Final = 10  # with more cards than this to be drawn trying out finds nothing that habits do not
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
    else:
        options = cautious_order(distinct(view))
        if view.draw_count > STOCK_PER_SEAT * view.seats and not view.owed:
            return lowest(plays(view)) if plays(view) else of_kind(view, "draw") or options[0]
    tries = [candidate(view, action) for action in options]
    if view.dry >= DRY:
        tries = _varied(view, history, tries, rng)
    return best(view, know(view, history), tries, rng, budget_ms)


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
