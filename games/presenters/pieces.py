"""Pieces of the table's HTML, rendered once and kept: by what is in them, so that nothing ever has to be forgotten.

A kept piece is made of the values it is kept under and of nothing else. So several readers may share one: whoever gets
it has put everything that is in it into the key themselves, out of what they may see.
"""

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from django.template import Context
from django.template.loader import get_template
from django.urls import NoReverseMatch, reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.models import Match

from .people import Person
from .seats import reaction_words

# What people do at a table by form: name of the address -> (answers with the table itself, carries a nonce).
FORMS = {
    "join": (False, True), "leave": (False, False), "start": (True, False), "kick": (True, False),
    "resume": (True, False), "rematch": (False, True), "react": (True, False), "invite": (True, False),
    "block": (True, False),
}  # fmt: skip
KEPT = 8192  # pieces; with its key one takes 2.5 KB at the mean, all of them 20 MB

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Same(Generic[T]):
    """Stands for a value in the key of a cache where only the very same object will do, for big values are slow to
    compare. Being held there, the object cannot give its place to another.
    """

    it: T

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)


@dataclass(frozen=True, slots=True)
class Form:
    """A form of the page. It stands outside the fragment, so that a fragment needs no token; buttons point to it."""

    name: str
    url: str
    live: bool
    nonce: bool


def kept(template: str, /, holes: Mapping[str, object] | None = None, **values: Hashable) -> SafeString:
    """A template rendered with these values alone. Equal values must look alike: a string is always safe, or never.

    `holes` are further values, which change too often to be kept: the template may print them, as they are, and nothing
    else; they are put in afterwards.
    """
    language = get_language() or ""
    if holes is None:
        return _kept(template, (), tuple(values.items()), language)[0]
    parts = list(_kept(template, tuple(holes), tuple(values.items()), language))
    parts[1::2] = [conditional_escape(holes[name]) for name in parts[1::2]]
    return mark_safe("".join(parts))


@lru_cache(maxsize=KEPT)
def _kept(
    template: str, holes: tuple[str, ...], values: tuple[tuple[str, Hashable], ...], language: str
) -> tuple[SafeString, ...]:
    """The pieces between the holes, and between the pieces the names of the holes."""
    marks = {name: mark_safe(f"<!--{name}-->") for name in holes}  # no name or option can hold a comment
    html = get_template(template).template.render(Context(dict(values) | marks, use_l10n=False))
    return tuple(map(mark_safe, re.split(f"<!--({'|'.join(holes)})-->", html))) if holes else (mark_safe(html),)


@lru_cache(maxsize=1024)
def table_urls(slug: str) -> dict[str, str]:
    """The addresses of a table by name."""
    names = (*FORMS, "act", "table", "replay", "view_json")
    return {name: reverse(f"games:{name}", args=[slug]) for name in names} | {"lobby": reverse("games:lobby")}


def forms(slug: str) -> list[Form]:
    """All forms of a table's page."""
    urls = table_urls(slug)
    return [Form(name, urls[name], live, nonce) for name, (live, nonce) in FORMS.items()]


def facts(options: tuple[str, ...], pace: str, match: Match, nonce: str) -> SafeString:
    """Options, pace, the commitment of the deal and the hash of the last event, in words."""
    return kept(
        "games/_facts.html", {"head": match.head, "number": match.seq}, options=options, pace=pace,
        commitment=match.commitment, nonce=nonce, begun=bool(match.head),
    )  # fmt: skip


def seat_menu(person: Person, can_block: bool) -> SafeString:
    """What one can do about a person: look at the profile, block."""
    return kept("games/_seat_menu.html", person=person, can_block=can_block, profile_url=_profile_url(person.username))


@lru_cache(maxsize=2048)
def _profile_url(username: str) -> str:
    try:
        return reverse("profile", args=[username]) if username else ""
    except NoReverseMatch:
        return ""


def reaction_buttons() -> SafeString:
    """The canned reactions."""
    return _reaction_buttons(get_language() or "")


@lru_cache(maxsize=32)
def _reaction_buttons(language: str) -> SafeString:
    button = '<button form="form-react" name="reaction" value="{}" class="chip" data-action="react">{}</button>'
    return format_html("{}", format_html_join("", button, reaction_words().items()))
