"""What one seat, or a watcher, may see: built field by field, so that a new secret stays one (RULES section 9)."""

from dataclasses import dataclass
from typing import Final

from .actions import Action
from .options import Options
from .rules import legal_actions
from .state import SETUP, State

HIDDEN: Final = -1  # a 3DOWN card that the reader may not see

Cards = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """One position as a reader may see it; cards are ints, names those of the protocol (docs/protocol.md).

    seat: whose view it is, None for a watcher. hands[s]: None where unseen. down[s]: three slots of a card, HIDDEN,
    or None when empty. draw and forfeited: None until the game is over.
    """

    options: Options
    seats: int
    seat: int | None
    phase: str
    turn: int | None
    first: int
    hands: tuple[Cards | None, ...]
    up: tuple[Cards, ...]
    down: tuple[tuple[int | None, ...], ...]
    known: tuple[tuple[bool, ...], ...]
    chosen: tuple[bool, ...]
    draw_count: int
    discard: Cards
    removed: Cards
    owed: int
    may_draw_now: bool
    direction: int
    run: int
    turns: int
    dry: int
    exchange_left: tuple[int, ...]
    finished: tuple[int, ...]
    forfeits: tuple[int, ...]
    actors: tuple[int, ...]
    over: bool
    end: str | None
    placings: tuple[int, ...] | None
    scores: tuple[int | None, ...] | None
    legal: tuple[Action, ...]
    hand_counts: tuple[int, ...]
    forfeited_count: int
    public: tuple[Cards, ...]
    draw: Cards | None = None
    forfeited: Cards | None = None


def view(state: State, seat: int | None) -> View:
    """The position as that seat sees it, or as a watcher does with None. When the game is over it hides nothing.

    Raises IndexError for a seat that is not at the table.
    """
    seats = range(state.seats)
    if seat is not None and seat not in seats:
        raise IndexError(f"there is no seat {seat}")
    shown = state.over
    return View(
        options=state.options,
        seats=state.seats,
        seat=seat,
        phase=state.phase,
        turn=state.turn,
        first=state.first,
        hands=tuple(state.hand(other) if shown or other == seat else None for other in seats),
        up=tuple(state.up(other) if state.phase != SETUP or other == seat else () for other in seats),
        down=tuple(_down(state, other, seat) for other in seats),
        known=state._known,
        chosen=state.chosen,
        draw_count=state.draw_count,
        discard=state.discard,
        removed=state.removed,
        owed=state.owed,
        may_draw_now=state.may_draw_now,
        direction=state.direction,
        run=state.run,
        turns=state.turns,
        dry=state.dry,
        exchange_left=state.exchange_left,
        finished=state.finished,
        forfeits=state.forfeits,
        actors=state.actors,
        over=state.over,
        end=state.end,
        placings=state.placings,
        scores=state.scores,
        legal=() if seat is None else tuple(legal_actions(state, seat)),
        hand_counts=tuple(state._hand_n),
        forfeited_count=state._forfeited_n,
        public=tuple(state.public(other) for other in seats),
        draw=state.draw_pile if shown else None,
        forfeited=state.forfeited if shown else None,
    )


def _down(state: State, owner: int, reader: int | None) -> tuple[int | None, ...]:
    """An owner's three slots as the reader sees them: an owner knows its cards that missed."""
    if state.over:
        return state._down[owner]
    return tuple(
        card if card is None or (known and owner == reader) else HIDDEN
        for card, known in zip(state._down[owner], state._known[owner], strict=True)
    )
