"""Playing at once, and keeping it all by signing up."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import guest_names, services, usernames
from accounts.models import NameKey, User
from games.models import Match, Seat
from tests.accounts.people import log_in, member, sign_up, who

pytestmark = pytest.mark.django_db


def test_one_click_makes_a_guest(client):
    answer = client.post("/accounts/guest/", {"next": "/tables/"})
    assert answer.headers["Location"] == "/tables/"
    user = who(client)
    assert user.is_guest
    assert re.fullmatch(r"guest-[a-z]+-[a-z]+-\d\d", user.username)
    assert not user.has_usable_password()


def test_a_second_click_keeps_the_guest(client):
    client.post("/accounts/guest/")
    first = who(client)
    client.post("/accounts/guest/")
    assert who(client) == first
    assert User.objects.count() == 1


def test_it_needs_a_post(client):
    assert client.get("/accounts/guest/").status_code == 405
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "url", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "/\\evil.example", ""]
)
def test_it_never_leaves_the_site(client, url):
    assert client.post("/accounts/guest/", {"next": url}).headers["Location"] == "/"


def test_asked_for_json_it_answers_in_json(client):
    answer = client.post("/accounts/guest/", headers={"Accept": "application/json"})
    assert answer.json() == {"ok": True, "seq": None, "error": None, "url": "/"}


def test_signing_up_keeps_everything(client):
    client.post("/accounts/guest/")
    guest, before = who(client), client.session.session_key
    match = Match.objects.create(slug="abcdefgh", options={}, size=2, secret="", commitment="")
    Seat.objects.create(match=match, index=0, user=guest, taken=True, name=guest.username)
    assert sign_up(client, "Ann").status_code == 302
    member = who(client)
    assert (member.pk, member.username, member.is_guest) == (guest.pk, "Ann", False)
    assert member.seats.get().match == match
    assert client.session.session_key != before
    assert log_in(Client(), "Ann").status_code == 302
    assert not NameKey.objects.filter(key__startswith="guest").exists()


def test_a_refused_sign_up_leaves_the_guest_as_it_was(client):
    member("Ann")
    client.post("/accounts/guest/")
    guest = who(client)
    assert sign_up(client, "ann", "other@example.org").status_code == 200
    assert who(client) == guest
    assert User.objects.get(pk=guest.pk).is_guest


def test_a_guest_who_loses_the_race_for_a_name_stays_a_guest(client, monkeypatch):
    client.post("/accounts/guest/")
    guest = who(client)
    member("Ann")
    original = services.is_name_taken
    answers = iter([False])
    monkeypatch.setattr(services, "is_name_taken", lambda name, but=None: next(answers, None) or original(name, but))
    monkeypatch.setattr("accounts.adapter.services.is_name_taken", lambda name, but=None: but is not None)
    assert sign_up(client, "ann", "other@example.org").status_code == 200
    assert User.objects.get(pk=guest.pk).is_guest


def test_a_guest_may_log_in_to_an_account(client):
    user = member("Ann")
    client.post("/accounts/guest/")
    assert client.get("/accounts/login/").status_code == 200
    log_in(client, "Ann")
    assert who(client) == user


@pytest.mark.parametrize("path", ["email/", "password/change/", "reauthenticate/"])
def test_pages_about_passwords_send_guests_to_sign_up(client, path):
    client.post("/accounts/guest/")
    assert client.get(f"/accounts/{path}").headers["Location"] == "/accounts/signup/"


def test_every_guest_name_is_a_name_and_nobody_else_may_have_it():
    for name in [guest_names.guest_name(long) for long in (False, True) for _ in range(200)]:
        assert usernames.check_letters(name) == name
        assert usernames.is_reserved(name)


def test_guests_who_never_played_go_after_a_month():
    idle, fresh, player = (services.create_guest() for _ in range(3))
    old = timezone.now() - timedelta(days=31)
    User.objects.filter(pk__in=[idle.pk, player.pk]).update(date_joined=old)
    match = Match.objects.create(slug="abcdefgh", options={}, size=2, secret="", commitment="")
    Seat.objects.create(match=match, index=0, user=player)
    User.objects.filter(pk=member("ann").pk).update(date_joined=old)
    assert services.drop_idle_guests() == 1
    assert set(User.objects.filter(is_guest=True)) == {fresh, player}
