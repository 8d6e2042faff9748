"""How entrants and house bots are called on the pages of a tournament."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from games.api.options import bot_name, initial
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

    @property
    def tag(self) -> SafeString:
        """The name as HTML: in <bdi>, bots labelled, and a word for the reader that shows where they are marked."""
        return _tag(self.name, self.kind, "", get_language() or "")

    @property
    def link(self) -> SafeString:
        """The same, leading to the profile of somebody who has one."""
        return _tag(self.name, self.kind, self.url, get_language() or "")


class People(dict[int, Who]):
    """Entrants by the id of their entry, made when they are first asked for."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        super().__init__()
        self._entries = {entry.pk: entry for entry in entries}

    def __missing__(self, entry_id: int) -> Who:
        self[entry_id] = who(self._entries[entry_id])
        return self[entry_id]

    def __contains__(self, entry_id: object) -> bool:
        return entry_id in self._entries


@lru_cache(maxsize=4096)
def _tag(name: str, kind: str, url: str, language: str) -> SafeString:
    shown = format_html('<bdi class="who-{}">{}</bdi>', kind, name)
    if url:
        shown = format_html('<a class="who-link" href="{}">{}</a>', url, shown)
    labels = {"bot": gettext("bot"), "house": gettext("house bot")}
    label = format_html(' <span class="chip">{}</span>', labels[kind]) if kind in labels else ""
    return format_html('{}{}<span class="you">{}</span>', shown, label, gettext("you"))


def who(entry: Entry) -> Who:
    """An entrant. The user must have been loaded with the entry. A bot's number tells it from others of its kind."""
    gone = {"out": entry.status in (Entry.Status.WITHDRAWN, Entry.Status.DROPPED), "pausing": entry.pausing}
    if entry.bot:
        name = f"{bot_name(entry.bot)} {entry.number}"
        return Who(entry.number, name, "bot", initial(name), checked_in=True, **gone)
    if entry.deleted:
        return Who(entry.number, gettext("deleted player"), "deleted", "·", **gone)
    name = entry.label
    kind = "guest" if getattr(entry.user, "is_guest", False) else "person"
    url = profile_url(name)
    return Who(entry.number, name, kind, initial(name), url, entry.checked_in, **gone)


@lru_cache(maxsize=4096)
def profile_url(name: str) -> str:
    """The profile of somebody."""
    return reverse("profile", args=[name])


def house(bot: str) -> Who:
    """A house bot that fills a seat."""
    name = bot_name(bot)
    return Who(0, name, "house", initial(name))


def names_of(people: Sequence[Who], limit: int = 5) -> SafeString:
    """Names within a sentence: "Aino, Babak and 3 others", each kept from disturbing the words around it."""
    shown = [format_html("<bdi>{}</bdi>", person.name) for person in people[:limit]]
    if len(people) > len(shown):
        return format_html(gettext("{} and {} others"), _listed(shown), len(people) - len(shown))
    if len(shown) < 2:
        return _listed(shown)
    return format_html(gettext("{} and {}"), _listed(shown[:-1]), shown[-1])


def _listed(names: Sequence[SafeString]) -> SafeString:
    return format_html_join(", ", "{}", ((name,) for name in names))
