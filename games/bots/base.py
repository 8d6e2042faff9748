"""What every bot shares: the shape of a bot, and small questions about a view."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from games.engine import Action, Step, View

Bot = Callable[[View, Sequence[Step], Random, int], Action]
"""(its seat's view, the public steps of this round so far, source of chance, thinking time in ms) -> a legal action."""

RANKS: Final = 13  # 0..9: the numbers 1..10; then the three Clears
CLEAR: Final = 10  # rank of the plain Clear; every rank from here on is a Clear
PLUS_ONE: Final = 11
PLUS_TWO: Final = 12

# What a card is worth in one's 3UP, by rank: +2, then +1; a plain Clear is worth about a 9.
UP_WORTH: Final = (0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 7.5, 14.0, 18.0)


def rank_of(card: int) -> int:
    """The rank of a card: 0..9 for the numbers 1..10, then Clear, Clear +1, Clear +2."""
    return card // 3


def my_seat(view: View) -> int:
    """The seat that is to decide. Raises ValueError for a watcher's view or one with nothing to decide."""
    if view.seat is None or not view.legal:
        raise ValueError("a bot decides for a seat that is to act")
    return view.seat


def my_hand(view: View) -> tuple[int, ...]:
    """The deciding seat's own hand."""
    return view.hands[my_seat(view)] or ()


def plays(view: View) -> list[Action]:
    """The legal plays of cards (from hand or 3UP)."""
    return [action for action in view.legal if action.kind == "play"]


def of_kind(view: View, kind: str) -> Action | None:
    """The first legal action of a kind, if there is one."""
    return next((action for action in view.legal if action.kind == kind), None)


def top_rank(view: View) -> int:
    """The rank to equal or beat: that of the pile's top card, 0 on an empty pile."""
    return rank_of(view.discard[-1]) if view.discard else 0


def worth_up(cards: tuple[int, ...]) -> float:
    """What cards are worth as a 3UP."""
    return sum(UP_WORTH[rank_of(card)] for card in cards)


def kept_share(view: View) -> float:
    """How much a good 3UP is worth keeping: 1 to its owner, less what it is worth against it with another seat."""
    inside = view.seats - len(view.forfeits)
    swapped = {"off": 0.0, "pair": 2 / inside, "all": 1.0}[view.options.swap_piles]
    share = 1 - swapped - swapped / max(1, inside - 1)
    return share if abs(share) > 0.01 else 1.0
