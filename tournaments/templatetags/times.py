"""`{% load times %}`: a moment as a <time> element, which static/js/times.js shows in the reader's own zone."""

from datetime import UTC, datetime

from django import template
from django.utils.dateformat import format as as_text
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince, timeuntil
from django.utils.timezone import localtime, now
from django.utils.translation import gettext

from tournaments import zones

register = template.Library()

PATTERNS = {"full": "D j M, H:i T", "day": "l j F", "time": "H:i T", "short": "D H:i T", "clock": "H:i"}


@register.simple_tag
def moment(at: datetime, shown: str = "full", zone: str = "") -> SafeString:
    """`{% moment event.starts_at "full" event.timezone %}`.

    `shown` is full (day, time, zone), day, time, clock (no zone), short (weekday, time) or until ("in 5 minutes").
    `zone` is where it was announced; the script tells its time there in the title. Before the script has run, or
    without it, times are those of the zone that the reader's browser named on an earlier visit, or UTC, and say so.
    """
    text = until(at) if shown == "until" else as_text(localtime(at), PATTERNS[shown])
    stamp = at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    where = format_html(' data-zone="{}"', zone) if zones.find(zone) else ""
    return format_html('<time datetime="{}" data-shown="{}"{}>{}</time>', stamp, shown, where, text)


def until(at: datetime) -> str:
    """How long until then, or since, in one unit."""
    current = now()
    if abs((at - current).total_seconds()) < 60:
        return gettext("now")
    if at > current:
        return gettext("in %(time)s") % {"time": timeuntil(at, current, depth=1)}
    return gettext("%(time)s ago") % {"time": timesince(at, current, depth=1)}
