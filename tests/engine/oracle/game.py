"""RULES sections 2-6: the deal and what every action does. A game is a dict; `apply` works on a copy of it."""

from .actions import IllegalError, is_legal
from .cards import colour, deck, is_clear, rank, sort_cards
from .ending import close_turn, end_game, go_out
from .options import normal, problems
from .setup import after_choice, after_exchange, do_exchange, do_up, give_from_hand, receive
from .zones import active_zone, all_cards, playable, still_in, take


def new(options, seats, deck_order, first_seat, pile_order=None, forfeited=()):
    """Section 2. `forfeited`: seats that left in earlier rounds, in that order (section 7)."""
    options = normal(options)
    if problems(options, seats) or sort_cards(deck_order) != deck(options):
        raise IllegalError("options or deck")
    cards = list(deck_order)
    down = [[cards.pop(0) for _ in range(3)] for _ in range(seats)]
    hands = [[cards.pop(0) for _ in range(6)] for _ in range(seats)]
    game = {
        "options": options,
        "pile_order": pile_order,
        "seats": seats,
        "phase": "setup",
        "turn": None,
        "first": first_seat,
        "hands": hands,
        "up": [[] for _ in range(seats)],
        "down": down,
        "known": [[False] * 3 for _ in range(seats)],
        "chosen": [False] * seats,
        "draw": cards,
        "discard": [],
        "removed": [],
        "forfeited": [],
        "owed": 0,
        "permission": False,  # section 4: "There is at most one open permission"
        "direction": 1,
        "run": 0,
        "run_from": 0,  # index in the discard pile from which the run is counted
        "turns": 0,
        "dry": 0,
        "counts": None,  # what the dry guard compares, at the end of the turn before
        "exchange_left": [],
        "finished": [],
        "forfeits": [],
        "end": None,
        "public": [[] for _ in range(seats)],  # cards all know to be in a hand (section 9)
    }
    for seat in forfeited:  # 7: "the seats that left forfeit first, before any choice"
        game = apply(game, seat, "forfeit")
    return game


def from_state(options, given, pile_order=None):
    """A game in the position of a state dict. What a state does not say (`public`, the last turn's counts) is new."""
    options = normal(options)
    names = "seats phase turn first hands up down known chosen draw discard removed forfeited owed direction run"
    game = {name: copied(given[name]) for name in names.split()}
    for name in ("turns", "dry", "exchange_left", "finished", "forfeits", "end"):
        game[name] = copied(given[name])
    opens_anew = options["extra_draw"] == "each" and given["phase"] == "bonus" and given["owed"] > 0
    return {
        **game,
        "options": options,
        "pile_order": pile_order,
        "permission": given["may_draw_now"] or opens_anew,
        "run_from": len(given["discard"]) - given["run"],
        "counts": None,
        "public": [[] for _ in range(given["seats"])],
    }


def copied(value):
    """Lists, and the lists in them, anew; everything else in a game is never changed."""
    return [copied(item) for item in value] if isinstance(value, list) else value


def apply(game, seat, action):
    """The game after the action; `IllegalError` if it is not legal. The argument stays as it is."""
    if not is_legal(game, seat, action):
        raise IllegalError(action)
    after = {name: copied(value) for name, value in game.items()}
    word, *args = action.split(" ")
    DEEDS[word](after, seat, args)
    return after


def do_pass(game, seat, args):
    if game["phase"] == "exchange":
        game["exchange_left"].remove(seat)
        after_exchange(game)
    else:
        after_bonus(game, seat)


# --- a turn (sections 3 and 4)


def do_play(game, seat, cards):
    take_owed_action(game)
    if active_zone(game, seat) == "hand":
        for card in cards:
            give_from_hand(game, seat, card, game["discard"])
    else:
        game["discard"] += [take(game["up"][seat], card) for card in cards]
    after_laying(game, seat, cards)


def do_flip(game, seat, args):
    slot = int(args[0])
    card = game["down"][seat][slot]
    if playable(game, card):  # "it is an ordinary play of one card"
        take_owed_action(game)
        game["down"][seat][slot] = None
        game["known"][seat][slot] = False
        game["discard"].append(card)
        after_laying(game, seat, [card])
        return
    if game["options"]["blind_miss"] == "keep":  # "back face down and its owner knows it now"
        game["known"][seat][slot] = True
    else:  # "the card goes to the hand too, unseen by others, its slot empties"
        game["down"][seat][slot] = None
        game["known"][seat][slot] = False
        game["hands"][seat].append(card)
    do_pickup(game, seat, [])


def do_pickup(game, seat, args):
    """The whole discard pile goes to its hand, its turn ends at once, no draw; owed actions end with it (4)."""
    receive(game, seat, game["discard"])
    empty_pile(game)
    close_turn(game, seat)


