"""Legal actions, and what each does (RULES sections 2 to 6). The one generator everybody asks: `legal_actions`."""

from collections.abc import Callable
from itertools import combinations

from . import actions as acts
from .actions import DRAW, FLIPS, PASS, PICKUP, SUBSETS, Action
from .cards import BITS, CLEAR, CODE, RANK_MASK, has_card, to_cards
from .effects import advance, after_play, drop_out, end_turn, lay, start_play, take_pile
from .errors import IllegalAction
from .state import BONUS, EXCHANGE, OVER, PLAY, SETUP, State


def legal_actions(state: State, seat: int) -> list[Action]:
    """Every action the seat may take now, forfeiting apart; empty when it is not to act.

    Plays are canonical: cards sorted R, B, G; under `colour_bonus` a pair of numbers of two colours in both orders.
    """
    if state.phase == PLAY:
        return _legal_plays(state, seat) if seat == state.turn else []
    if state.phase == SETUP:
        return _legal_choices(state, seat) if 0 <= seat < state.seats and not state.chosen[seat] else []
    if seat != state.turn:
        return []
    return _legal_swaps(state, seat) if state.phase == BONUS else _legal_exchanges(state, seat)


def _legal_plays(state: State, seat: int) -> list[Action]:
    table = state._table
    hand = state._hand[seat]
    zone = hand
    stocked = state._drawn < len(table.deck)
    if not hand:
        if stocked:
            return [DRAW]
        zone = state._up[seat]
        if not zone:
            return [FLIPS[slot] for slot, card in enumerate(state._down[seat]) if card is not None]
    floor = state._floor
    playable = zone >> floor
    rank = floor // BITS
    plays = table.plays
    found: list[Action] = []
    while playable:
        held = playable & RANK_MASK
        if held:
            found += plays[rank][held]
        playable >>= BITS
        rank += 1
    may_draw = state._open if state.owed else table.may_draw and bool(found)
    if not found:
        found.append(PICKUP)
    if may_draw and stocked:
        found.append(DRAW)
    return found


def _legal_choices(state: State, seat: int) -> list[Action]:
    cards = to_cards(state._hand[seat])
    return [acts.choose_up(three) for three in sorted(set(combinations(cards, 3)))]


def _legal_swaps(state: State, seat: int) -> list[Action]:
    hand, up = sorted(set(to_cards(state._hand[seat]))), sorted(set(to_cards(state._up[seat])))
    return [*(acts.swap(mine, open_card) for mine in hand for open_card in up), PASS]


def _legal_exchanges(state: State, seat: int) -> list[Action]:
    hand = sorted(set(to_cards(state._hand[seat])))
    others = [(other, sorted(set(to_cards(state._up[other])))) for other in range(state.seats) if other != seat]
    return [*(acts.exchange(mine, other, card) for mine in hand for other, up in others for card in up), PASS]


def apply(state: State, seat: int, action: Action) -> State:
    """The state after the seat's action. Raises IllegalAction, and changes nothing, when it may not take it."""
    perform = _PERFORM[state.phase].get(action.kind)
    if perform is None:
        if action.kind == "forfeit":
            return apply_forfeit(state, seat)
        raise _refusal(state, seat, _why_not(state, seat, action))
    if seat != state.turn and perform is not _choose:
        raise _refusal(state, seat, _why_not_to_act(state, seat))
    new = state.copy()
    perform(new, seat, action)
    return new


def apply_forfeit(state: State, seat: int) -> State:
    """The state after the seat has left (RULES section 5). Raises IllegalAction when it is not in."""
    if state.phase == OVER or not 0 <= seat < state.seats or not state.is_in(seat):
        raise _refusal(state, seat, _why_not_to_act(state, seat))
    new = state.copy()
    drop_out(new, seat)
    return new


def _why_not(state: State, seat: int, action: Action) -> str:
    if state.phase == SETUP or seat == state.turn:
        return f"{action.kind} is not possible in this phase ({state.phase})"
    return _why_not_to_act(state, seat)


def _why_not_to_act(state: State, seat: int) -> str:
    if state.phase == OVER:
        return "the game is over"
    if not 0 <= seat < state.seats:
        return f"there is no seat {seat}"
    if not state.is_in(seat):
        return f"seat {seat} is no longer in the game"
    if state.phase == SETUP:
        return "all seats choose their 3UP first"
    return f"seat {state.turn} is to act, not seat {seat}"


def _refusal(state: State, seat: int, reason: str) -> IllegalAction:
    return IllegalAction(reason, tuple(action.text for action in legal_actions(state, seat)))


def _choose(state: State, seat: int, action: Action) -> None:
    if not 0 <= seat < state.seats or state.chosen[seat]:
        raise _refusal(state, seat, "this seat has no 3UP to choose")
    code, left = 0, state._hand[seat]
    for card in action.cards:
        if not has_card(left, card):
            raise _refusal(state, seat, f"the 3UP is chosen from the six dealt cards: {action.text}")
        left -= CODE[card]
        code += CODE[card]
    state._hand[seat] = left
    state._hand_n[seat] = 3
    state._up = (*state._up[:seat], code, *state._up[seat + 1 :])
    state._up_n = (*state._up_n[:seat], 3, *state._up_n[seat + 1 :])
    state._on_table += 3
    state.chosen = (*state.chosen[:seat], True, *state.chosen[seat + 1 :])
    if all(state.chosen):
        start_play(state)


