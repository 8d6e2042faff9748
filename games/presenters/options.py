"""The options of a table in words: what differs from the official game."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop, ngettext, pgettext

from games.engine import Options
from games.models import Match


def option_words(options: Mapping[str, Any]) -> list[str]:
    """One short sentence for each option that is not at its default."""
    plain = _PLAIN
    if all(value == plain.get(name) for name, value in options.items()):
        return []
    said = _switches()
    words = []
    for name, value in options.items():
        if value == plain.get(name):
            continue
        if name in said:
            words.append(said[name])
        elif name in _VALUES:
            words.append(_VALUES[name](value))
    return words


def _switches() -> dict[str, str]:
    return {
        "clear_sets": gettext("Several Clears of one kind may be played together"),
        "blind_miss": gettext("A blind card that does not fit goes to the hand"),
        "extra_draw": gettext("One may draw before each extra action"),
        "play_for_places": gettext("Play goes on for all places"),
        "may_draw": gettext("One may draw instead of playing"),
        "ones_reverse": gettext("A 1 turns the direction round"),
        "score_scope": gettext("All cards left count, not the hand alone"),
        "swap_cards": gettext("After the choice everybody may exchange one card"),
        "colour_bonus": gettext("Four of a colour in a row allow a swap"),
    }


def _scoring(value: Any) -> str:
    rounds = int(value)
    return ngettext("Scored over %(n)s round", "Scored over %(n)s rounds", rounds) % {"n": rounds}


def _colours(value: Any) -> str:
    names = {"red": pgettext("colour", "red"), "blue": pgettext("colour", "blue"), "green": pgettext("colour", "green")}
    return gettext("Only %(colours)s") % {"colours": ", ".join(names[colour] for colour in value)}


def _piles(value: Any) -> str:
    if value == "pair":
        return gettext("Two seats exchange their 3UP and 3DOWN after the choice")
    return gettext("The 3UP and 3DOWN go round after the choice")


_PACES = {
    "live": gettext_noop("30 seconds a turn, 90 in the bank"),
    "relaxed": gettext_noop("5 minutes a turn"),
    "days": gettext_noop("2 days a turn"),
}
_PLAIN = Options().to_dict()
_VALUES = {
    "deck": lambda value: gettext("Deck of %(n)s cards") % {"n": value},
    "colours": _colours,
    "first_seat": lambda value: gettext("Seat %(n)s starts") % {"n": int(value) + 1},
    "scoring": _scoring,
    "swap_piles": _piles,
    "max_turns": lambda value: gettext("Ends after %(n)s turns") % {"n": value},
    "dry_turns": lambda value: gettext("Ends after %(n)s turns in a circle") % {"n": value} if value
    else gettext("No guard against going in circles"),
}  # fmt: skip


def pace_words(match: Match) -> str:
    """How long a turn may take."""
    words = _PACES.get(match.pace)
    return gettext(words) if words else ""
