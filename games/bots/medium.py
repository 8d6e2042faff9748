"""The medium bot follows good habits: lowest card first, equal cards together, Clears saved, a decent 3UP."""

from collections.abc import Sequence
from random import Random

from games.engine import Action, Step, View

from .base import CLEAR, UP_WORTH, kept_share, my_seat, of_kind, plays, rank_of, top_rank, worth_up


def medium(view: View, history: Sequence[Step], rng: Random, budget_ms: int) -> Action:
    """A habit player's choice. It plays the same way in the same position, whatever the history."""
    kind = view.legal[0].kind
    if kind == "up":
        share = kept_share(view)
        return max(view.legal, key=lambda action: share * worth_up(action.cards))
    if view.phase in ("exchange", "bonus"):
        return best_trade(view)
    if kind == "flip":
        return _flip(view, rng)
    found = plays(view)
    if found:
        return lowest(found)
    return of_kind(view, "draw") or view.legal[0]


def lowest(found: Sequence[Action]) -> Action:
    """The lowest rank; of a number all that are held at once, of Clears one at a time."""

    def order(action: Action) -> tuple[int, int]:
        count = len(action.cards)
        return action.rank, -count if action.rank < CLEAR else count

    return min(found, key=order)


def best_trade(view: View) -> Action:
    """The exchange or swap that gains most for the cards on show; a pass when none does.

    An exchange takes a good card for a poor one; a swap puts a good card of the hand into one's own 3UP.
    """
    sign = 1 if view.phase == "exchange" else -1

    def gain(action: Action) -> float:
        if not action.cards:
            return 0.5
        mine, open_card = action.cards
        return sign * (UP_WORTH[rank_of(open_card)] - UP_WORTH[rank_of(mine)])

    return max(view.legal, key=gain)


def _flip(view: View, rng: Random) -> Action:
    best = max(flip_promise(view, action) for action in view.legal)
    return rng.choice([action for action in view.legal if flip_promise(view, action) == best])


def flip_promise(view: View, action: Action) -> int:
    """Of a 3DOWN card: 2 if it is known to fit, 1 if nobody has seen it, 0 if it is known to miss."""
    card = view.down[my_seat(view)][action.slot or 0]
    if card is None or card < 0:
        return 1
    return 2 if rank_of(card) >= top_rank(view) else 0
