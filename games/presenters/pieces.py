"""Pieces of the table's HTML that stay the same for a whole game: rendered once a language and kept."""

from dataclasses import dataclass
from functools import lru_cache

from django.template.loader import render_to_string
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html, format_html_join
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
# Stand in a kept piece for what changes with every event: a comment that no name or option can hold.
HEAD = mark_safe("<!--head-->")
NUMBER = mark_safe("<!--number-->")


@dataclass(frozen=True, slots=True)
class Form:
    """A form of the page. It stands outside the fragment, so that a fragment needs no token; buttons point to it."""

    name: str
    url: str
    live: bool
    nonce: bool


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
    kept = _facts(options, pace, match.commitment, nonce, bool(match.head), get_language() or "")
    return mark_safe(
        kept.replace(HEAD, f'<code id="head" dir="ltr">{match.head}</code>').replace(NUMBER, str(match.seq))
    )


@lru_cache(maxsize=1024)
def _facts(options: tuple[str, ...], pace: str, commitment: str, nonce: str, begun: bool, language: str) -> SafeString:
    said = {"options": options, "pace": pace, "commitment": commitment, "nonce": nonce, "begun": begun}
    return mark_safe(render_to_string("games/_facts.html", {**said, "head": HEAD, "number": NUMBER}))


def seat_menu(person: Person, can_block: bool) -> SafeString:
    """What one can do about a person: look at the profile, block."""
    return _seat_menu(person, can_block, get_language() or "")


@lru_cache(maxsize=2048)
def _seat_menu(person: Person, can_block: bool, language: str) -> SafeString:
    try:
        url = reverse("profile", args=[person.username]) if person.username else ""
    except NoReverseMatch:
        url = ""
    said = {"person": person, "can_block": can_block, "profile_url": url}
    return mark_safe(render_to_string("games/_seat_menu.html", said))


def reaction_buttons() -> SafeString:
    """The canned reactions."""
    return _reaction_buttons(get_language() or "")


@lru_cache(maxsize=32)
def _reaction_buttons(language: str) -> SafeString:
    button = '<button form="form-react" name="reaction" value="{}" class="chip" data-action="react">{}</button>'
    return format_html("{}", format_html_join("", button, reaction_words().items()))
