"""Playing an imagined position on to its end, quickly: everybody plays the lowest card that fits, equal cards together.

This one loop takes nearly all of the time a bot thinks, so it is written for speed: local names, no calls.
"""

from .position import BITS, CLEAR_SHIFT, HAND_SIZE, UNIT, Position


def playout(position: Position, limit: int) -> int:  # noqa: C901 - one loop on purpose
    """Play on until the game is over, at most `limit` actions; changes the position. Returns the actions played."""
    hands, sizes, ups, inside = position.hands, position.sizes, position.ups, position.inside
    deck, drawn, stock = position.deck, position.drawn, len(position.deck)
    pile, pile_size, top, same = position.pile, position.pile_size, position.top, position.same
    seat, direction, seats, owed, may = position.turn, position.direction, position.seats, position.owed, position.open
    each, reverse = position.each, position.reverse
    left = limit
    playing = 0 if position.over else sum(inside)
    last = 1 if position.places else playing - 1
    while left and playing > last:
        left -= 1
        zone = hand = hands[seat]
        shift = -1
        if not hand:
            if drawn < stock:
                hands[seat] = UNIT[deck[drawn]]
                sizes[seat] = 1
                drawn += 1
                may = False
                continue
            zone = ups[seat]
        if zone:
            playable = zone >> top
            if playable:
                shift = top + (((playable & -playable).bit_length() - 1) & -BITS)
                count = 1 if shift >= CLEAR_SHIFT else zone >> shift & 15
                if hand:
                    hands[seat] = hand - (count << shift)
                    sizes[seat] -= count
                else:
                    ups[seat] = zone - (count << shift)
            elif may and owed and drawn < stock:
                hands[seat] = hand + UNIT[deck[drawn]]
                sizes[seat] += 1
                drawn += 1
                may = False
                continue
        else:
            shift = _flip(position, seat, top)
            count = 1
        if shift < 0:
            hands[seat] += pile
            sizes[seat] += pile_size
            pile = pile_size = top = same = owed = 0
            seat = (seat + direction) % seats
            while not inside[seat]:
                seat = (seat + direction) % seats
            continue
        if owed:
            owed -= 1
            may = each
        if shift >= CLEAR_SHIFT:
            pile = pile_size = top = same = 0
            if shift > CLEAR_SHIFT:
                owed += (shift - CLEAR_SHIFT) // BITS
                may = True
        else:
            same = same + count if shift == top and pile_size else count
            if same >= HAND_SIZE:
                pile = pile_size = top = same = 0
            else:
                pile += count << shift
                pile_size += count
                top = shift
            if reverse and not shift and count & 1:
                direction = -direction
        size = sizes[seat]
        if not size and not ups[seat] and not position.fresh[seat] and not position.known[seat]:
            position.out.append(seat)
            inside[seat] = False
            playing -= 1
            if playing <= last:
                break
        elif owed:
            continue
        elif size < HAND_SIZE and drawn < stock:
            hand = hands[seat]
            while size < HAND_SIZE and drawn < stock:
                hand += UNIT[deck[drawn]]
                drawn += 1
                size += 1
            hands[seat] = hand
            sizes[seat] = size
        owed = 0
        seat = (seat + direction) % seats
        while not inside[seat]:
            seat = (seat + direction) % seats
    position.drawn, position.turn, position.direction, position.owed, position.open = drawn, seat, direction, owed, may
    position.pile, position.pile_size, position.top, position.same = pile, pile_size, top, same
    return limit - left


def _flip(position: Position, seat: int, top: int) -> int:
    """Flip a card known to fit, else a fresh one, else one known to miss. The shift of a card that fits, or -1.

    A card that misses stays with its seat as the options say; the pile is left to the caller.
    """
    known = position.known[seat]
    for rank in known:
        if BITS * rank >= top:
            known.remove(rank)
            return BITS * rank
    fresh = position.fresh[seat]
    if not fresh:
        return -1
    rank = fresh.pop()
    if BITS * rank >= top:
        return BITS * rank
    if position.keep:
        known.append(rank)
    else:
        position.hands[seat] += UNIT[rank]
        position.sizes[seat] += 1
    return -1
