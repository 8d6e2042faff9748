"""How entrants and house bots are called on the pages of a tournament."""

from dataclasses import dataclass
from unicodedata import combining

from django.urls import reverse
from django.utils.translation import gettext, pgettext

from tournaments.models import Entry


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody as everybody may see them. kind: person, guest, bot, house or deleted; number: 0 for house bots."""

    number: int
    name: str
    kind: str
    initial: str
    url: str = ""  # of the profile; people only
    checked_in: bool = False
    out: bool = False  # withdrawn or dropped
    pausing: bool = False

    @property
    def is_bot(self) -> bool:
        """Whether a bot plays here, entered or the house's."""
        return self.kind in ("bot", "house")


def bot_name(bot: str) -> str:
    """What a kind of bot is called."""
    names = {
        "easy": pgettext("bot", "Easy"),
        "medium": pgettext("bot", "Medium"),
        "hard": pgettext("bot", "Hard"),
        "expert": pgettext("bot", "Expert"),
    }
    return names.get(bot, bot.capitalize())


def initial(name: str) -> str:
    """The first letter of a name with its marks; a dot for a name without letters."""
    for start, char in enumerate(name):
        if char.isalnum():
            end = start + 1
            while end < len(name) and combining(name[end]):
                end += 1
            return name[start:end].upper()
    return "·"


def who(entry: Entry) -> Who:
    """An entrant. The user must have been loaded with the entry."""
    gone = {"out": entry.status in (Entry.Status.WITHDRAWN, Entry.Status.DROPPED), "pausing": entry.pausing}
    if entry.bot:
        name = entry.name or bot_name(entry.bot)
        return Who(entry.number, name, "bot", initial(name), checked_in=True, **gone)
    if entry.deleted:
        return Who(entry.number, gettext("deleted player"), "deleted", "·", **gone)
    name = entry.label
    kind = "guest" if getattr(entry.user, "is_guest", False) else "person"
    url = reverse("profile", args=[name])
    return Who(entry.number, name, kind, initial(name), url, entry.checked_in, **gone)


def house(bot: str) -> Who:
    """A house bot that fills a seat."""
    name = bot_name(bot)
    return Who(0, name, "house", initial(name))


def names_of(people: list[Who], limit: int = 4) -> str:
    """Plain text: "Aino, Babak and 3 others"."""
    shown = [person.name for person in people[:limit]]
    more = len(people) - len(shown)
    if more:
        return gettext("%(names)s and %(n)s others") % {"names": ", ".join(shown), "n": more}
    if len(shown) < 2:
        return "".join(shown)
    return gettext("%(names)s and %(last)s") % {"names": ", ".join(shown[:-1]), "last": shown[-1]}
