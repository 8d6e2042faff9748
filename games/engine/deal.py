"""Dealing a game from options, a deck order and draws (RULES section 2)."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from .cards import build_deck, to_code
from .errors import DealError
from .options import Options
from .state import SETUP, State, Table

DOWN = 3
DEALT_HAND = 6


@lru_cache(maxsize=64)
def _full_deck(options: Options) -> list[int]:
    return sorted(build_deck(options))


def check_draws(seats: int, first_seat: int, pile_order: Sequence[int] | None, needs_order: bool) -> None:
    """Raises DealError unless the draws fit the seats."""
    if type(first_seat) is not int or not 0 <= first_seat < seats:
        raise DealError(f"first_seat must be a seat from 0 to {seats - 1}")
    if pile_order is None:
        if needs_order:
            raise DealError("swap_piles needs pile_order, a permutation of the seats")
        return
    if any(type(seat) is not int for seat in pile_order) or sorted(pile_order) != list(range(seats)):
        raise DealError(f"pile_order must be a permutation of the seats 0 to {seats - 1}")


def new_game(
    options: Options,
    seats: int,
    deck: Sequence[int],
    first_seat: int,
    pile_order: Sequence[int] | None = None,
    forfeited: Iterable[int] = (),
) -> State:
    """The state after the deal, every seat about to choose its 3UP.

    deck: all cards in dealing order. forfeited: seats that left in an earlier round of the match, in the order they
    left; they are dealt in and forfeit before any choice (RULES section 7).
    Raises OptionsError for seats the options do not allow, DealError for a deck or draws that do not fit.
    """
    options.for_seats(seats)
    check_draws(seats, first_seat, pile_order, options.swap_piles != "off")
    if sorted(deck) != _full_deck(options):
        raise DealError(f"the deck must hold exactly the {len(_full_deck(options))} cards of these options")
    order = None if pile_order is None else tuple(pile_order)
    state = _dealt(Table(options, seats, tuple(deck), first_seat, order))
    if forfeited:
        from .rules import apply_forfeit

        for seat in forfeited:
            state = apply_forfeit(state, seat)
    return state


def _dealt(table: Table) -> State:
    """Deal from the front: three face down to each seat, then six to each hand."""
    seats, deck = table.seats, table.deck
    hands_from = seats * DOWN
    state = State()
    state._table = table
    state._down = tuple(deck[seat * DOWN : seat * DOWN + DOWN] for seat in range(seats))
    state._hand = [
        to_code(deck[hands_from + seat * DEALT_HAND : hands_from + (seat + 1) * DEALT_HAND]) for seat in range(seats)
    ]
    state._drawn = hands_from + seats * DEALT_HAND
    state._hand_n = [DEALT_HAND] * seats
    state._public = [0] * seats
    state._up = state._up_n = (0,) * seats
    state._known = ((False,) * DOWN,) * seats
    state.chosen = (False,) * seats
    _start_empty(state)
    return state


def _start_empty(state: State) -> None:
    """The fields that say that nothing has happened yet."""
    state.phase = SETUP
    state.turn = None
    state.owed = state.run = state.turns = state.dry = 0
    state.direction = 1
    state.exchange_left = state.finished = state.forfeits = state.gone = ()
    state.end = state.placings = state.scores = None
    state._pile = ()
    state._pile_code = state._floor = state._same = 0
    state._removed = state._removed_n = state._forfeited = state._forfeited_n = 0
    state._open = False
    state._run_colour = -1
    state._mark = -1
    state._on_table = state.seats * DOWN
