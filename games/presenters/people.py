"""How the seats of a table are called: names, initials, what kind of player sits there."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import combining

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, pgettext

from games.models import Seat


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits on a seat, as everybody may see it. kind: person, guest, bot, free or deleted."""

    index: int
    name: str
    kind: str
    initial: str
    username: str = ""  # of an account that still exists; "" otherwise
    stands_for: str = ""  # a house bot's: the name of the person it plays for

    @property
    def short(self) -> str:
        """The name where a mark beside it says what the player is: a house bot goes by the person it plays for."""
        return self.stands_for or self.name

    @property
    def bdi(self) -> SafeString:
        """The name, escaped and kept from disturbing the words around it (right to left within left to right)."""
        if self.stands_for:
            return format_html(gettext("house bot for {name}"), name=_bdi(self.stands_for))
        return _bdi(self.name)


@lru_cache(maxsize=4096)
def _bdi(name: str) -> SafeString:
    return format_html("<bdi>{}</bdi>", name)


def bot_name(bot: str) -> str:
    """What a kind of bot is called, translated; a bot nobody has named here keeps its own name."""
    names = {
        "easy": pgettext("bot", "Easy"),
        "medium": pgettext("bot", "Medium"),
        "hard": pgettext("bot", "Hard"),
        "expert": pgettext("bot", "Expert"),
    }
    return names.get(bot, bot.capitalize())


def initial(name: str) -> str:
    """The first letter of a name with its marks, for the round badge; a dot for a name without letters."""
    for start, char in enumerate(name):
        if char.isalnum():
            end = start + 1
            while end < len(name) and combining(name[end]):
                end += 1
            return name[start:end].upper()
    return "·"


def people(seats: Sequence[Seat]) -> tuple[Person, ...]:
    """The people and bots of a table by seat. Two bots of one kind are told apart by a number."""
    key = tuple((seat.index, seat.kind, seat.bot, seat.label) for seat in seats)
    return _people(key, get_language() or "")


def named(players: Sequence[tuple[str, str]]) -> tuple[Person, ...]:
    """The same of (label, kind) by seat, as a history tells of finished games."""
    key = tuple((seat, kind, label if kind == "bot" else "", label) for seat, (label, kind) in enumerate(players))
    return _people(key, get_language() or "")


@lru_cache(maxsize=512)
def _people(key: tuple[tuple[int, str, str, str], ...], language: str) -> tuple[Person, ...]:
    bots = Counter(bot for _, kind, bot, _ in key if kind == "bot")
    seen: Counter[str] = Counter()
    found = []
    for index, kind, bot, name in key:
        seen[bot] += kind == "bot"
        found.append(_person(index, kind, bot, name, seen[bot] if bots[bot] > 1 else 0))
    return tuple(found)


def _person(index: int, kind: str, bot: str, name: str, number: int) -> Person:
    if kind == "bot":
        called = f"{bot_name(bot)} {number}" if number else bot_name(bot)
        return Person(index, called, kind, initial(called))
    if kind == "stand-in":
        called = gettext("house bot for {name}").format(name=name) if name else gettext("house bot")
        return Person(index, called, "bot", initial(name), stands_for=name)
    if kind == "deleted":
        return Person(index, gettext("deleted player"), kind, "·")
    if kind == "free":
        return Person(index, gettext("free seat"), kind, "·")
    return Person(index, name, kind, initial(name), name)
