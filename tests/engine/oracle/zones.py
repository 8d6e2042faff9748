"""Questions about a position: who is still in, which zone is active, what is playable (RULES sections 3 and 5)."""

from collections import Counter

from .cards import is_clear, rank


def contains(zone, cards):
    """Hands and 3UP are multisets (section 1): every card as often as it is named."""
    return not Counter(cards) - Counter(zone)


def take(zone, card):
    zone.remove(card)
    return card


def still_in(game):
    gone = game["finished"] + game["forfeits"]
    return [seat for seat in range(game["seats"]) if seat not in gone]


def all_cards(game, seat):
    """Hand, 3UP and 3DOWN of a seat."""
    return game["hands"][seat] + game["up"][seat] + [card for card in game["down"][seat] if card]


def next_in(game, seat, direction):
    """The next seat still in (section 3: "Seats that are out are passed over"); never the seat itself if another is."""
    for step in range(1, game["seats"] + 1):
        other = (seat + direction * step) % game["seats"]
        if other in still_in(game):
            return other
    raise AssertionError("nobody is in")


def starter(game):
    """Section 5: "if the first seat is out the next clockwise starts"."""
    return game["first"] if game["first"] in still_in(game) else next_in(game, game["first"], 1)


def active_zone(game, seat):
    """Section 3, "Active zone": hand, draw (nothing but a forced draw), up or down."""
    if game["hands"][seat]:
        return "hand"
    if game["draw"]:
        return "draw"
    return "up" if game["up"][seat] else "down"


def playable(game, card):
    """Section 3, "What may be played", for one card."""
    if is_clear(card) or not game["discard"]:
        return True
    return int(rank(card)) >= int(rank(game["discard"][-1]))


def is_play(game, cards):
    """Section 3: "One card, or two or more of the *same number* together", or with `clear_sets` Clears of one kind."""
    if not cards or len({rank(card) for card in cards}) != 1 or not playable(game, cards[0]):
        return False
    return len(cards) == 1 or not is_clear(cards[0]) or game["options"]["clear_sets"]
