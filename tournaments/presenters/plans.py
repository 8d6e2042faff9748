"""How long an event takes, about: rounds times what a game takes."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext, ngettext

from tournaments.formats import FORMATS
from tournaments.formats.base import Settings

# Turns of a game until the first is out, hardly dependent on the seats: 60 games of medium bots at each of two to six.
TURNS: Final = 90
TURNS_WITH_FEWER_COLOURS: Final = 50
TURNS_FOR_PLACES: Final = 1.3  # times as many, when the others play on
SECONDS_A_TURN: Final = {"live": 7, "relaxed": 40, "days": 4 * 3600}
SLOWEST_OF_A_ROUND: Final = 1.4  # the last table takes so many times the average


def game_minutes(options: Mapping[str, Any], pace: str) -> float:
    """What a game of these rules takes people at this pace, on average."""
    turns = TURNS if len(options.get("colours", "rbg")) == 3 else TURNS_WITH_FEWER_COLOURS
    if options.get("play_for_places") == "on":
        turns = round(turns * TURNS_FOR_PLACES)
    games = int(options["scoring"]) if options.get("scoring", "off") != "off" else 1
    return games * turns * SECONDS_A_TURN[pace] / 60


def event_minutes(rounds: int, game: float, *, break_seconds: int, limit: int) -> float:
    """What so many rounds take: each waits for its last table, or for the limit."""
    longest = game * SLOWEST_OF_A_ROUND
    if limit:
        longest = min(longest, limit)
    return rounds * longest + max(0, rounds - 1) * break_seconds / 60


def planned_rounds(settings: Settings, players: int) -> int | None:
    """How many rounds it takes with so many players; None for an arena."""
    return FORMATS[settings.format].planned_rounds(settings, players)


def about(minutes: float) -> str:
    """A duration in words, as roughly as it is known: "about 40 minutes", "about 2 hours", "about 3 weeks"."""
    if minutes < 8:
        return gettext("about 5 minutes")
    if minutes < 100:
        return gettext("about %(n)s minutes") % {
            "n": round(minutes / (10 if minutes > 20 else 5)) * (10 if minutes > 20 else 5)
        }
    if minutes < 20 * 60:
        halves = round(minutes / 30)
        if halves % 2:
            return gettext("about %(n)s½ hours") % {"n": halves // 2}
        return gettext("about %(n)s hours") % {"n": halves // 2}
    days = max(1, round(minutes / 1440))
    if days < 14:
        return ngettext("about %(n)s day", "about %(n)s days", days) % {"n": days}
    weeks = round(days / 7)
    return ngettext("about %(n)s week", "about %(n)s weeks", weeks) % {"n": weeks}


def exactly(seconds: int) -> str:
    """A duration in the largest unit that it is whole in: "90 seconds", "5 minutes", "1 day"."""
    if seconds and seconds % 86400 == 0:
        return ngettext("%(n)s day", "%(n)s days", seconds // 86400) % {"n": seconds // 86400}
    if seconds and seconds % 3600 == 0:
        return ngettext("%(n)s hour", "%(n)s hours", seconds // 3600) % {"n": seconds // 3600}
    if seconds and seconds % 60 == 0:
        return ngettext("%(n)s minute", "%(n)s minutes", seconds // 60) % {"n": seconds // 60}
    return ngettext("%(n)s second", "%(n)s seconds", seconds) % {"n": seconds}


def length_words(settings: Settings, rounds: int | None = None) -> str:
    """How long it is, in the format's own measure: "60 minutes", "5 rounds", "4 rounds and a final"."""
    if settings.format == "arena":
        return ngettext("%(n)s minute", "%(n)s minutes", settings.minutes) % {"n": settings.minutes}
    if settings.format == "swiss_final":
        words = ngettext("%(n)s round, then a final", "%(n)s rounds, then a final", settings.rounds)
        return words % {"n": settings.rounds}
    count = settings.rounds if settings.format == "swiss_pods" else rounds
    if count is None:
        return (
            gettext("until one is left") if settings.format == "elimination" else gettext("everybody meets everybody")
        )
    return ngettext("%(n)s round", "%(n)s rounds", count) % {"n": count}
