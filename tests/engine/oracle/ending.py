"""RULES section 5: the end of a turn, going out, the two guards, places; and the scores of section 7."""

from .cards import points
from .zones import all_cards, next_in, still_in


def counts(game):
    """What the dry guard compares: the draw pile, the cards out of the game, the cards in all 3UP and 3DOWN."""
    piles = sum(len(up) for up in game["up"]) + sum(card is not None for down in game["down"] for card in down)
    return [len(game["draw"]), len(game["removed"]) + len(game["forfeited"]), piles]


def count_turn(game):
    """Every ended turn counts one; it is dry when the counts are those at the end of the turn before."""
    game["turns"] += 1
    game["dry"] = game["dry"] + 1 if counts(game) == game["counts"] else 0
    game["counts"] = counts(game)


def close_turn(game, seat):
    """The turn is over (the draw, if any, done): the next seat still in, in the current direction, or the end."""
    game["owed"] = 0
    game["permission"] = False
    count_turn(game)
    if len(still_in(game)) == 1:
        end_game(game, "last_seat")
    elif game["turns"] >= game["options"]["max_turns"]:
        end_game(game, "max_turns")
    elif game["options"]["dry_turns"] and game["dry"] >= game["options"]["dry_turns"]:
        end_game(game, "dry_turns")
    else:
        game["turn"] = next_in(game, seat, game["direction"])


def go_out(game, seat):
    """out first and wins, at once, mid-turn if need be; "Owed actions lapse when the seat has no card left" (4)."""
    game["finished"].append(seat)
    if game["options"]["play_for_places"]:
        close_turn(game, seat)
        return
    count_turn(game)
    end_game(game, "win")


def end_game(game, end):
    game["phase"] = "over"
    game["turn"] = None
    game["owed"] = 0
    game["permission"] = False
    game["exchange_left"] = []
    game["end"] = end


def placings(game):
    """Places by seat: those who went out in that order, those still in by cards and points, then the forfeits."""
    places = {}
    for seat in game["finished"]:
        places[seat] = len(places) + 1

    def rest(seat):  # "fewest cards left, then fewest points left (7, over all zones)"
        cards = all_cards(game, seat)
        return len(cards), sum(points(card) for card in cards)

    remaining = still_in(game)
    for seat in remaining:  # "Level seats share the better place and the next is skipped"
        better = [other for other in remaining if rest(other) < rest(seat)]
        places[seat] = len(game["finished"]) + len(better) + 1
    for index, seat in enumerate(game["forfeits"]):  # "a later forfeit ranks above an earlier one"
        places[seat] = game["seats"] - index
    return [places[seat] for seat in range(game["seats"])]


def scores(game):
    """Section 7: the hand, or with `score_scope` `all` hand, 3UP and 3DOWN; null for a forfeited seat."""
    found = []
    for seat in range(game["seats"]):
        scope = game["hands"][seat] if game["options"]["score_scope"] == "hand" else all_cards(game, seat)
        found.append(None if seat in game["forfeits"] else sum(points(card) for card in scope))
    return found
