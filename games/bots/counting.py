"""What a seat can know by counting: which cards it has not seen, and what pickups and misses told about hidden ones."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.engine import Options, Step, View, build_deck

from .base import RANKS, my_seat, rank_of

SLOTS = 3
DEALT = 3  # hidden cards a hand holds when the 3UP are chosen


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What the deciding seat knows of the cards it cannot see.

    unseen: the ranks of all of them. hand_limits[s]: for each hidden card of a hand a rank that it is certainly below
    (RANKS: no limit). slot_limits[s]: the same for the three 3DOWN slots.
    """

    unseen: tuple[int, ...]
    hand_limits: tuple[tuple[int, ...], ...]
    slot_limits: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=32)
def _deck(options: Options) -> Counter[int]:
    return Counter(rank_of(card) for card in build_deck(options))


def unseen_ranks(view: View) -> tuple[int, ...]:
    """Ranks of all cards that the view does not show, ascending."""
    left = Counter(_deck(view.options))
    me = my_seat(view)
    for zone in (view.discard, view.removed, *view.up, *view.hands, *view.down):
        left.subtract(rank_of(card) for card in zone or () if card is not None and card >= 0)
    for seat in range(view.seats):
        if seat != me:
            left.subtract(rank_of(card) for card in view.public[seat])
    return tuple(sorted(left.elements()))


def know(view: View, history: Sequence[Step]) -> Knowledge:
    """Everything that counting tells. A history that does not fit the view (or none) tells no limits."""
    memory = _Memory(view.seats)
    for step in history:
        memory.see(step, view.options.blind_miss == "keep")
    hands = []
    for seat in range(view.seats):
        hidden = view.hand_counts[seat] - len(view.public[seat])
        limits = memory.hidden[seat]
        hands.append(tuple(sorted(limits)) if len(limits) == hidden else (RANKS,) * hidden)
    return Knowledge(unseen_ranks(view), tuple(hands), tuple(tuple(slots) for slots in memory.slots))


class _Memory:
    """A person's memory of the round: public cards of each hand, limits of the hidden ones."""

    def __init__(self, seats: int) -> None:
        self.public = [Counter[int]() for _ in range(seats)]
        self.hidden = [[RANKS] * DEALT for _ in range(seats)]
        self.slots = [[RANKS] * SLOTS for _ in range(seats)]

    def see(self, step: Step, keep: bool) -> None:
        """Take in one step."""
        seat = step.seat
        hidden, public = self.hidden[seat], self.public[seat]
        if step.kind in ("swap", "exchange"):
            self._leaves(seat, step.cards[0])
            public[step.cards[1]] += 1
        elif step.kind == "play" and (hidden or public.total()):
            for card in step.cards:
                self._leaves(seat, card)
        elif step.kind == "forfeit":
            hidden.clear()
            public.clear()
        elif step.picked_up:
            self._picks_up(step, keep)
        hidden.extend([RANKS] * step.drew)

    def _leaves(self, seat: int, card: int) -> None:
        """A card left the hand. Which hidden one is not known: of those it may have been the strictest limit goes."""
        public = self.public[seat]
        if public[card]:
            public[card] -= 1
            return
        fitting = [limit for limit in self.hidden[seat] if limit > rank_of(card)]
        if fitting:
            self.hidden[seat].remove(min(fitting))
        elif self.hidden[seat]:
            self.hidden[seat].pop()

    def _picks_up(self, step: Step, keep: bool) -> None:
        """Nothing the seat could have played was as high as the top of the pile."""
        seat, top = step.seat, rank_of(step.picked_up[-1])
        if step.kind == "pickup":
            self.hidden[seat] = [min(limit, top) for limit in self.hidden[seat]]
        elif keep and step.slot is not None:
            self.slots[seat][step.slot] = min(self.slots[seat][step.slot], top)
        elif not keep:
            self.hidden[seat].append(top)
        self.public[seat].update(step.picked_up)
