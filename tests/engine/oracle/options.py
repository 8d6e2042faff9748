"""The option tables of RULES sections 1-7: names, defaults, ranges and refusals."""

COLOUR_SIZES = {84: {"red": 24, "blue": 24, "green": 36}, 74: {"red": 24, "blue": 24, "green": 26}}
SWITCHES = ["clear_sets", "play_for_places", "may_draw", "ones_reverse", "swap_cards", "colour_bonus"]
CHOICES = {
    "extra_draw": ["first", "each"],
    "blind_miss": ["keep", "take"],
    "swap_piles": ["off", "pair", "all"],
    "score_scope": ["hand", "all"],
}

# "all off by default"; booleans stand for off and on.
DEFAULTS = {
    "deck": 84,
    "colours": ["red", "blue", "green"],
    "first_seat": "random",
    "clear_sets": False,
    "extra_draw": "first",
    "blind_miss": "keep",
    "play_for_places": False,
    "max_turns": 1000,
    "dry_turns": 100,
    "may_draw": False,
    "ones_reverse": False,
    "scoring": "off",
    "score_scope": "hand",
    "swap_piles": "off",
    "swap_cards": False,
    "colour_bonus": False,
}


def normal(options):
    """All options, whatever spelling they came in: "84" or 84, "on" or True, "off" or False."""
    full = {**DEFAULTS, **options}
    full["deck"] = int(full["deck"])
    full["colours"] = [name for name in DEFAULTS["colours"] if name in full["colours"]]
    for name in SWITCHES:
        full[name] = full[name] in (True, "on")
    for name in ("scoring", "swap_piles"):
        full[name] = full[name] or "off"
    return full


def problems(options, seats):
    """The options that clash at a table of so many seats: a set of names (sections 1, 2, 6). Values are valid."""
    options = normal(options)
    sizes = COLOUR_SIZES[options["deck"]]
    cards = sum(sizes[name] for name in options["colours"])
    found = set()
    if not 2 <= seats <= 6:  # 1: "Players: 2 to 6"
        found.add("seats")
    if len(options["colours"]) < 3 and seats > 4:  # 1: "2-4 players only"
        found.add("colours")
    if 9 * seats > cards:  # 1: "Refused where 9 x players exceeds the deck"
        found.add("colours")
    if len(options["colours"]) == 1 and options["colour_bonus"]:  # 1: "`colour_bonus` is refused with one colour"
        found.add("colour_bonus")
    if options["play_for_places"] and options["scoring"] != "off":  # 6: "Excludes `scoring`"
        found.add("play_for_places")
    if options["first_seat"] != "random" and options["first_seat"] >= seats:  # 2.4: "or a seat number"
        found.add("first_seat")
    return found
