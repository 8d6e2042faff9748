"""A position as a bot imagines it: ranks only, every hidden card given a value, cheap to copy and to play on.

A multiset of ranks ("pack") is one int with four bits a rank: no deck holds more than seven cards of a rank. A rank is
often named by its `shift`, the place of its four bits; shifts order as ranks do.
"""

from collections.abc import Iterable
from typing import Final

from .base import CLEAR, RANKS

BITS: Final = 4
UNIT: Final = tuple(1 << BITS * rank for rank in range(RANKS))
CLEAR_SHIFT: Final = BITS * CLEAR
HAND_SIZE: Final = 3


def pack(ranks: Iterable[int]) -> int:
    """The multiset of the given ranks."""
    return sum(UNIT[rank] for rank in ranks)


def unpack(packed: int) -> list[int]:
    """The ranks of a multiset, ascending."""
    ranks: list[int] = []
    rank = 0
    while packed:
        ranks += [rank] * (packed & 15)
        packed >>= BITS
        rank += 1
    return ranks


class Position:
    """One imagined position; its methods change it in place, each for the seat whose turn it is.

    hands, ups: a pack a seat; sizes: cards in each hand. fresh, known: ranks of each seat's 3DOWN cards that nobody has
    seen, and of those that missed and so are known to their owner. deck: ranks in drawing order, drawn: how many went.
    pile, pile_size, top (a shift), same (cards of the top's rank on top). inside: who still plays; out: who went out.
    keep, each, reverse, places: the options that matter here. open: the permission to draw before an extra action.
    """

    __slots__ = (
        "deck", "direction", "drawn", "each", "fresh", "hands", "inside", "keep", "known", "open", "out", "owed",
        "pile", "pile_size", "places", "reverse", "same", "seats", "sizes", "top", "turn", "ups",
    )  # fmt: skip

    seats: int
    hands: list[int]
    sizes: list[int]
    ups: list[int]
    fresh: list[list[int]]
    known: list[list[int]]
    deck: list[int]
    drawn: int
    pile: int
    pile_size: int
    top: int
    same: int
    turn: int
    direction: int
    owed: int
    open: bool
    inside: list[bool]
    out: list[int]
    keep: bool
    each: bool
    reverse: bool
    places: bool

    def copy(self) -> "Position":
        """A copy that can be played on by itself (the deck's order is shared)."""
        new = _NEW(Position)
        new.seats = self.seats
        new.hands = self.hands[:]
        new.sizes = self.sizes[:]
        new.ups = self.ups[:]
        new.fresh = [ranks[:] for ranks in self.fresh]
        new.known = [ranks[:] for ranks in self.known]
        new.deck = self.deck
        new.drawn = self.drawn
        new.pile = self.pile
        new.pile_size = self.pile_size
        new.top = self.top
        new.same = self.same
        new.turn = self.turn
        new.direction = self.direction
        new.owed = self.owed
        new.open = self.open
        new.inside = self.inside[:]
        new.out = self.out[:]
        new.keep = self.keep
        new.each = self.each
        new.reverse = self.reverse
        new.places = self.places
        return new

    @property
    def over(self) -> bool:
        """Whether the game has ended by somebody going out."""
        if self.places:
            return sum(self.inside) <= 1
        return bool(self.out)

    def cards_left(self, seat: int) -> int:
        """Cards a seat has in all zones."""
        return self.sizes[seat] + len(unpack(self.ups[seat])) + len(self.fresh[seat]) + len(self.known[seat])

    def play(self, rank: int, count: int) -> None:
        """Play cards of one rank from the hand, or from the 3UP when the hand is empty."""
        seat, gone = self.turn, count << BITS * rank
        if self.sizes[seat]:
            self.hands[seat] -= gone
            self.sizes[seat] -= count
        else:
            self.ups[seat] -= gone
        self._lay(rank, count)

    def flip(self, rank: int, known: bool) -> None:
        """Flip a 3DOWN card of that rank, one the seat knows or a fresh one."""
        seat = self.turn
        cards = (self.known if known else self.fresh)[seat]
        del cards[len(cards) - 1 - cards[::-1].index(rank)]
        if BITS * rank >= self.top:
            self._lay(rank, 1)
            return
        if self.keep:
            self.known[seat].append(rank)
        else:
            self.hands[seat] += UNIT[rank]
            self.sizes[seat] += 1
        self.pick_up()

    def pick_up(self) -> None:
        """Take the discard pile; the turn ends."""
        self.hands[self.turn] += self.pile
        self.sizes[self.turn] += self.pile_size
        self.pile = self.pile_size = self.top = self.same = 0
        self._next()

    def draw(self) -> None:
        """Draw one card: before an extra action, or as the whole turn."""
        forced = not self.sizes[self.turn]
        self._take(1)
        self.open = False
        if not self.owed and not forced:
            self.end_turn()

    def swap(self, mine: int, open_rank: int, other: int) -> None:
        """The seat's hand card and a 3UP card of `other` (or its own) change places."""
        self.hands[self.turn] += UNIT[open_rank] - UNIT[mine]
        self.ups[other] += UNIT[mine] - UNIT[open_rank]

    def end_turn(self) -> None:
        """Draw up to three cards and hand the turn on."""
        self._take(HAND_SIZE - self.sizes[self.turn])
        self._next()

    def _take(self, count: int) -> None:
        drawn = self.deck[self.drawn : self.drawn + count] if count > 0 else []
        self.hands[self.turn] += pack(drawn)
        self.sizes[self.turn] += len(drawn)
        self.drawn += len(drawn)

    def _lay(self, rank: int, count: int) -> None:
        shift = BITS * rank
        if self.owed:
            self.owed -= 1
            self.open = self.each and self.owed > 0
        same = self.same + count if shift == self.top and self.pile_size else count
        if rank >= CLEAR or same >= HAND_SIZE:
            self.pile = self.pile_size = self.top = self.same = 0
        else:
            self.pile += count << shift
            self.pile_size += count
            self.top, self.same = shift, same
        if rank > CLEAR:
            self.owed += rank - CLEAR
            self.open = True
        if not rank and self.reverse and count & 1:
            self.direction = -self.direction
        self._go_on()

    def _go_on(self) -> None:
        seat = self.turn
        if not (self.sizes[seat] or self.ups[seat] or self.fresh[seat] or self.known[seat]):
            self.out.append(seat)
            self.inside[seat] = False
            self._next()
        elif not self.owed:
            self.end_turn()

    def _next(self) -> None:
        self.owed = 0
        self.open = False
        if not any(self.inside):
            return
        self.turn = (self.turn + self.direction) % self.seats
        while not self.inside[self.turn]:
            self.turn = (self.turn + self.direction) % self.seats


_NEW: Final = object.__new__
