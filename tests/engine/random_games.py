"""Random games and positions for the differential and the property tests; everything comes from one `random.Random`."""

from . import oracle

SWITCHES = ("clear_sets", "play_for_places", "may_draw", "ones_reverse", "swap_cards", "colour_bonus")
COLOURS = (["red", "blue", "green"], ["red", "blue"], ["red", "green"], ["blue", "green"], ["green"], ["red"], ["blue"])
WORDS = ("pickup", "draw", "pass", "flip 0", "flip 1", "flip 2", "forfeit")


def options(rng, **fixed):
    """Options that some table can have; guards low enough that games stay short."""
    chosen = {name: rng.choice(["off", "on"]) for name in SWITCHES}
    chosen["deck"] = rng.choice([84, 74])
    chosen["colours"] = COLOURS[0] if rng.random() < 0.5 else rng.choice(COLOURS)
    chosen["extra_draw"] = rng.choice(["first", "each"])
    chosen["blind_miss"] = rng.choice(["keep", "take"])
    chosen["swap_piles"] = rng.choice(["off", "pair", "all"])
    chosen["score_scope"] = rng.choice(["hand", "all"])
    chosen["max_turns"] = rng.choice([100, 150, 1000])
    chosen["dry_turns"] = rng.choice([0, 20, 25, 100])
    if chosen["play_for_places"] == "off":
        chosen["scoring"] = rng.choice(["off", 3])
    if len(chosen["colours"]) == 1:
        chosen["colour_bonus"] = "off"
    return {**chosen, **fixed}


def seats(rng, chosen):
    """A number of seats these options allow, or None."""
    allowed = [number for number in range(2, 7) if not oracle.problems(chosen, number)]
    return rng.choice(allowed) if allowed else None


def deal(rng, **fixed):
    """The arguments of a new game: options, seats, deck, first seat, pile order, seats that left before."""
    chosen = options(rng, **fixed)
    number = seats(rng, chosen)
    if number is None:
        return deal(rng, **fixed)
    deck = oracle.deck(chosen)
    rng.shuffle(deck)
    if rng.random() < 0.3:  # many Clears in the hands, few in the draw pile
        deck.sort(key=lambda card: rng.random() - 0.5 * oracle.is_clear(card))
    order = list(range(number))
    rng.shuffle(order)
    gone = rng.sample(range(number), rng.randint(1, number - 1)) if rng.random() < 0.1 else []
    return chosen, number, deck, rng.randrange(number), order, gone


def position(rng, **fixed):
    """(options, state dict) of a position in play, most of them near the end: small piles, few cards, owed actions."""
    chosen, number, deck, first, _, _ = deal(rng, **fixed)
    zones = {"hands": [], "up": [], "down": []}
    draw = pop(rng, deck, rng.choice([0, 0, 0, 1, 2, 5]))
    for _ in range(number):
        late = rng.random() < 0.5 and not draw
        zones["hands"].append(pop(rng, deck, rng.choice([0, 1, 2, 3, 4, 6]) if not draw else rng.randint(1, 5)))
        zones["up"].append(pop(rng, deck, rng.choice([0, 1, 3]) if late else 3))
        slots = pop(rng, deck, 3) if not late else pop(rng, deck, rng.randint(1, 3))
        slots += [None] * (3 - len(slots))
        rng.shuffle(slots)
        zones["down"].append(slots)
    pile = drop_clears(rng, pop(rng, deck, rng.choice([0, 1, 2, 3, 6])), deck)
    turn = rng.randrange(number)
    owed = rng.choice([0, 0, 0, 1, 2, 3])
    if owed and draw and rng.random() < 0.3:  # the hand ran empty inside a turn
        deck += zones["hands"][turn]
        zones["hands"][turn] = []
    each, keep = chosen["extra_draw"] == "each", chosen["blind_miss"] == "keep"
    return chosen, {
        "seats": number,
        "phase": "play",
        "turn": turn,
        "first": first,
        "hands": [oracle.sort_cards(hand) for hand in zones["hands"]],
        "up": [oracle.sort_cards(up) for up in zones["up"]],
        "down": zones["down"],
        "known": [[bool(card) and keep and rng.random() < 0.2 for card in down] for down in zones["down"]],
        "chosen": [True] * number,
        "draw": draw,
        "draw_count": len(draw),
        "discard": pile,
        "removed": oracle.sort_cards(deck),
        "forfeited": [],
        "owed": owed,
        "may_draw_now": bool(owed and draw and (each or not pile) and rng.random() < 0.7),
        "direction": rng.choice([1, -1]) if chosen["ones_reverse"] == "on" else 1,
        "run": run_of(pile) if chosen["colour_bonus"] == "on" else 0,
        "turns": rng.randrange(99),
        "dry": 0,
        "exchange_left": [],
        "finished": [],
        "forfeits": [],
        "actors": [turn],
        "over": False,
        "end": None,
        "placings": None,
        "scores": None,
    }


def pop(rng, deck, count):
    return [deck.pop(rng.randrange(len(deck))) for _ in range(min(count, len(deck)))]


def drop_clears(rng, pile, deck):
    """No Clear ever lies on the pile, nor three of one number on top; those drawn go back."""
    kept = []
    for card in pile:
        three = len(kept) >= 2 and {oracle.rank(other) for other in kept[-2:]} == {oracle.rank(card)}
        (deck if oracle.is_clear(card) or three else kept).append(card)
    return kept


def run_of(pile):
    """Cards of one colour on top, at most three: a run of four has been counted away."""
    run = 0
    while run < min(len(pile), 3) and oracle.colour(pile[-1 - run]) == oracle.colour(pile[-1]):
        run += 1
    return run


def pick(rng, legal, style):
    """One of the legal actions. `low` plays as people do, so that games come to their end; `wild` takes anything."""
    plays = [action for action in legal if action.startswith("play")]
    if style == "wild" or not plays or rng.random() < 0.15:
        return rng.choice(legal)

    def weight(action):
        cards = action.split()[1:]
        return oracle.RANKS.index(oracle.rank(cards[0])), -len(cards)

    return min(plays, key=weight)


def nonsense(rng, game_state):
    """A well-formed action that is probably not legal: cards from anywhere, any word."""
    deck = [f"{colour}{rank}" for colour in oracle.COLOURS for rank in oracle.RANKS]
    held = [card for hand in game_state["hands"] for card in hand] + [card for up in game_state["up"] for card in up]
    cards = rng.choice([held, held, deck]) or deck
    kind = rng.choice(["word", "up", "play", "play", "swap", "exchange"])
    if kind == "word":
        return rng.choice(WORDS)
    if kind == "exchange":
        return f"exchange {rng.choice(cards)} {rng.randrange(6)}:{rng.choice(cards)}"
    if kind == "play":
        card = rng.choice(cards)
        same = [other for other in held if oracle.rank(other) == oracle.rank(card)] or [card]
        return "play " + " ".join(rng.choice([card, *same]) for _ in range(rng.choice([1, 1, 2, 3])))
    return " ".join([kind, *(rng.choice(cards) for _ in range(3 if kind == "up" else 2))])
