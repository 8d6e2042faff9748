"""Choosing by trial: deal the hidden cards at random, try every candidate in each deal, play on, keep what went best.

The thinking time is spent as a number of imagined actions, not by the clock: a choice can be repeated from its rng.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Final

from games.engine import Action, View

from .base import my_seat, rank_of
from .counting import Knowledge
from .evaluation import result
from .playout import playout
from .position import Position
from .sampling import Sampler

STEPS_PER_MS: Final = 120  # imagined actions a busy core plays in a millisecond, with what surrounds them
DEAL_COST: Final = 12  # a deal and a copy, in imagined actions
COPY_COST: Final = 4
HORIZON: Final = 240  # actions after which an imagined game is judged as it stands
ROUND: Final = 8  # deals before the candidates are looked at for the first time
SURE: Final = 3.0  # standard errors by which all others must be worse than the habit for an early stop
PRIOR_VARIANCE: Final = 0.02  # of one difference: guards against a few deals that happen to agree
DOUBT: Final = {2: 0.0, 3: 0.5}  # by seats; with more seats one action matters less and the trials show more chance
MOST_DOUBT: Final = 1.0

Apply = Callable[[Position], None]


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action to try, and how it changes an imagined position."""

    action: Action
    apply: Apply


def candidate(view: View, action: Action) -> Candidate:
    """The action as something to try."""
    return Candidate(action, _effect(view, action))


def _effect(view: View, action: Action) -> Apply:
    kind, ranks = action.kind, [rank_of(card) for card in action.cards]
    if kind == "play":
        return lambda position: position.play(ranks[0], len(ranks))
    if kind == "flip":
        return _flip(view, action)
    if kind == "draw":
        return Position.draw
    if kind == "pickup":
        return Position.pick_up
    if kind == "swap":
        return lambda position: _swap(position, ranks[0], ranks[1])
    return _finish_bonus


def _flip(view: View, action: Action) -> Apply:
    card = view.down[my_seat(view)][action.slot or 0]
    if card is not None and card >= 0:
        return lambda position: position.flip(rank_of(card), known=True)
    return lambda position: position.flip(position.fresh[position.turn][-1], known=False)


def _swap(position: Position, mine: int, open_rank: int) -> None:
    position.swap(mine, open_rank, position.turn)
    _finish_bonus(position)


def _finish_bonus(position: Position) -> None:
    if not position.owed:
        position.end_turn()


def distinct(view: View) -> list[Action]:
    """The legal actions without those that differ only in colour, or in which of the unseen 3DOWN is flipped."""
    seen: dict[tuple[object, ...], Action] = {}
    down = view.down[my_seat(view)]
    for action in view.legal:
        ranks = tuple(rank_of(card) for card in action.cards)
        card = down[action.slot] if action.slot is not None else None
        seen.setdefault((action.kind, ranks, None if card is None else max(card, -1) // 3), action)
    return list(seen.values())


def best(view: View, knowledge: Knowledge, tries: Sequence[Candidate], rng: Random, budget_ms: int) -> Action:
    """The candidate that does best over as many deals as the budget allows.

    The first candidate is the habit: another must beat it by `doubt` standard errors of the measured difference.
    """
    if len(tries) == 1:
        return tries[0].action
    sampler = Sampler(view, knowledge, rng)
    budget = max(1, budget_ms) * STEPS_PER_MS
    horizon = min(HORIZON, max(1, 2 * (view.options.max_turns - view.turns)))
    tally = _Tally(len(tries))
    spent = look = 0
    while spent < budget:
        deal = sampler.deal()
        spent += DEAL_COST
        values = []
        for number in tally.live:
            position = deal.copy()
            tries[number].apply(position)
            spent += COPY_COST + playout(position, horizon)
            values.append(result(position, view))
        tally.add(values)
        if tally.deals == ROUND << look:
            look += 1
            if tally.drop_worse_half():
                break
    return tries[tally.choice(DOUBT.get(view.seats, MOST_DOUBT))].action


class _Tally:
    """How the candidates fared, as differences from the first in the same deals. The first always stays live."""

    def __init__(self, candidates: int) -> None:
        self.live = list(range(candidates))
        self.deals = 0
        self._sums = [0.0] * candidates
        self._squares = [0.0] * candidates

    def add(self, values: Sequence[float]) -> None:
        """Take in one deal: a value for each live candidate."""
        self.deals += 1
        for number, value in zip(self.live, values, strict=True):
            gain = value - values[0]
            self._sums[number] += gain
            self._squares[number] += gain * gain

    def _gain(self, number: int) -> float:
        return self._sums[number] / self.deals

    def _error(self, number: int) -> float:
        mean = self._sums[number] / self.deals
        variance = self._squares[number] / self.deals - mean * mean
        return sqrt((max(0.0, variance) + PRIOR_VARIANCE) / self.deals)

    def drop_worse_half(self) -> bool:
        """Forget the worse half of the candidates. Whether the choice is clear already."""
        rest = sorted(self.live[1:], key=self._gain, reverse=True)
        self.live = [0, *rest[: max(1, (len(rest) + 1) // 2)]]
        return all(self._gain(number) + SURE * self._error(number) < self._gain(0) for number in self.live[1:])

    def choice(self, doubt: float) -> int:
        """The number of the best candidate."""
        return max(self.live, key=lambda number: self._gain(number) - (doubt * self._error(number) if number else 0.0))
