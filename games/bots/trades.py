"""Choosing and trading 3UP cards: the choice at the start, exchanges with others, swaps of one's own."""

from typing import Final

from games.engine import Action, View

from .base import kept_share, my_seat, of_kind, rank_of
from .evaluation import set_worth

SWAPS_TRIED: Final = 5  # of the swaps of a colour bonus, how many are worth trying out


def _ranks(cards: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(rank_of(card) for card in cards))


def _after(cards: tuple[int, ...], gone: int, new: int) -> tuple[int, ...]:
    """The ranks of a 3UP once one card was replaced."""
    left = list(cards)
    left.remove(gone)
    return _ranks((*left, new))


def choose_up(view: View) -> Action:
    """The best 3UP; where the piles will change hands, the one that is best given away."""
    share = kept_share(view)
    return max(view.legal, key=lambda action: share * set_worth(_ranks(action.cards)))


def exchange(view: View) -> Action:
    """The exchange that hurts another seat's 3UP most, or a pass; what is taken comes into the hand."""

    def harm(action: Action) -> float:
        if action.seat is None:
            return 1.0
        up = view.up[action.seat]
        return set_worth(_ranks(up)) - set_worth(_after(up, action.cards[1], action.cards[0]))

    return max(view.legal, key=harm)


def swaps(view: View) -> list[Action]:
    """The swaps of the colour bonus that are worth trying out, and passing."""
    up = view.up[my_seat(view)]

    def gain(action: Action) -> float:
        return set_worth(_after(up, action.cards[1], action.cards[0]))

    found: dict[tuple[int, ...], Action] = {}
    for action in view.legal:
        if action.kind == "swap" and action.cards[0] // 3 != action.cards[1] // 3:
            found.setdefault(_ranks(action.cards[:1]) + _ranks(action.cards[1:]), action)
    chosen = sorted(found.values(), key=gain, reverse=True)[:SWAPS_TRIED]
    passing = of_kind(view, "pass")
    return chosen if passing is None else [passing, *chosen]
