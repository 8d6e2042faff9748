"""What a set of 3UP cards, and the end of a game, are worth.

The figures of the 3UP come from a regression over 60,000 games between searching bots, in hundredths of a game at two
seats.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games.engine import Options, View

from .base import CLEAR, PLUS_ONE, PLUS_TWO, my_seat
from .position import Position, unpack

POINTS: Final = (*range(1, 11), 15, 20, 25)  # by rank; RULES section 7
CARD: Final = (-10.1, -9.5, -8.0, -6.2, -4.1, -1.2, 1.3, 3.6, 5.4, 6.7, -1.0, 9.8, 13.2)
PAIR: Final = 4.2  # equal numbers go in one play
TRIPLE: Final = 5.7  # ... and three of them clear
LOW: Final = 4  # ranks up to the number 5 want help
PLUS_ONE_HELPS: Final = 7.4  # the extra action takes a low card along
PLUS_TWO_HELPS: Final = 6.5  # ... each of two
CLEAR_HELPS: Final = 2.3
TWO_PLUS_ONES: Final = -3.3
MARGIN: Final = 0.3  # what winning high and losing low count beside the win itself: it steadies small samples


@lru_cache(maxsize=4096)
def set_worth(ranks: tuple[int, ...]) -> float:
    """What cards of these ranks (ascending, at most three) are worth together as a 3UP, in hundredths of a game."""
    worth = sum(CARD[rank] for rank in ranks)
    numbers = [rank for rank in ranks if rank < CLEAR]
    low = sum(rank <= LOW for rank in numbers)
    most = max((numbers.count(rank) for rank in numbers), default=0)
    worth += {2: PAIR, 3: TRIPLE}.get(most, 0.0)
    if PLUS_TWO in ranks:
        worth += PLUS_TWO_HELPS * low
    if PLUS_ONE in ranks and low:
        worth += PLUS_ONE_HELPS
    if CLEAR in ranks and low:
        worth += CLEAR_HELPS
    if ranks.count(PLUS_ONE) > 1:
        worth += TWO_PLUS_ONES
    return worth


def result(position: Position, view: View) -> float:
    """What the end of an imagined game is worth to the deciding seat: more than 1 for a win, less than MARGIN if lost.

    An imagined game that did not end counts as a poor half: better with fewer cards than the others.
    """
    me, options = my_seat(view), view.options
    if options.scoring == "off":
        return _places_worth(position, me) if position.places else _win_worth(position, me)
    scores = [_score(position, seat, options) for seat in range(view.seats) if seat not in view.forfeits]
    mine = _score(position, me, options)
    others = (sum(scores) - mine) / max(1, len(scores) - 1)
    return 0.2 * _win_worth(position, me) + (others - mine) / 100


def _win_worth(position: Position, me: int) -> float:
    """1 for a win, plus a little for what the others still hold, or for how little is left after a loss."""
    mine = position.cards_left(me)
    others = [position.cards_left(seat) for seat in range(position.seats) if position.inside[seat] and seat != me]
    least = min(others, default=0)
    if not position.out:
        return 0.35 if mine < least else 0.15
    if position.out[0] == me:
        return 1 + MARGIN * min(least, 10) / 10
    return MARGIN * (1 - min(mine, 15) / 15)


def _places_worth(position: Position, me: int) -> float:
    """The share of the seats that this one leaves behind, when all places are played for."""
    seats = sum(position.inside) + len(position.out)
    if me in position.out:
        return 1 - position.out.index(me) / max(1, seats - 1)
    rest = [seat for seat in range(position.seats) if position.inside[seat]]
    mine = position.cards_left(me)
    return 0.9 * sum(position.cards_left(seat) > mine for seat in rest) / max(1, seats - 1)


def _score(position: Position, seat: int, options: Options) -> int:
    """The points a seat would be given now."""
    ranks: Sequence[int] = unpack(position.hands[seat])
    if options.score_scope == "all":
        ranks = [*ranks, *unpack(position.ups[seat]), *position.fresh[seat], *position.known[seat]]
    return sum(POINTS[rank] for rank in ranks)
