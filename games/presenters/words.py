"""The words of the table: counts, cards, labels of actions. Short, friendly, exact; translated for the reader."""

from collections.abc import Sequence
from functools import lru_cache

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, ngettext, pgettext

from games.engine import Action, card_text
from games.templatetags.cards import card_chip, card_name, rank_name

CLEAR = 30  # the first card that is a Clear, as the engine numbers them
THREE = 3  # so many of one number on top clear the pile


def rank_of(card: int) -> int:
    """0 to 9 for the numbers 1 to 10; 10, 11, 12 for Clear, Clear +1, Clear +2."""
    return card // 3


def count_word(n: int) -> str:
    """A small number as a word, for running text."""
    words = [
        pgettext("number", "no"),
        pgettext("number", "one"),
        pgettext("number", "two"),
        pgettext("number", "three"),
        pgettext("number", "four"),
        pgettext("number", "five"),
        pgettext("number", "six"),
        pgettext("number", "seven"),
        pgettext("number", "eight"),
        pgettext("number", "nine"),
    ]
    return words[n] if n < len(words) else str(n)


def cards_count(n: int) -> str:
    """ "6 cards"."""
    return ngettext("%(n)s card", "%(n)s cards", n) % {"n": n}


def several(cards: Sequence[int]) -> str:
    """Cards of one number in words: "red 5", "two 5s", "three Clears"."""
    if len(cards) == 1:
        return card_name(cards[0])
    count, rank = count_word(len(cards)), rank_name(cards[0])
    if cards[0] >= CLEAR:
        return pgettext("several Clears of one kind", "%(count)s %(rank)s cards") % {"count": count, "rank": rank}
    return pgettext("several cards of one number", "%(count)s %(rank)ss") % {"count": count, "rank": rank}


def chips(cards: Sequence[int]) -> SafeString:
    """Cards as chips in a row."""
    return mark_safe("\u2009".join(card_chip(card) for card in cards))


def playable_text(discard: Sequence[int]) -> str:
    """What may be played on the pile."""
    if not discard:
        return gettext("anything may be played")
    rank = rank_of(discard[-1]) + 1
    return gettext("10 or a Clear") if rank == 10 else gettext("%(rank)s or higher") % {"rank": rank}


def clears(cards: Sequence[int], discard: Sequence[int]) -> bool:
    """Whether laying these cards takes the pile out of the game: a Clear, or three of a number on top."""
    rank = rank_of(cards[0])
    if cards[0] >= CLEAR:
        return True
    same = len(cards)
    for card in reversed(discard):
        if rank_of(card) != rank:
            break
        same += 1
    return same >= THREE


def more_actions(n: int) -> str:
    """ "one more action"."""
    return ngettext("%(count)s more action", "%(count)s more actions", n) % {"count": count_word(n)}


def play_label(cards: tuple[int, ...], discard: Sequence[int]) -> str:
    """What the primary button says of a play: "Play three 5s · clears the pile"."""
    return _play_label(cards, clears(cards, discard), get_language() or "")


@lru_cache(maxsize=4096)
def _play_label(cards: tuple[int, ...], clearing: bool, language: str) -> str:
    label = gettext("Play %(cards)s") % {"cards": several(cards)}
    notes = []
    if clearing:
        notes.append(gettext("clears the pile"))
    extra = rank_of(cards[0]) - rank_of(CLEAR)
    if extra > 0:
        notes.append(more_actions(extra))
    return " · ".join([label, *notes])


def pickup_label(discard: Sequence[int]) -> str:
    return ngettext("Pick up the card", "Pick up %(n)s cards", len(discard)) % {"n": len(discard)}


def action_label(action: Action, discard: Sequence[int], name_of: Sequence[str], phase: str) -> str:
    """Any action in words, as a button says it."""
    kind, cards = action.kind, action.cards
    if kind == "play":
        return play_label(cards, discard)
    if kind == "up":
        return gettext("Choose %(cards)s") % {"cards": ", ".join(card_name(card) for card in cards)}
    if kind == "exchange" and action.seat is not None:
        return gettext("Give %(mine)s, take %(theirs)s from %(name)s") % {
            "mine": card_name(cards[0]), "theirs": card_name(cards[1]), "name": isolate(name_of[action.seat]),
        }  # fmt: skip
    if kind == "swap":
        return gettext("Swap %(mine)s for your %(up)s") % {"mine": card_name(cards[0]), "up": card_name(cards[1])}
    if kind == "flip" and action.slot is not None:
        return gettext("Flip blind card %(n)s") % {"n": action.slot + 1}
    return simple_label(kind, discard, phase)


def simple_label(kind: str, discard: Sequence[int], phase: str) -> str:
    """Pick up, draw, pass."""
    if kind == "pickup":
        return pickup_label(discard)
    if kind == "draw":
        return gettext("Draw a card")
    return gettext("Exchange nothing") if phase == "exchange" else gettext("Swap nothing")


def isolate(name: str) -> str:
    """A name inside plain text (an attribute, a button), kept from disturbing the direction of its neighbours."""
    return f"\u2068{name}\u2069"


def order_text(n: int) -> str:
    """A place: "1st"."""
    places = {
        1: pgettext("place", "1st"),
        2: pgettext("place", "2nd"),
        3: pgettext("place", "3rd"),
        4: pgettext("place", "4th"),
        5: pgettext("place", "5th"),
        6: pgettext("place", "6th"),
    }
    return places.get(n, str(n))


def end_text(end: str | None) -> str:
    """Why a game ended, where that needs saying."""
    return {
        "max_turns": gettext("The game had its last turn. Fewest cards left comes first."),
        "dry_turns": gettext("The cards went round in circles, so the game ended. Fewest cards left comes first."),
        "stopped": gettext("The time for this game was up. Fewest cards left comes first."),
        "last_seat": gettext("Nobody else is left in the game."),
    }.get(end or "", "")


def clock_text(ms: int) -> str:
    """A span as a clock shows it: "0:24", "3 h 05 min", "1 d 4 h"."""
    seconds = max(0, ms) // 1000
    days, hours, minutes = seconds // 86400, seconds // 3600 % 24, seconds // 60 % 60
    if days:
        return gettext("%(d)s d %(h)s h") % {"d": days, "h": hours}
    if hours:
        return gettext("%(h)s h %(m)02d min") % {"h": hours, "m": minutes}
    return f"{minutes}:{seconds % 60:02d}"


def action_text(cards: Sequence[int]) -> str:
    """Cards as they are written in actions."""
    return " ".join(card_text(card) for card in cards)
