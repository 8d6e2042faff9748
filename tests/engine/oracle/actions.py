"""RULES section 8: which actions are legal, and the canonical list of them."""

import re
from itertools import combinations, permutations

from .cards import is_clear, rank, sort_cards
from .zones import active_zone, contains, is_play, playable, still_in

CARD = r"[RBG](?:10|[1-9]|C|\+1|\+2)"
GRAMMAR = [
    rf"up( {CARD}){{3}}",
    rf"exchange {CARD} [0-5]:{CARD}",
    rf"play( {CARD})+",
    r"flip [012]",
    r"pickup",
    r"draw",
    rf"swap {CARD} {CARD}",
    r"pass",
    r"forfeit",
]


class IllegalError(Exception):
    """The action is not a text of section 8, or not legal here and now for this seat."""


def actors(game):
    """Who is to act: in setup all that have not chosen, in play exactly one, none when over."""
    if game["phase"] == "setup":
        return [seat for seat in still_in(game) if not game["chosen"][seat]]
    return [] if game["phase"] == "over" else [game["turn"]]


def is_legal(game, seat, action):
    """Cards of a play and of `up` may come in any order; `swap` and `exchange` name two different places."""
    if not any(re.fullmatch(form, action) for form in GRAMMAR):
        return False
    word, *args = action.split(" ")
    if word == "forfeit":  # "any time, any seat still in"
        return game["phase"] != "over" and seat in still_in(game)
    if seat not in actors(game):
        return False
    return CHECKS[game["phase"]](game, seat, word, args)


def legal_in_setup(game, seat, word, args):
    """Section 2.2: each seat chooses 3 of its 6 as its 3UP, once."""
    return word == "up" and contains(game["hands"][seat], args)


def legal_in_exchange(game, seat, word, args):
    """Section 6, `swap_cards`: "`exchange` a hand card for a 3UP card of another seat, or `pass`"."""
    if word == "pass":
        return True
    if word != "exchange":
        return False
    other, theirs = args[1].split(":")
    other = int(other)
    return other != seat and other in still_in(game) and args[0] in game["hands"][seat] and theirs in game["up"][other]


def legal_in_bonus(game, seat, word, args):
    """Section 6, `colour_bonus`: "`swap` one 3UP card with a hand card, or `pass`"; equal faces are legal (8)."""
    if word == "pass":
        return True
    return word == "swap" and args[0] in game["hands"][seat] and args[1] in game["up"][seat]


def legal_in_play(game, seat, word, args):
    """Sections 3 and 4."""
    zone = active_zone(game, seat)
    if zone == "draw":  # "the only legal action is `draw`"
        return word == "draw"
    if zone == "down":  # "pick a filled slot and `flip`"; pickup is for hand and 3UP only
        return word == "flip" and game["down"][seat][int(args[0])] is not None
    cards = game["hands"][seat] if zone == "hand" else game["up"][seat]
    can_play = any(playable(game, card) for card in cards)
    if word == "play":
        return contains(cards, args) and is_play(game, args)
    if word == "pickup":  # "`pickup` is legal only then"
        return not can_play
    if word == "draw" and game["owed"]:  # 4: "Before an extra action the seat may `draw` one card"
        return game["permission"] and bool(game["draw"])
    if word == "draw":  # 6, `may_draw`: "a seat that could play from its hand", "draw pile not empty"
        return game["options"]["may_draw"] and zone == "hand" and can_play and bool(game["draw"])
    return False


CHECKS = {
    "setup": legal_in_setup,
    "exchange": legal_in_exchange,
    "bonus": legal_in_bonus,
    "play": legal_in_play,
}


def legal(game, seat):
    """The canonical list (a set: its order is not a rule): every candidate that `is_legal` lets through, once."""
    if seat not in actors(game):
        return []
    candidates = {"pickup", "draw", "pass", "flip 0", "flip 1", "flip 2"}
    candidates |= CANDIDATES[game["phase"]](game, seat)
    return sorted(action for action in candidates if is_legal(game, seat, action))


def setup_candidates(game, seat):
    return {"up " + " ".join(sort_cards(three)) for three in combinations(game["hands"][seat], 3)}


def exchange_candidates(game, seat):
    return {
        f"exchange {mine} {other}:{theirs}"
        for mine in game["hands"][seat]
        for other in range(game["seats"])
        for theirs in game["up"][other]
    }


def bonus_candidates(game, seat):
    return {f"swap {mine} {up}" for mine in game["hands"][seat] for up in game["up"][seat]}


def play_candidates(game, seat):
    """Cards of a play sorted R, B, G; under `colour_bonus` a pair of numbers of two colours in both orders."""
    cards = game["hands"][seat] or game["up"][seat]
    found = set()
    for face in {rank(card) for card in cards}:
        same = [card for card in cards if rank(card) == face]
        for size in range(1, len(same) + 1):
            for some in combinations(sort_cards(same), size):
                found.add("play " + " ".join(some))
                if size == 2 and game["options"]["colour_bonus"] and not is_clear(some[0]):
                    found |= {"play " + " ".join(pair) for pair in permutations(some)}
    return found


CANDIDATES = {
    "setup": setup_candidates,
    "exchange": exchange_candidates,
    "bonus": bonus_candidates,
    "play": play_candidates,
}
