"""The admin's log: what was changed, from what to what, and nothing that nobody may read."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.people import member
from tests.tournaments.events import event
from tests.tournaments.test_admin import form_of, page_of
from tournaments.models import Series

pytestmark = pytest.mark.django_db


def logged() -> str:
    """The newest line."""
    return str(LogEntry.objects.latest("pk").get_change_message())


def sent(client: Client, page: str, **changes: Any) -> None:
    """Send a page of the admin back as it is shown, but for these."""
    form = client.get(page).context["adminform"].form
    shown = {name: form[name].value() for name in form.fields}
    data = {name: value for name, value in shown.items() if value is not None and value is not False}
    inline = {"emailaddress_set-TOTAL_FORMS": 0, "emailaddress_set-INITIAL_FORMS": 0}
    answer = client.post(page, {**data, **inline, **changes})
    assert answer.status_code == 302, answer.context["adminform"].form.errors


def test_an_event_is_told_from_what_to_what_and_nothing_that_only_looks_changed(admin_client: Client) -> None:
    cup = event()
    admin_client.post(page_of(cup), form_of(admin_client, cup) | {"name": "Better cup", "max_players": 12})
    assert logged() == "Changed Name: Cup → Better cup and Max players: – → 12."
    assert "postponed" not in cup.log.values_list("kind", flat=True)


def test_a_series_is_told(admin_client: Client) -> None:
    series = Series.objects.get(key="daily-arena")
    sent(admin_client, reverse("admin:tournaments_series_change", args=[series.pk]), time="20:30:00", active="")
    assert logged() == "Changed Time: 19:00:00 → 20:30:00 and Active: True → False."


def test_of_a_person_rights_are_told_and_addresses_are_not(admin_client: Client) -> None:
    ann, judges = member("ann", "ann@example.org"), Group.objects.create(name="Judges")
    page = reverse("admin:accounts_user_change", args=[ann.pk])
    sent(admin_client, page, is_staff="on", groups=[judges.pk], email="other@example.org")
    assert logged() == "Changed E-mail, Staff status: False → True and Groups: – → Judges."
    assert not any("example.org" in line.change_message for line in LogEntry.objects.all())


def test_a_new_password_is_told_without_it(admin_client: Client) -> None:
    ann = member("ann")
    page = reverse("admin:auth_user_password_change", args=[ann.pk])
    new = {"password1": "another horse 8", "password2": "another horse 8", "usable_password": "true"}
    assert admin_client.post(page, new).status_code == 302
    assert logged() == "Changed password."


def test_a_ban_is_told_with_its_end_and_reason(admin_client: Client) -> None:
    ann = member("ann")
    page = reverse("admin:accounts_user_changelist")
    form = {"action": "ban", "_selected_action": [ann.pk], "apply": "1", "reason": "shouting", "days": "7"}
    admin_client.post(page, form)
    until = User.objects.get(pk=ann.pk).banned_until
    assert logged() == f"Banned until {until:%Y-%m-%d %H:%M}: shouting"
    admin_client.post(page, {"action": "lift_ban", "_selected_action": [ann.pk]})
    assert logged() == "Ban lifted"
