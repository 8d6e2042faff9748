"""Template tags of the live table: cards one can pick, and stacks. Made once and kept, for a page has many."""

from functools import lru_cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, pgettext

from games.presenters.seats import Pick, Stack
from games.presenters.words import clock_text

from .cards import card, card_back, card_name

register = template.Library()
EMPTY = SafeString("")


def pick_label(pick: Pick, below: int | None = None) -> str:
    """What a screen reader says of a card that can be picked: its name and whether it may be played."""
    if pick.card is None:
        place = gettext("face-down card %(n)s of 3") % {"n": int(pick.value) + 1}
        return place if below is None else f"{place}, {gettext('you know it')}: {card_name(below)}"
    if not pick.enabled:
        return f"{card_name(pick.card)}, {pick.why or gettext('not now')}"
    states = {
        "take": pgettext("card", "can be taken"),
        "up": pgettext("card", "open, can be chosen"),
        "hand": pgettext("card", "can be chosen"),
    }
    return f"{card_name(pick.card)}, {states.get(pick.kind, '')}"


@lru_cache(maxsize=4096)
def _pick(pick: Pick, below: int | None, language: str) -> SafeString:
    face = card_back() if pick.card is None and below is None else card(below if pick.card is None else pick.card, True)
    off = EMPTY if pick.enabled else SafeString(' aria-disabled="true"')
    return format_html(
        '<button type="button" class="pick" id="{}" data-action="pick" data-pick="{}" data-value="{}" '
        'aria-pressed="false" aria-label="{}"{}>{}</button>',
        pick.key, pick.kind, pick.value, pick_label(pick, below), off, face,
    )  # fmt: skip


@lru_cache(maxsize=4096)
def in_hand(pick: Pick, starts: bool, language: str) -> SafeString:
    """A card of the hand at its place. `starts`: a new number starts here."""
    marks = SafeString(' class="starts"') if starts else EMPTY
    return format_html('<li id="place-{}"{}>{}</li>', pick.key, marks, _pick(pick, None, language))


@register.simple_tag
def pick_card(pick: Pick) -> SafeString:
    """A card of the hand as a button."""
    return _pick(pick, None, get_language() or "")


@lru_cache(maxsize=4096)
def _stack(stack: Stack, seat: int, language: str) -> SafeString:
    inside = _below(stack, language) + _above(stack, language)
    return format_html('<li class="stack" id="stack-{}-{}">{}</li>', seat, stack.slot, inside)


def _below(stack: Stack, language: str) -> SafeString:
    if stack.below == "empty":
        if stack.up is not None:
            return EMPTY
        return format_html('<span class="card-empty" role="img" aria-label="{}"></span>', gettext("empty place"))
    if stack.pick is not None and stack.pick.kind == "flip":
        return format_html('<span class="below">{}</span>', _pick(stack.pick, stack.below_card, language))
    place = gettext("face-down card %(n)s of 3") % {"n": stack.slot + 1}
    shown = card(stack.below_card) if stack.below_card is not None else card_back(place)
    known = " known" if stack.known else ""
    return format_html('<span class="below{}">{}</span>', known, shown)


def _above(stack: Stack, language: str) -> SafeString:
    if stack.up is None:
        return EMPTY
    if stack.pick is not None and stack.pick.kind in ("up", "take"):
        return format_html('<span class="above">{}</span>', _pick(stack.pick, None, language))
    return format_html('<span class="above">{}</span>', card(stack.up))


@register.simple_tag
def stack(value: Stack, seat: int) -> SafeString:
    """One of the three places of a seat: a 3UP card over a 3DOWN card, either, or the dashed empty place."""
    return _stack(value, seat, get_language() or "")


@register.filter
def clock(ms: int | None) -> str:
    """Milliseconds as a clock shows them."""
    return "" if ms is None else clock_text(ms)
