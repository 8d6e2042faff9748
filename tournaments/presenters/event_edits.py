"""What was changed of an event, in words: each field by its label, from what to what."""

from collections.abc import Mapping
from typing import Any

from django.forms import ChoiceField
from django.utils.dateparse import parse_datetime
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext

from tournaments.forms import TournamentForm

FIELDS = TournamentForm.base_fields


def edited_words(data: Mapping[str, Any]) -> SafeString:
    """Of a line of the log. Older lines name the fields alone, and so does the password's."""
    said = gettext("The tournament was changed")
    changes = data.get("changes") or {}
    parts = [_change(name, changes.get(name)) for name in data.get("fields", ())]
    return (
        format_html("{}: {}", said, format_html_join(", ", "{}", ((part,) for part in parts)))
        if parts
        else SafeString(said)
    )


def _change(name: str, change: Any) -> SafeString:
    label = FIELDS[name].label if name in FIELDS else name.replace("_", " ")
    if not isinstance(change, list) or len(change) != 2:
        return format_html("{}", label)
    before, after = (value_words(name, value) for value in change)
    return format_html(gettext("{} (from <bdi>{}</bdi> to <bdi>{}</bdi>)"), label, before, after)


def value_words(name: str, value: Any) -> str:
    """A value as the form shows it."""
    if isinstance(value, bool):
        value = "on" if value else "off"
    if value in (None, "", []):
        return "–"
    if name == "name":
        return f"“{value}”"
    if isinstance(value, list):
        return ", ".join(value_words(name, one) for one in value)
    field = FIELDS.get(name)
    if isinstance(field, ChoiceField):
        return str(dict(field.choices).get(str(value), value))
    moment = parse_datetime(value) if name.endswith("_at") else None
    if moment is not None:
        local = localtime(moment)
        return f"{local:%Y-%m-%d %H:%M} {local.tzname()}"
    return str(value)
