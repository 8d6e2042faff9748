"""Short hints for somebody's first game: one at a time, about what is on the table now."""

from django.utils.translation import gettext

from games.engine import View

from .controls import Controls


def hint(seen: View, doing: Controls) -> str:
    """The hint for this position; "" when there is nothing to explain."""
    if seen.over or seen.seat is None:
        return ""
    if not doing.may_act:
        return _while_waiting(seen)
    if doing.mode in _HINTS:
        return _HINTS[doing.mode]()
    return _playing(seen, doing) if seen.phase == "play" else ""


def _while_waiting(seen: View) -> str:
    if seen.phase == "setup":
        return gettext("The others are still choosing. Play starts when the last one has.")
    return gettext("You can pick your cards while the others play; they stay picked.")


def _playing(seen: View, doing: Controls) -> str:
    seat = seen.seat or 0
    if seen.owed:
        return gettext("Clear +1 and +2 give you more actions. You may draw a card before, while the draw pile lasts.")
    if doing.mode == "draw":
        return gettext("With nothing equal or higher you take the whole pile. It is no disaster: sets clear piles.")
    if not seen.hand_counts[seat]:
        return gettext(
            "Your hand is gone and so is the draw pile: now your open cards are played, then the blind ones."
        )
    if not seen.discard:
        return gettext("The pile is empty, so anything goes. Low cards first: they get stuck later.")
    return _ordinary(seen, seat)


def _ordinary(seen: View, seat: int) -> str:
    hand = seen.hands[seat] or ()
    ranks = [card // 3 for card in hand]
    if any(ranks.count(rank) > 1 and rank < 10 for rank in ranks):
        return gettext("Cards of one number may go together. Three on top of the pile clear it.")
    if any(rank >= 10 for rank in ranks):
        return gettext("A Clear fits on everything and takes the pile away. It is worth keeping for a bad moment.")
    return gettext("Play a card equal to or higher than the top one. You draw back up to three.")


_HINTS = {
    "setup": lambda: gettext(
        "Your 3UP is played near the end, on top of your blind cards. High cards and Clears do well there."
    ),
    "exchange": lambda: gettext("This table lets everybody exchange one card before play. You may also leave it."),
    "flip": lambda: gettext("Nobody knows your blind cards, you neither. Flip one and hope."),
    "bonus": lambda: gettext("Put a better card into your 3UP, or leave it as it is."),
}
