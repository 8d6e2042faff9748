"""What follows an action: clearing, extra actions, the end of a turn, leaving (RULES sections 2 to 6).

Every function here changes the private copy that `rules` works on, in place.
"""

from .cards import BITS, CLEAR, CODE, to_code
from .endings import finish
from .state import BONUS, EXCHANGE, PLAY, SETUP, State

HAND_SIZE = 3
BONUS_RUN = 4
THREE = 3
NO_DOWN = (None, None, None)


def lay(state: State, cards: tuple[int, ...], rank: int, code: int) -> None:
    """Put the cards of one play on the pile; clear it where the rules say so."""
    shift = rank * BITS
    state._same = state._same + len(cards) if shift == state._floor and state._pile else len(cards)
    if rank == 0 and state._table.reverse and len(cards) & 1:
        state.direction = -state.direction
    if rank >= CLEAR or state._same >= THREE:
        state._removed += state._pile_code + code
        state._removed_n += len(state._pile) + len(cards)
        _empty_pile(state)
        return
    state._pile += cards
    state._pile_code += code
    state._floor = shift
    if state._table.colour_bonus:
        for card in cards:
            colour = card % 3
            state.run = state.run + 1 if state.run and colour == state._run_colour else 1
            state._run_colour = colour


def _empty_pile(state: State) -> None:
    state._pile = ()
    state._pile_code = state._floor = state._same = state.run = 0


def take_pile(state: State, seat: int) -> None:
    """The whole discard pile goes to the seat's hand; all saw its cards."""
    code = state._pile_code
    state._hand[seat] += code
    state._public[seat] += code
    state._hand_n[seat] += len(state._pile)
    _empty_pile(state)


def after_play(state: State, seat: int, rank: int) -> None:
    """Settle a play of that rank: extra actions, going out, the colour bonus, and who goes on."""
    if state.owed:
        state.owed -= 1
        state._open = state._table.each and state.owed > 0
    if rank > CLEAR:
        state.owed += rank - CLEAR
        state._open = True
    long_run = state.run >= BONUS_RUN
    if long_run:
        state.run = 0  # a run counts once, whether or not its bonus can be taken
    if not state._hand[seat] and not state._up[seat] and state._down[seat] == NO_DOWN:
        state.finished += (seat,)
        state.gone += (seat,)
        _close_turn(state, seat)
    elif long_run and state._hand_n[seat] and state._up_n[seat]:
        state.phase = BONUS
    elif not state.owed:
        end_turn(state, seat, refill=True)


def advance(state: State, seat: int) -> None:
    """The seat goes on with an extra action it owes, or its turn ends."""
    state.phase = PLAY
    if not state.owed:
        end_turn(state, seat, refill=True)


def end_turn(state: State, seat: int, refill: bool) -> None:
    """End the seat's turn, drawing up to three cards unless a pickup ended it."""
    if refill and state._hand_n[seat] < HAND_SIZE:
        start = state._drawn
        drawn = state._table.deck[start : start + HAND_SIZE - state._hand_n[seat]]
        if drawn:
            for card in drawn:
                state._hand[seat] += CODE[card]
            state._hand_n[seat] += len(drawn)
            state._drawn = start + len(drawn)
    _close_turn(state, seat)


def _close_turn(state: State, seat: int) -> None:
    """Count the ended turn, end the game where it must end, else hand the turn on."""
    state.owed = 0
    state._open = False
    state.phase = PLAY
    state.turns += 1
    table = state._table
    mark = (state._drawn << 16) + (state._removed_n + state._forfeited_n << 8) + state._on_table
    if mark == state._mark:
        state.dry += 1
    else:
        state.dry = 0
        state._mark = mark
    if state.gone or state.dry or state.turns >= table.max_turns:
        end = _why_over(state)
        if end is not None:
            finish(state, end)
            return
    state.turn = _next_in(state, seat, state.direction)


def _why_over(state: State) -> str | None:
    """What ends the game at the end of this turn, if anything does (RULES section 5)."""
    table = state._table
    if state.finished and not table.places:
        return "win"
    if len(state.gone) >= table.seats - 1:
        return "last_seat"
    if state.turns >= table.max_turns:
        return "max_turns"
    return "dry_turns" if table.dry_turns and state.dry >= table.dry_turns else None


def _next_in(state: State, seat: int, direction: int) -> int:
    """The next seat still in, going that way round."""
    seats, gone = state._table.seats, state.gone
    seat = (seat + direction) % seats
    while seat in gone:
        seat = (seat + direction) % seats
    return seat


def start_play(state: State, exchanged: bool = False) -> None:
    """Go from setup to the exchanges, if any are due, and on to play."""
    first = state.first
    if not exchanged:
        _swap_piles(state)
        if state._table.swap_cards:
            ring = ((first + step) % state.seats for step in range(state.seats))
            state.exchange_left = tuple(seat for seat in ring if state.is_in(seat))
    if state.exchange_left:
        state.phase = EXCHANGE
        state.turn = state.exchange_left[0]
        return
    state.phase = PLAY
    state.turn = first if state.is_in(first) else _next_in(state, first, 1)


def _swap_piles(state: State) -> None:
    """Hand the 3UP and 3DOWN of the seats still in round, as `swap_piles` says (RULES section 6)."""
    kind = state.options.swap_piles
    if kind == "off" or state.pile_order is None:
        return
    ring = [seat for seat in state.pile_order if state.is_in(seat)]
    if kind == "pair":
        ring = ring[:2]
    source = dict(zip(ring, ring[1:] + ring[:1], strict=True))
    up, down = state._up, state._down
    state._up = tuple(up[source.get(seat, seat)] for seat in range(state.seats))
    state._down = tuple(down[source.get(seat, seat)] for seat in range(state.seats))


def drop_out(state: State, seat: int) -> None:
    """The seat forfeits: its cards leave unseen; its turn, if it had it, ends (RULES section 5)."""
    on_turn = state.turn == seat
    down = [card for card in state._down[seat] if card is not None]
    state._forfeited += state._hand[seat] + state._up[seat] + to_code(down)
    state._forfeited_n += state._hand_n[seat] + state._up_n[seat] + len(down)
    state._on_table -= state._up_n[seat] + len(down)
    state._hand[seat] = state._hand_n[seat] = state._public[seat] = 0
    state._up = (*state._up[:seat], 0, *state._up[seat + 1 :])
    state._up_n = (*state._up_n[:seat], 0, *state._up_n[seat + 1 :])
    state._down = (*state._down[:seat], NO_DOWN, *state._down[seat + 1 :])
    state._known = (*state._known[:seat], (False, False, False), *state._known[seat + 1 :])
    state.forfeits += (seat,)
    state.gone += (seat,)
    state.chosen = (*state.chosen[:seat], True, *state.chosen[seat + 1 :])
    _go_on_without(state, seat, on_turn)


def _go_on_without(state: State, seat: int, on_turn: bool) -> None:
    before_play = state.phase in (SETUP, EXCHANGE)
    if on_turn and not before_play:
        _close_turn(state, seat)
    elif len(state.gone) >= state.seats - 1:
        finish(state, "last_seat")
    elif state.phase == EXCHANGE:
        state.exchange_left = tuple(left for left in state.exchange_left if left != seat)
        start_play(state, exchanged=True)
    elif state.phase == SETUP and all(state.chosen):
        start_play(state)
