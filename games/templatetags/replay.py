"""Template tags of the replay. A line of the log looks the same at many plies, so it is made once and kept."""

from functools import lru_cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from games.presenters.replay import Row

register = template.Library()
NOTHING = SafeString("")


@register.simple_tag
def replay_row(row: Row) -> SafeString:
    """A line of the log with the time its move took, as a link to that move."""
    return _row(row, get_language() or "")


@lru_cache(maxsize=16384)
def _row(row: Row, language: str) -> SafeString:
    line = row.line
    look = f"tone-{line.tone}{' latest' if row.current else ''}{' ahead' if row.ahead else ''}"
    return format_html(
        '<li class="{}" data-at="{}"{}>{}<span class="line">{}{}</span>{}</li>',
        look,
        row.ply,
        SafeString(' aria-current="step"') if row.current else NOTHING,
        format_html('<span class="avatar" aria-hidden="true">{}</span>', line.initial) if line.initial else NOTHING,
        line.words,
        format_html(' <span class="by">({})</span>', line.by) if line.by else NOTHING,
        _took(row),
    )


def _took(row: Row) -> SafeString:
    if not row.took:
        return NOTHING
    said = gettext("Move %(n)s, %(took)s") % {"n": row.ply, "took": row.took}
    return format_html('<a class="took" href="{}" aria-label="{}">{}</a>', row.url, said, row.took)
