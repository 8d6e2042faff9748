"""RULES section 1 (cards, decks) and the values of section 7, on texts like "R5", "B10", "GC", "G+2"."""

from .options import normal

NUMBERS = [str(number) for number in range(1, 11)]
CLEARS = ["C", "+1", "+2"]
RANKS = NUMBERS + CLEARS
COLOURS = ["R", "B", "G"]
COLOUR_NAMES = {"red": "R", "blue": "B", "green": "G"}

# Copies of each rank in each colour; a rank that is not listed is not in that colour.
COPIES = {
    84: {
        "R": {**dict.fromkeys(NUMBERS, 2), "C": 2, "+1": 2},
        "B": {**dict.fromkeys(NUMBERS, 2), "C": 2, "+1": 2},
        "G": {**dict.fromkeys(NUMBERS, 3), "C": 3, "+1": 2, "+2": 1},
    },
    74: {
        "R": {**dict.fromkeys(NUMBERS, 2), "C": 2, "+1": 2},
        "B": {**dict.fromkeys(NUMBERS, 2), "C": 2, "+1": 2},
        "G": {**dict.fromkeys(NUMBERS, 2), "C": 2, "+1": 2, "+2": 2},
    },
}


def colour(card):
    return card[0]


def rank(card):
    return card[1:]


def is_clear(card):
    return rank(card) in CLEARS


def sort_cards(cards):
    """By rank 1..10, C, +1, +2, then R, B, G (docs/protocol.md)."""
    return sorted(cards, key=lambda card: (RANKS.index(rank(card)), COLOURS.index(colour(card))))


def points(card):
    """Section 7: "numbers their value, Clear 15, +1 20, +2 25"."""
    return {"C": 15, "+1": 20, "+2": 25}[rank(card)] if is_clear(card) else int(rank(card))


def deck(options):
    """Section 1: the unshuffled deck of these options, sorted."""
    options = normal(options)
    cards = []
    for name in options["colours"]:
        letter = COLOUR_NAMES[name]
        for face, copies in COPIES[options["deck"]][letter].items():
            cards += [letter + face] * copies
    return sort_cards(cards)
