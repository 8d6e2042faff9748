"""`{% load tournaments %}`: the cards of the formats."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

DRAWN = ("swiss_pods", "arena", "elimination", "swiss_final", "round_robin")


@register.simple_tag
def format_card(name: str) -> SafeString:
    """`{% format_card "arena" %}`: the card of a format (tools/draw_formats.py), silent: its name stands beside it."""
    if name not in DRAWN:
        return SafeString("")
    return format_html(
        '<span class="card format-card" aria-hidden="true"><svg viewBox="0 0 100 140" focusable="false">'
        '<use href="{}#{}"/></svg></span>',
        static("cards/formats.svg"),
        name,
    )
