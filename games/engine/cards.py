"""Cards as small ints, and multisets of cards as one int (RULES section 1).

A card is `rank * 3 + colour`: rank 0..9 are the numbers 1..10, then Clear, Clear +1, Clear +2; colour is red, blue,
green. Sorting the ints gives the canonical order: by rank, then R, B, G.

A multiset of cards ("code") is one int with two bits a card face, six a rank: no face has more than three copies. So
adding and removing cards is + and -, and "everything from rank r upwards" is a shift by 6 * r.
"""

from collections.abc import Iterable
from typing import Final

from .errors import EngineError
from .options import Options

RANKS: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "C", "+1", "+2")
COLOURS: Final = ("R", "B", "G")
COLOUR_NAMES: Final = ("red", "blue", "green")
CLEAR: Final = 10  # rank of the plain Clear; every rank from here on is a Clear
PLUS_ONE: Final = 11
PLUS_TWO: Final = 12

FACES: Final = len(RANKS) * len(COLOURS)
BITS: Final = 6  # bits a rank takes in a code
RANK_MASK: Final = (1 << BITS) - 1

CARD_TEXT: Final = tuple(f"{colour}{rank}" for rank in RANKS for colour in COLOURS)
TEXT_CARD: Final = {text: card for card, text in enumerate(CARD_TEXT)}
CODE: Final = tuple(1 << (BITS * (card // 3) + 2 * (card % 3)) for card in range(FACES))
POINTS: Final = tuple((*range(1, 11), 15, 20, 25)[card // 3] for card in range(FACES))  # RULES section 7


def card_text(card: int) -> str:
    """The written form of a card, as in `B10` or `G+1`."""
    return CARD_TEXT[card]


def parse_card(text: str) -> int:
    """The card written as `text`. Raises EngineError when there is no such card."""
    try:
        return TEXT_CARD[text]
    except (KeyError, TypeError):
        raise EngineError(f"{text!r} is not a card: write R, B or G, then 1 to 10, C, +1 or +2") from None


def to_code(cards: Iterable[int]) -> int:
    """The multiset of the given cards."""
    code = 0
    for card in cards:
        code += CODE[card]
    return code


def to_cards(code: int) -> tuple[int, ...]:
    """The cards of a multiset in canonical order."""
    cards: list[int] = []
    card = 0
    while code:
        copies = code & 3
        if copies:
            cards.extend((card,) * copies)
        code >>= 2
        card += 1
    return tuple(cards)


def has_card(code: int, card: int) -> bool:
    """Whether the multiset holds at least one of that face."""
    return bool((code >> (2 * card)) & 3)


def points(code: int) -> int:
    """What the cards of a multiset count when a round ends (RULES section 7)."""
    return sum(POINTS[card] for card in to_cards(code))


def _copies(deck: int, rank: int, colour: int) -> int:
    """How many copies of a face a deck of that kind holds (RULES section 1)."""
    green = colour == 2
    if rank == PLUS_TWO:
        return (1 if deck == 84 else 2) if green else 0
    if deck == 84 and green:
        return 2 if rank == PLUS_ONE else 3
    return 2


def build_deck(options: Options) -> tuple[int, ...]:
    """The unshuffled deck of an option set, in canonical order: `deck` and `colours` decide."""
    kept = [colour for colour in range(3) if COLOUR_NAMES[colour] in options.colours]
    deck: list[int] = []
    for rank in range(len(RANKS)):
        for colour in kept:
            deck.extend((rank * 3 + colour,) * _copies(options.deck, rank, colour))
    return tuple(deck)
