"""RULES sections 2 and 6 before play: the choice of the 3UP, `swap_piles`, `swap_cards`; open cards in hands (9)."""

from .zones import starter, still_in, take


def give_from_hand(game, seat, card, to):
    to.append(take(game["hands"][seat], card))
    if card in game["public"][seat]:
        game["public"][seat].remove(card)


def receive(game, seat, cards):
    """Open cards come to the hand: everyone may remember them."""
    game["hands"][seat] += cards
    game["public"][seat] += cards


def do_up(game, seat, cards):
    for card in cards:
        game["up"][seat].append(take(game["hands"][seat], card))
    game["chosen"][seat] = True
    after_choice(game)


def after_choice(game):
    """Once all have chosen: `swap_piles`, "after that" `swap_cards`, then the first turn."""
    if not all(game["chosen"]):
        return
    swap_piles(game)
    if game["options"]["swap_cards"]:
        first = starter(game)
        circle = [(first + step) % game["seats"] for step in range(game["seats"])]
        game["phase"] = "exchange"
        game["exchange_left"] = [seat for seat in circle if seat in still_in(game)]
    after_exchange(game)


def swap_piles(game):
    """Section 6: `pair`: the first two of `pile_order` still in; `all`: a ring, "each gets the piles of the next"."""
    how = game["options"]["swap_piles"]
    if how == "off":
        return
    ring = [seat for seat in game["pile_order"] if seat in still_in(game)]
    if how == "pair":
        ring = ring[:2]
    for zone in ("up", "down", "known"):
        before = list(game[zone])
        for index, seat in enumerate(ring):
            game[zone][seat] = before[ring[(index + 1) % len(ring)]]


def after_exchange(game):
    if game["exchange_left"]:
        game["turn"] = game["exchange_left"][0]
    else:
        game["phase"] = "play"
        game["turn"] = starter(game)


def do_exchange(game, seat, args):
    other, theirs = args[1].split(":")
    other = int(other)
    give_from_hand(game, seat, args[0], game["up"][other])
    receive(game, seat, [take(game["up"][other], theirs)])
    game["exchange_left"].remove(seat)
    after_exchange(game)