def do_draw(game, seat, args):
    game["hands"][seat].append(game["draw"].pop(0))
    if game["owed"]:  # before an extra action, by permission or forced: either way it uses the permission up
        game["permission"] = False
    else:  # `may_draw`: "the ordinary end of turn follows"
        end_turn(game, seat)


def end_turn(game, seat):
    """Section 3, "End of turn": "draw one at a time until the hand holds 3 or the draw pile is empty"."""
    while len(game["hands"][seat]) < 3 and game["draw"]:
        game["hands"][seat].append(game["draw"].pop(0))
    close_turn(game, seat)


def take_owed_action(game):
    """An extra action uses one of those owed, and "taking the next extra action closes" the permission."""
    if game["owed"]:
        game["owed"] -= 1
        game["permission"] = False
        game["extra"] = True


def after_laying(game, seat, cards):
    """The effects of a play, its cards being on the pile: reverse, clear, extra actions, run, going out, going on."""
    if game["options"]["ones_reverse"]:
        for card in cards:
            if rank(card) == "1":  # "each 1 *laid* reverses"
                game["direction"] = -game["direction"]
    if is_clear(cards[0]):
        clear_pile(game)
        extra = {"C": 0, "+1": 1, "+2": 2}[rank(cards[0])]  # `clear_sets`: "with the effect of one"
        game["owed"] += extra
        if extra:  # "playing Clear +1/+2 opens it"
            game["permission"] = True
    elif three_in_a_row(game["discard"]):
        clear_pile(game)
    if game.pop("extra", False) and game["owed"] and game["options"]["extra_draw"] == "each":
        game["permission"] = True  # "every extra action still owed opens it anew"
    reached = count_run(game)
    if not all_cards(game, seat):
        go_out(game, seat)
    elif reached and game["up"][seat] and game["hands"][seat]:  # "offered only if it has both"
        game["phase"] = "bonus"
    else:
        go_on(game, seat)


def go_on(game, seat):
    if not game["owed"]:
        end_turn(game, seat)


def three_in_a_row(pile):
    """when the top three or more cards of the pile bear one number."""
    return len(pile) >= 3 and len({rank(card) for card in pile[-3:]}) == 1


def clear_pile(game):
    """the discard pile with the Clear leaves the game."""
    game["removed"] += game["discard"]
    empty_pile(game)


def empty_pile(game):
    game["discard"] = []
    game["run"] = 0
    game["run_from"] = 0


def count_run(game):
    """Section 6, `colour_bonus`: read the run after the whole play; at four it "then counts from zero"."""
    if not game["options"]["colour_bonus"]:
        return False
    run = 0
    for card in reversed(game["discard"][game["run_from"] :]):
        if colour(card) != colour(game["discard"][-1]):
            break
        run += 1
    game["run"] = run
    if run < 4:
        return False
    game["run"] = 0
    game["run_from"] = len(game["discard"])
    return True


def do_swap(game, seat, args):
    give_from_hand(game, seat, args[0], game["up"][seat])
    mine = args[1]
    receive(game, seat, [take(game["up"][seat], mine)])
    after_bonus(game, seat)


def after_bonus(game, seat):
    game["phase"] = "play"
    go_on(game, seat)


# --- leaving (section 5)


def do_forfeit(game, seat, args):
    """its cards leave face down (a zone of their own); nobody draws; the pile stays."""
    phase, on_turn = game["phase"], game["turn"] == seat
    game["forfeited"] += all_cards(game, seat)
    game["hands"][seat], game["up"][seat], game["down"][seat] = [], [], [None] * 3
    game["known"][seat] = [False] * 3
    game["public"][seat] = []
    game["forfeits"].append(seat)
    game["chosen"][seat] = True  # "counts as having chosen or passed"
    if phase in ("play", "bonus"):
        if on_turn:  # "its turn ends, owed actions and pending choice lapse"
            game["phase"] = "play"
            close_turn(game, seat)
        elif len(still_in(game)) == 1:
            end_game(game, "last_seat")
    elif len(still_in(game)) == 1:  # "A forfeit in an exchange ends no turn" (docs/protocol.md)
        end_game(game, "last_seat")
    elif phase == "setup":
        after_choice(game)
    else:
        if seat in game["exchange_left"]:
            game["exchange_left"].remove(seat)
        after_exchange(game)


DEEDS = {
    "up": do_up,
    "exchange": do_exchange,
    "pass": do_pass,
    "play": do_play,
    "flip": do_flip,
    "pickup": do_pickup,
    "draw": do_draw,
    "swap": do_swap,
    "forfeit": do_forfeit,
}
