"""Actions as values, and their written form (RULES section 8). Plays and flips are interned: built once, at import."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final

from .cards import BITS, CARD_TEXT, CLEAR, CODE, RANKS, TEXT_CARD
from .errors import ActionSyntaxError

SYNTAX: Final = (
    "write one of: up CARD CARD CARD, exchange CARD SEAT:CARD, play CARD [CARD ...], flip SLOT, pickup, draw, "
    "swap CARD CARD, pass, forfeit"
)
MAX_TEXT: Final = 200  # characters of an action; the longest legal one has under 40
MAX_COPIES: Final = 3  # of one face, in any deck


@dataclass(frozen=True, slots=True)
class Action:
    """One action. Two actions are equal when they are written the same.

    kind: up, exchange, play, flip, pickup, draw, swap, pass or forfeit.
    cards: up: the three; play: in laying order; exchange, swap: my hand card, then the 3UP card.
    seat: whose 3UP card an exchange takes. slot: which 3DOWN slot a flip turns.
    rank, code: for a play, the rank of its cards and their multiset; -1 and 0 if no hand can ever play them together.
    """

    kind: str
    cards: tuple[int, ...] = ()
    seat: int | None = None
    slot: int | None = None
    text: str = ""
    rank: int = -1
    code: int = 0

    def __str__(self) -> str:
        return self.text


def _simple(kind: str) -> Action:
    return Action(kind, text=kind)


PICKUP: Final = _simple("pickup")
DRAW: Final = _simple("draw")
PASS: Final = _simple("pass")
FORFEIT: Final = _simple("forfeit")
FLIPS: Final = tuple(Action("flip", slot=slot, text=f"flip {slot}") for slot in range(3))


def _written(word: str, cards: tuple[int, ...]) -> str:
    return " ".join((word, *(CARD_TEXT[card] for card in cards)))


@lru_cache(maxsize=16384)
def play(cards: tuple[int, ...]) -> Action:
    """The play of these cards in this laying order."""
    text = _written("play", cards)
    possible = len({card // 3 for card in cards}) == 1 and all(cards.count(card) <= MAX_COPIES for card in set(cards))
    if not possible:
        return Action("play", cards, text=text)
    return Action("play", cards, text=text, rank=cards[0] // 3, code=sum(CODE[card] for card in cards))


@lru_cache(maxsize=16384)
def choose_up(cards: tuple[int, ...]) -> Action:
    """The choice of these three cards as one's 3UP."""
    return Action("up", cards, text=_written("up", cards), code=sum(CODE[card] for card in cards))


@lru_cache(maxsize=4096)
def swap(hand_card: int, up_card: int) -> Action:
    """The swap of a hand card with one of one's own 3UP cards."""
    return Action("swap", (hand_card, up_card), text=_written("swap", (hand_card, up_card)))


@lru_cache(maxsize=16384)
def exchange(hand_card: int, seat: int, up_card: int) -> Action:
    """The exchange of a hand card for another seat's 3UP card."""
    text = f"exchange {CARD_TEXT[hand_card]} {seat}:{CARD_TEXT[up_card]}"
    return Action("exchange", (hand_card, up_card), seat=seat, text=text)


def _plays_of(rank: int, held: int, clear_sets: bool, both_orders: bool) -> tuple[Action, ...]:
    """All plays of one rank from the copies held (two bits a colour), canonical, fewest cards first."""
    copies = (held & 3, held >> 2 & 3, held >> 4 & 3)
    if copies[0] == MAX_COPIES or copies[1] == MAX_COPIES:
        return ()  # no deck has three of a red or blue face
    found: list[tuple[int, ...]] = []
    for reds, blues, greens in product(*(range(count + 1) for count in copies)):
        cards = (rank * 3,) * reds + (rank * 3 + 1,) * blues + (rank * 3 + 2,) * greens
        if not cards or (rank >= CLEAR and len(cards) > 1 and not clear_sets):
            continue
        found.append(cards)
        if both_orders and rank < CLEAR and len(cards) == 2 and cards[0] != cards[1]:
            found.append((cards[1], cards[0]))
    return tuple(play(cards) for cards in sorted(found, key=lambda cards: (len(cards), cards)))


@lru_cache(maxsize=4)
def play_table(clear_sets: bool, both_orders: bool) -> tuple[tuple[tuple[Action, ...], ...], ...]:
    """table[rank][copies held of that rank] = the plays they allow, whatever lies on the pile."""
    return tuple(
        tuple(_plays_of(rank, held, clear_sets, both_orders) for held in range(1 << BITS)) for rank in range(len(RANKS))
    )


# SUBSETS[held] has bit n set when the copies n (two bits a colour) are all among those held.
SUBSETS: Final = tuple(
    sum(1 << part for part in range(64) if all(part >> s & 3 <= held >> s & 3 for s in (0, 2, 4))) for held in range(64)
)

_SIMPLE: Final = {action.text: action for action in (PICKUP, DRAW, PASS, FORFEIT, *FLIPS)}


def _card(text: str) -> int:
    card = TEXT_CARD.get(text)
    if card is None:
        raise ActionSyntaxError(f"{text!r} is not a card: write R, B or G, then 1 to 10, C, +1 or +2")
    return card


def _parse_exchange(words: list[str]) -> Action:
    seat, colon, card = words[1].partition(":")
    if not colon or seat not in ("0", "1", "2", "3", "4", "5"):
        raise ActionSyntaxError("an exchange names my hand card, then SEAT:CARD, as in: exchange R2 2:B9")
    return exchange(_card(words[0]), int(seat), _card(card))


def parse_action(text: str) -> Action:
    """The action written as `text`. Raises ActionSyntaxError, which says how actions are written."""
    if not isinstance(text, str):
        raise ActionSyntaxError(f"an action is a text; {SYNTAX}")
    simple = _SIMPLE.get(text)
    if simple is not None:
        return simple
    kind, *words = (text.split() if len(text) <= MAX_TEXT else []) or [""]
    if kind == "play" and words:
        return play(tuple(_card(word) for word in words))
    if kind == "up" and len(words) == 3:
        return choose_up(tuple(sorted(_card(word) for word in words)))
    if kind == "swap" and len(words) == 2:
        return swap(_card(words[0]), _card(words[1]))
    if kind == "exchange" and len(words) == 2:
        return _parse_exchange(words)
    shown = text if len(text) <= 60 else text[:57] + "..."
    raise ActionSyntaxError(f"{shown!r} is not an action; {SYNTAX}")
