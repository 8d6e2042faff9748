"""The admin's own log says what was changed from what to what; of secrets and addresses only that they were."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from django.contrib.admin.utils import construct_change_message
from django.db.models import Model
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils.translation import override

UNTOLD: Final = ("password", "secret", "token", "key", "email")  # in the names of fields
LONGEST: Final = 80  # letters of a value


def change_message(
    self: Any, request: HttpRequest, form: BaseForm, formsets: Iterable[Any], add: bool = False
) -> list[dict[str, Any]]:
    """Django's own message, with values beside the names of fields. For ModelAdmin.construct_change_message."""
    formsets = list(formsets or ())
    message = construct_change_message(form, formsets, add)
    forms = [] if add or not form.changed_data else [form]
    forms += [_form_of(one, formset) for formset in formsets for one, _ in formset.changed_objects]
    changed = [part["changed"] for part in message if "changed" in part]
    with override(None):
        for part, its_form in zip(changed, forms, strict=True):
            labels = zip(part["fields"], its_form.changed_data, strict=True)
            part["fields"] = [said for label, name in labels if (said := _said(its_form, label, name))]
    return [part for part in message if part.get("changed", {}).get("fields") != []]


def _form_of(changed: Model, formset: Any) -> Any:
    return next(form for form in formset.initial_forms if form.instance is changed)


def _said(form: Any, label: str, name: str) -> str:
    """Empty where it only looks changed, as a time that a field shows to the second."""
    if any(word in name for word in UNTOLD):
        return label
    field, before = form.fields[name], form.initial.get(name)
    if hasattr(field, "queryset") and isinstance(before, int | str) and before != "":
        before = field.queryset.filter(pk=before).first()
    old, new = _text(before), _text(form.cleaned_data.get(name))
    return "" if old == new else f"{label}: {old} → {new}"


def _text(value: Any) -> str:
    if value is None or value == "":
        return "–"
    if isinstance(value, datetime):
        return f"{value.replace(microsecond=0).isoformat(' ')}"
    if isinstance(value, Iterable) and not isinstance(value, str | dict):
        return ", ".join(sorted(str(one) for one in value))[:LONGEST] or "–"
    return str(value)[:LONGEST]
