"""Short hints for somebody's first game: one at a time, about what is on the table now."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from games.engine import View

from .controls import Controls


@dataclass(frozen=True, slots=True)
class Hint:
    """One hint. `key` is what the reader's preferences remember when it was dismissed."""

    key: str
    words: str


ALL: Final = "all"  # remembered by somebody who wants no hints any more


def hint(seen: View, doing: Controls, coached: Collection[str] = ()) -> Hint | None:
    """The hint for this position; None when there is nothing to explain, or the reader knows it."""
    if seen.over or seen.seat is None or ALL in coached:
        return None
    key = _key(seen, doing)
    return None if key in coached else Hint(key, _WORDS[key]())


def _key(seen: View, doing: Controls) -> str:
    if not doing.may_act:
        return "wait-setup" if seen.phase == "setup" else "wait"
    return doing.mode if doing.mode in _WORDS else _playing(seen, doing)


def _playing(seen: View, doing: Controls) -> str:
    seat = seen.seat or 0
    if seen.owed:
        return "owed"
    if doing.mode == "draw":
        return "pickup"
    if not seen.hand_counts[seat]:
        return "up"
    return "empty" if not seen.discard else _ordinary(seen, seat)


def _ordinary(seen: View, seat: int) -> str:
    ranks = [card // 3 for card in seen.hands[seat] or ()]
    if any(ranks.count(rank) > 1 and rank < FIRST_CLEAR for rank in ranks):
        return "sets"
    return "clear" if any(rank >= FIRST_CLEAR for rank in ranks) else "basics"


FIRST_CLEAR: Final = 10  # ranks from here on are Clears
_WORDS: Final = {
    "wait": lambda: gettext("You can pick your cards while the others play; they stay picked."),
    "wait-setup": lambda: gettext("The others are still choosing. Play starts when the last one has."),
    "setup": lambda: gettext(
        "Your 3UP is played near the end, on top of your blind cards. High cards and Clears do well there."
    ),
    "exchange": lambda: gettext("This table lets everybody exchange one card before play. You may also leave it."),
    "flip": lambda: gettext("Nobody knows your blind cards, you neither. Flip one and hope."),
    "bonus": lambda: gettext("Put a better card into your 3UP, or leave it as it is."),
    "owed": lambda: gettext(
        "Clear +1 and +2 give you more actions. You may draw a card before, while the draw pile lasts."
    ),
    "pickup": lambda: gettext(
        "With nothing equal or higher you take the whole pile. A full hand makes sets, and sets clear piles."
    ),
    "up": lambda: gettext("Hand and draw pile are gone: now your open cards are played, then the blind ones."),
    "empty": lambda: gettext("The pile is empty, so anything goes. Low cards first: they get stuck later."),
    "sets": lambda: gettext("Cards of one number may go together. Three on top of the pile clear it."),
    "clear": lambda: gettext("A Clear fits on everything and takes the pile away. Keep it for a bad moment."),
    "basics": lambda: gettext("Play a card equal to or higher than the top one. You draw back up to three."),
}
