"""Template tags that show a card: a face, a back, or a small chip for running text.

A face is a reference into static/cards/sprite.svg (drawn by tools/draw_cards.py); its size is the CSS variable
`--card-w`. Each tag's HTML depends on the card and the language alone, so it is made once and kept.
"""

from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, pgettext

from games.engine import card_text, parse_card

register = template.Library()

BACK_NAME = "back"


def as_card(card: int | str) -> int:
    """The engine's number of a card given as number or as text ("R5"). Raises EngineError for anything else."""
    return card if isinstance(card, int) else parse_card(card)


def rank_text(card: int) -> str:
    """The rank as it is printed: "5", "C", "+1"."""
    return card_text(card)[1:]


def colour_letter(card: int) -> str:
    return card_text(card)[0]


def symbol(card: int) -> str:
    """The id of a card's drawing in the sprite."""
    return card_text(card).replace("+", "p")


def rank_name(card: int) -> str:
    """The rank in words, translated: "5", "Clear", "Clear +1"."""
    rank = rank_text(card)
    if rank == "C":
        return pgettext("card", "Clear")
    return pgettext("card", "Clear %(plus)s") % {"plus": rank} if rank.startswith("+") else rank


def card_name(card: int) -> str:
    """The card in words, translated: "red 5", "green Clear +1"."""
    rank = rank_name(card)
    return {
        "R": pgettext("card", "red %(rank)s"),
        "B": pgettext("card", "blue %(rank)s"),
        "G": pgettext("card", "green %(rank)s"),
    }[colour_letter(card)] % {"rank": rank}


@lru_cache(maxsize=1)
def sprite_url() -> str:
    """Where the sprite is served; asked once, for a page refers to it some sixty times."""
    return static("cards/sprite.svg")


@lru_cache(maxsize=512)
def _face(card: int, language: str, silent: bool) -> SafeString:
    said = SafeString('aria-hidden="true"') if silent else format_html('role="img" aria-label="{}"', card_name(card))
    return format_html(
        '<span class="card" data-card="{}" {}><svg viewBox="0 0 100 140" aria-hidden="true" focusable="false">'
        '<use href="{}#{}"/></svg></span>',
        card_text(card), said, sprite_url(), symbol(card),
    )  # fmt: skip


@lru_cache(maxsize=8)
def _back(language: str, label: str) -> SafeString:
    said = format_html('role="img" aria-label="{}"', label) if label else SafeString('aria-hidden="true"')
    return format_html(
        '<span class="card card-back" {}><svg viewBox="0 0 100 140" aria-hidden="true" focusable="false">'
        '<use href="{}#{}"/></svg></span>',
        said, sprite_url(), BACK_NAME,
    )  # fmt: skip


@lru_cache(maxsize=128)
def _chip(card: int, language: str) -> SafeString:
    letter = colour_letter(card)
    clear = not rank_text(card).isdigit()
    kind = letter.lower() + (" chip-clear" if clear else "")
    chip = '<span class="card-chip chip-{}" role="img" aria-label="{}"><i></i>{}</span>'
    return format_html(chip, kind, card_name(card), rank_name(card))


@register.simple_tag
def card(value: int | str, silent: bool = False) -> SafeString:
    """`{% card "R5" %}`: the face of a card, named for screen readers unless `silent` (when a button around it is)."""
    return _face(as_card(value), get_language() or "", bool(silent))


@register.simple_tag
def card_back(label: str = "") -> SafeString:
    """`{% card_back %}`: the back every card shares. Says nothing but `label`."""
    return _back(get_language() or "", str(label))


@register.simple_tag
def card_chip(value: int | str) -> SafeString:
    """`{% card_chip "R5" %}`: a card as a word, for the log."""
    return _chip(as_card(value), get_language() or "")


@register.filter(name="card_name")
def card_name_filter(value: int | str) -> str:
    """`{{ "R5"|card_name }}`: the card in words."""
    return card_name(as_card(value))


@register.simple_tag
def hidden_name(slot: int) -> str:
    """What a screen reader says of a face-down card: its place, never more."""
    return gettext("face-down card %(n)s of 3") % {"n": slot + 1}
