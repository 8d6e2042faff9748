"""Announcing a tournament: by a script, in a browser, and what is said while the form is filled in."""

import re
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import bans
from tests.tournaments.listed import HOSTILE, JSON, page, signed_in
from tournaments.models import Invitation, Series, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet_calendar")]

LIST, NEW = "/tournaments/", "/tournaments/new/"


def test_a_script_announces_with_name_and_format(anna: Any) -> None:
    answer = signed_in(anna).post(NEW, {"name": "Cup", "format": "swiss_pods"}, headers=JSON)
    found = Tournament.objects.get()
    url = reverse("tournaments:event", args=[found.slug])
    assert (answer.status_code, answer.json()) == (200, {"ok": True, "seq": found.version, "error": None, "url": url})
    assert (found.organiser, found.name) == (anna, "Cup")


def test_a_browser_goes_on_to_the_event(anna: Any) -> None:
    answer = signed_in(anna).post(NEW, {"name": "Cup", "format": "arena"})
    assert (answer.status_code, answer.headers["Location"]) == (
        303, reverse("tournaments:event", args=[Tournament.objects.get().slug])
    )  # fmt: skip


def test_a_series_is_announced_with_its_first_event(anna: Any) -> None:
    signed_in(anna).post(NEW, {"name": "Cup", "format": "arena", "repeat": "hourly", "timezone": "Europe/Berlin"})
    series = Series.objects.get()
    assert (series.every, series.timezone, series.organiser) == ("hour", "Europe/Berlin", anna)
    assert Tournament.objects.get().series == series


@pytest.mark.parametrize("repeat", ["once", "daily"])
def test_a_form_that_is_sent_twice_announces_once(anna: Any, repeat: str) -> None:
    client = signed_in(anna)
    once = re.search(r'name="once" value="(\w+)"', client.get(NEW).content.decode())
    assert once is not None
    data = {"name": "Cup", "format": "arena", "repeat": repeat, "once": once[1]}
    first, again = (client.post(NEW, data).headers["Location"] for _ in range(2))
    assert first == again
    assert (Tournament.objects.count(), Series.objects.count()) == (1, repeat == "daily")
    assert client.post(NEW, {**data, "name": "Another"}).headers["Location"] != first


def test_people_named_are_invited(anna: Any, bo: Any) -> None:
    signed_in(anna).post(NEW, {"name": "Cup", "format": "arena", "invite_only": "on", "invited": "bo"}, headers=JSON)
    assert [row.user for row in Invitation.objects.all()] == [bo]


def test_of_people_named_a_banned_one_is_refused_before_anything_is_announced(anna: Any, bo: Any) -> None:
    bans.ban(bo, "shouting", None)
    data = {"name": "Cup", "format": "arena", "invite_only": "on", "invited": "anna, bo"}
    answer = signed_in(anna).post(NEW, data, headers=JSON)
    assert (answer.status_code, answer.json()["error"]) == (400, "invited: Banned from this site at present: bo.")
    assert not Tournament.objects.exists()


def test_a_refusal_names_its_field_and_keeps_what_was_typed(anna: Any) -> None:
    data = {"name": HOSTILE, "format": "swiss_pods", "rounds": "99"}
    answer = signed_in(anna).post(NEW, data, headers=JSON)
    assert answer.status_code == 400
    assert answer.json()["ok"] is False
    assert "rounds: " in answer.json()["error"]
    shown = signed_in(anna).post(NEW, data)
    assert shown.status_code == 400
    assert 'value="&lt;img src=x' in shown.content.decode()
    assert 'value="99"' in shown.content.decode()
    assert not Tournament.objects.exists()


def test_a_clock_change_is_explained_to_who_announces(anna: Any) -> None:
    year = timezone.now().year + (timezone.now().month > 10)
    last = max(day for day in range(25, 32) if datetime(year, 10, day, tzinfo=UTC).weekday() == 6)
    data = {"name": "Cup", "format": "arena", "starts_at": f"{year}-10-{last}T02:30", "timezone": "Europe/Berlin"}
    client = signed_in(anna)
    client.post(NEW, data)
    assert "The first one is meant" in page(client, LIST)


def test_who_may_not_announce(anna: Any, guest: Any) -> None:
    data = {"name": "Cup", "format": "arena"}
    assert Client().post(NEW, data, headers=JSON).status_code == 403
    assert Client().post(NEW, data).status_code == 302
    assert Client().get(NEW).status_code == 302
    assert signed_in(guest).post(NEW, data, headers=JSON).status_code == 403
    assert signed_in(guest).post(NEW, data).status_code == 403
    assert signed_in(anna, enforce_csrf_checks=True).post(NEW, data, headers=JSON).status_code == 403
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("preset", ["", "arena", "knockout", "no-such-thing"])
def test_the_form_starts_from_a_preset_and_says_what_it_would_be(anna: Any, preset: str) -> None:
    html = page(signed_in(anna), f"{NEW}?preset={preset}")
    assert {"arena": "For 60 minutes", "knockout": "are out"}.get(preset, "Everybody plays all 5 rounds") in html
    assert "Not quite right yet" not in html


def test_the_form_says_what_it_would_be_while_it_is_filled_in(anna: Any) -> None:
    client = signed_in(anna)
    said = client.post(f"{NEW}about/", {"name": "", "format": "swiss_pods", "rounds": "5"}).content.decode()
    assert "5 rounds, a game takes about 10 minutes: about 80 minutes in all." in said
    wrong = client.post(f"{NEW}about/", {"name": "", "format": "swiss_pods", "rounds": "99"}).content.decode()
    assert 'data-problem="rounds"' in wrong
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("zone", ["Europe/Berlin", "US/Eastern", "Etc/GMT+3"])
def test_the_form_starts_in_the_readers_zone_whatever_its_name(anna: Any, zone: str) -> None:
    client = signed_in(anna)
    client.cookies["timezone"] = quote(zone)
    assert f"<option selected>{zone}</option>" in page(client, NEW)
