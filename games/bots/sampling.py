"""Imagined positions: the view as it is, the hidden cards dealt at random among all ways that fit what is known."""

from random import Random

from games.engine import View

from .base import RANKS, my_seat, rank_of
from .counting import SLOTS, Knowledge
from .position import BITS, Position, pack


class Sampler:
    """Deals imagined positions for one decision; what never changes between deals is worked out once."""

    def __init__(self, view: View, knowledge: Knowledge, rng: Random) -> None:
        self._rng = rng
        self._pool = list(knowledge.unseen)
        self._base = visible(view)
        me = my_seat(view)
        self._hidden_hands = [
            (seat, knowledge.hand_limits[seat]) for seat in range(view.seats) if seat != me and view.hand_counts[seat]
        ]
        self._fresh = [(seat, _fresh_slots(view, seat)) for seat in range(view.seats)]
        self._known = [
            (seat, knowledge.slot_limits[seat][slot])
            for seat in range(view.seats)
            if seat != me
            for slot in range(SLOTS)
            if view.known[seat][slot]
        ]
        self._stock = view.draw_count

    def deal(self) -> Position:
        """One imagined position."""
        position = self._base.copy()
        pool = self._pool[:]
        self._rng.shuffle(pool)
        for seat, limit in self._known:
            position.known[seat].append(_take(pool, limit))
        for seat, limits in self._hidden_hands:
            position.hands[seat] += pack([_take(pool, limit) for limit in limits])
        for seat, count in self._fresh:
            position.fresh[seat] = [pool.pop() for _ in range(count)]
        position.deck = pool[: self._stock]
        return position


def _take(pool: list[int], limit: int) -> int:
    """A random card of a shuffled pool that is below the limit; any card if none is."""
    if limit >= RANKS or pool[-1] < limit:
        return pool.pop()
    for place in range(len(pool) - 2, -1, -1):
        if pool[place] < limit:
            pool[place], pool[-1] = pool[-1], pool[place]
            break
    return pool.pop()


def _fresh_slots(view: View, seat: int) -> int:
    return sum(card is not None and not known for card, known in zip(view.down[seat], view.known[seat], strict=True))


def visible(view: View) -> Position:
    """The position with only the cards that the view shows; the rest of the hands and the deck left empty."""
    me, options = my_seat(view), view.options
    seats = range(view.seats)
    position = Position()
    position.seats = view.seats
    shown = [view.hands[seat] if seat == me else view.public[seat] for seat in seats]
    position.hands = [pack(rank_of(card) for card in cards or ()) for cards in shown]
    position.sizes = list(view.hand_counts)
    position.ups = [pack(rank_of(card) for card in view.up[seat]) for seat in seats]
    position.fresh = [[] for _ in seats]
    position.known = [[rank_of(card) for card in view.down[seat] if card is not None and card >= 0] for seat in seats]
    position.deck = []
    position.drawn = 0
    ranks = [rank_of(card) for card in view.discard]
    position.pile = pack(ranks)
    position.pile_size = len(ranks)
    position.top = BITS * ranks[-1] if ranks else 0
    position.same = same_on_top(ranks)
    position.turn = me
    position.direction = view.direction
    position.owed = view.owed
    position.open = view.may_draw_now
    position.inside = [seat not in view.finished and seat not in view.forfeits for seat in seats]
    position.out = list(view.finished)
    position.keep = options.blind_miss == "keep"
    position.each = options.extra_draw == "each"
    position.reverse = options.ones_reverse == "on"
    position.places = options.play_for_places == "on"
    return position


def same_on_top(ranks: list[int]) -> int:
    """How many cards of the top's rank lie on top of each other."""
    count = 0
    while count < len(ranks) and ranks[-1 - count] == ranks[-1]:
        count += 1
    return count