def _play(state: State, seat: int, action: Action) -> None:
    rank = action.rank
    hand = state._hand[seat]
    zone = hand
    if not hand:
        if state._drawn < len(state._table.deck):
            raise _refusal(state, seat, "with an empty hand a card must be drawn first")
        zone = state._up[seat]
        if not zone:
            raise _refusal(state, seat, "only blind cards are left: flip one")
    shift = rank * BITS
    count = len(action.cards)
    code = action.code
    if (
        shift < state._floor  # also for a play of several ranks, whose rank is -1
        or not SUBSETS[zone >> shift & RANK_MASK] >> (code >> shift) & 1
        or (count > 1 and rank >= CLEAR and not state._table.clear_sets)
    ):
        raise _refusal(state, seat, _why_not_play(action, hand))
    if hand:
        state._hand[seat] = hand - code
        state._hand_n[seat] -= count
        if state._public[seat]:
            forget(state, seat, action.cards)
    else:
        state._up = (*state._up[:seat], zone - code, *state._up[seat + 1 :])
        state._up_n = (*state._up_n[:seat], state._up_n[seat] - count, *state._up_n[seat + 1 :])
        state._on_table -= count
    lay(state, action.cards, rank, code)
    after_play(state, seat, rank)


def _why_not_play(action: Action, hand: int) -> str:
    if len({card // 3 for card in action.cards}) > 1:
        return f"cards of one play must be of one rank: {action.text}"
    if action.rank >= CLEAR:
        return f"not playable: {action.text} (you need the card, and Clears go one at a time unless clear_sets is on)"
    where = "hand" if hand else "3UP"
    return f"not playable: {action.text} (the cards must be in the {where}, and equal to or higher than the pile's top)"


def forget(state: State, seat: int, cards: tuple[int, ...]) -> None:
    """Cards left the seat's hand for all to see: those of them that all knew to be in it no longer are."""
    public = state._public[seat]
    for card in cards:
        if public >> 2 * card & 3:
            public -= CODE[card]
    state._public[seat] = public


def _flip(state: State, seat: int, action: Action) -> None:
    slot = action.slot or 0
    slots = state._down[seat]
    card = slots[slot]
    if action not in legal_actions(state, seat) or card is None:
        raise _refusal(state, seat, f"slot {slot} cannot be flipped now")
    known = state._known[seat]
    fits = card // 3 * BITS >= state._floor
    if fits or not state._table.keep:
        state._on_table -= 1
        slots = (*slots[:slot], None, *slots[slot + 1 :])
        known = (*known[:slot], False, *known[slot + 1 :])
    else:
        known = (*known[:slot], True, *known[slot + 1 :])
    state._down = (*state._down[:seat], slots, *state._down[seat + 1 :])
    state._known = (*state._known[:seat], known, *state._known[seat + 1 :])
    if fits:
        lay(state, (card,), card // 3, CODE[card])
        after_play(state, seat, card // 3)
        return
    take_pile(state, seat)
    if not state._table.keep:
        state._hand[seat] += CODE[card]
        state._hand_n[seat] += 1
    end_turn(state, seat, refill=False)


def _pick_up(state: State, seat: int, action: Action) -> None:
    zone = state._hand[seat]
    if not zone and state._drawn == len(state._table.deck):
        zone = state._up[seat]
    if not zone or zone >> state._floor:
        raise _refusal(state, seat, "picking up is only for a seat with nothing to play")
    take_pile(state, seat)
    end_turn(state, seat, refill=False)


def _draw(state: State, seat: int, action: Action) -> None:
    if DRAW not in _legal_plays(state, seat):
        raise _refusal(state, seat, "drawing is not open now")
    state._hand[seat] += CODE[state._table.deck[state._drawn]]
    state._hand_n[seat] += 1
    state._drawn += 1
    state._open = False
    if not state.owed:
        end_turn(state, seat, refill=True)


def _swap(state: State, seat: int, action: Action) -> None:
    mine, open_card = action.cards
    if not has_card(state._hand[seat], mine) or not has_card(state._up[seat], open_card):
        raise _refusal(state, seat, f"swap names a card of the hand, then one of the own 3UP: {action.text}")
    _trade(state, seat, mine, seat, open_card)
    advance(state, seat)


def _trade(state: State, seat: int, mine: int, other: int, open_card: int) -> None:
    """The seat's hand card and the other's 3UP card change places, in the open."""
    state._hand[seat] += CODE[open_card] - CODE[mine]
    forget(state, seat, (mine,))
    state._public[seat] += CODE[open_card]
    up = state._up[other] + CODE[mine] - CODE[open_card]
    state._up = (*state._up[:other], up, *state._up[other + 1 :])


def _exchange(state: State, seat: int, action: Action) -> None:
    mine, open_card = action.cards
    other = action.seat
    if other is None or other == seat or not 0 <= other < state.seats:
        raise _refusal(state, seat, f"exchange names another seat: {action.text}")
    if not has_card(state._hand[seat], mine) or not has_card(state._up[other], open_card):
        raise _refusal(state, seat, f"exchange names a card of the hand, then one of that seat's 3UP: {action.text}")
    _trade(state, seat, mine, other, open_card)
    _pass_exchange(state, seat, action)


def _pass_exchange(state: State, seat: int, action: Action) -> None:
    state.exchange_left = state.exchange_left[1:]
    start_play(state, exchanged=True)


def _pass_bonus(state: State, seat: int, action: Action) -> None:
    advance(state, seat)


_PERFORM: dict[str, dict[str, Callable[[State, int, Action], None]]] = {
    SETUP: {"up": _choose},
    EXCHANGE: {"exchange": _exchange, "pass": _pass_exchange},
    PLAY: {"play": _play, "flip": _flip, "pickup": _pick_up, "draw": _draw},
    BONUS: {"swap": _swap, "pass": _pass_bonus},
    OVER: {},
}
