"""Positions from a few lines of text, for the tables of cases and for tests that need a certain position.

    seats 3                                      how many (3 when not said)
    opts may_draw=on colours=red,blue            options that differ from the default
    0: hand R5 B9 | up R2 | down R1 - *B1        zones of a seat; "-" an empty slot, "*" a card its owner has seen
    pile R5 B5      draw R1 R2      removed R3   last of the pile = top, first of the draw pile = next to be drawn
    phase bonus     turn 1          owed 1       and `first direction run turns dry finished forfeits exchange_left`
    permit                                       a permission to draw before the extra action is open

Seats that are not named get nine of the lowest cards left over; what no zone names goes to `removed`, so that every
position holds its whole deck. With `phase setup` the hands are the six cards dealt, `draw` may give the first cards
of the draw pile, `piles 2 0 1` is the pile order, `left 1` the seats that left in earlier rounds.
"""

from . import oracle

NUMBERS = ("seats", "turn", "first", "owed", "direction", "run", "turns", "dry")
LISTS = ("finished", "forfeits", "exchange_left", "piles", "left")
ZONES = ("pile", "draw", "removed", "forfeited")


def parse(lines):
    """A dict of what the lines say: numbers, lists, zones, `seat_zones`, `options`, `phase`, `permit`."""
    said = {"options": {}, "seat_zones": {}, "phase": "play", "permit": False}
    for line in lines:
        head, _, rest = line.partition(" ")
        if head[:-1].isdigit() and head.endswith(":"):
            said["seat_zones"][int(head[:-1])] = read_zones(rest)
        elif head == "opts":
            said["options"] = read_options(rest)
        elif head in NUMBERS:
            said[head] = int(rest)
        elif head in LISTS:
            said[head] = [int(word) for word in rest.split()]
        elif head in ZONES:
            said[head] = rest.split()
        elif head == "phase":
            said["phase"] = rest
        elif head == "permit":
            said["permit"] = True
        else:
            raise ValueError(f"not a line of a position: {line}")
    return said


def read_zones(text):
    zones = {"hand": [], "up": [], "down": []}
    for part in text.split("|"):
        name, *cards = part.split()
        zones[name] = cards
    zones["known"] = [card.startswith("*") for card in zones["down"]] or [False] * 3
    zones["down"] = [None if card == "-" else card.lstrip("*") for card in zones["down"]] or [None] * 3
    return zones


def read_options(text):
    options = {}
    for pair in text.split():
        name, value = pair.split("=")
        options[name] = value.split(",") if name == "colours" else int(value) if value.isdigit() else value
    return options


def leftovers(said):
    """The cards of the deck that no line names."""
    left = oracle.deck(said["options"])
    named = [card for zone in ZONES for card in said.get(zone, [])]
    for zones in said["seat_zones"].values():
        named += zones["hand"] + zones["up"] + [card for card in zones["down"] if card]
    for card in named:
        left.remove(card)
    return left


def fill_seats(said):
    """Gives the seats not named, and still in, nine low cards; returns what is left of the deck."""
    left = leftovers(said)
    for seat in range(said.get("seats", 3)):
        if seat in said["seat_zones"]:
            continue
        if seat in said.get("finished", []) + said.get("forfeits", []):
            said["seat_zones"][seat] = read_zones("hand")
            continue
        nine, left = left[:9], left[9:]
        size = 6 if said["phase"] == "setup" else 3
        said["seat_zones"][seat] = {
            "hand": nine[:size],
            "up": nine[size : size + 3] if size == 3 else [],
            "down": nine[6:],
            "known": [False] * 3,
        }
    return left


def deal(said):
    """The arguments of a new game whose deal gives the zones named: (options, seats, deck, first, piles, left)."""
    left = fill_seats(said)
    seats = said.get("seats", 3)
    zones = [said["seat_zones"][seat] for seat in range(seats)]
    deck = [card for zone in zones for card in zone["down"]] + [card for zone in zones for card in zone["hand"]]
    deck += said.get("draw", []) + left
    piles = said.get("piles", list(range(seats)))
    return said["options"], seats, deck, said.get("first", 0), piles, said.get("left", [])


def state(said):
    """The state dict (docs/protocol.md) of a position that is not in setup."""
    left = fill_seats(said)
    seats = said.get("seats", 3)
    zones = [said["seat_zones"][seat] for seat in range(seats)]
    draw = said.get("draw", [])
    turn = said.get("turn", 0)
    return {
        "seats": seats,
        "phase": said["phase"],
        "turn": turn,
        "first": said.get("first", 0),
        "hands": [oracle.sort_cards(zone["hand"]) for zone in zones],
        "up": [oracle.sort_cards(zone["up"]) for zone in zones],
        "down": [zone["down"] for zone in zones],
        "known": [zone["known"] for zone in zones],
        "chosen": [True] * seats,
        "draw": draw,
        "draw_count": len(draw),
        "discard": said.get("pile", []),
        "removed": oracle.sort_cards(said.get("removed", []) + left),
        "forfeited": oracle.sort_cards(said.get("forfeited", [])),
        "owed": said.get("owed", 0),
        "may_draw_now": said["permit"],
        "direction": said.get("direction", 1),
        "run": said.get("run", 0),
        "turns": said.get("turns", 0),
        "dry": said.get("dry", 0),
        "exchange_left": said.get("exchange_left", []),
        "finished": said.get("finished", []),
        "forfeits": said.get("forfeits", []),
        "actors": [turn],
        "over": False,
        "end": None,
        "placings": None,
        "scores": None,
    }
