"""Logging in and out, and the limits that stop guessing without shutting anybody out."""

import time
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.accounts.people import PASSWORD, link_in_mail, log_in, member, sign_up, who

pytestmark = pytest.mark.django_db


@pytest.fixture
def limits(settings):
    settings.ACCOUNT_RATE_LIMITS = {"guest": "3/m/ip"}
    cache.clear()
    yield
    cache.clear()


def test_a_session_that_has_run_out_is_nobodys(client):
    user = member("Ann")
    log_in(client, "Ann")
    assert who(client) == user
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert who(client) is None


@pytest.mark.parametrize("login", ["Ann", "ann", "ANN", "ann@example.org", "ANN@Example.ORG", " ann "])
@pytest.mark.parametrize("verified", [True, False])
def test_it_lets_in_by_name_or_address_in_any_case(client, login, verified):
    user = member("Ann", verified=verified)
    assert log_in(client, login).status_code == 302
    assert who(client) == user


@pytest.mark.parametrize(
    "login", ["ann", "ann@example.org", "nobody", "nobody@example.org", "\u202e", "a\x00b", "x" * 5000]
)
def test_it_refuses_with_the_same_words(client, login):
    member("Ann")
    answer = log_in(client, login, "wrong")
    assert answer.status_code == 200
    assert answer.context["form"].errors
    assert who(client) is None


def test_an_empty_or_blank_password_lets_nobody_in(client):
    User.objects.create_user("ghost")
    for password in ("", " ", "!"):
        assert log_in(client, "ghost", password).status_code == 200


def test_the_session_id_changes_at_login_signup_and_guest_play(client):
    client.get("/accounts/login/")
    session = client.session
    session["seen"] = 1
    session.save()
    before = session.session_key
    log_in(client, member("ann").username)
    assert client.session.session_key != before
    client = Client()
    before = client.session.session_key
    client.post("/accounts/guest/")
    as_guest = client.session.session_key
    sign_up(client, "bob")
    assert len({before, as_guest, client.session.session_key}) == 3


def test_log_out_needs_a_post(client, signed_out):
    user = member("ann")
    client.force_login(user)
    assert client.get("/accounts/logout/").status_code == 200
    assert who(client) == user
    assert client.post("/accounts/logout/").status_code == 302
    assert who(client) is None
    assert signed_out == [user.pk]


def test_a_shut_account_is_told_so_only_with_the_right_password(client):
    user = member("ann")
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert log_in(client, "ann").headers["Location"] == "/accounts/inactive/"
    assert log_in(client, "ann", "wrong").status_code == 200
    assert who(client) is None


def test_shutting_an_account_ends_its_sessions(client):
    user = member("ann")
    client.force_login(user)
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert not client.get("/accounts/preferences/").context["user"].is_authenticated


def test_a_new_password_ends_other_sessions_and_all_sockets(client, signed_out):
    user, other = member("ann"), Client()
    log_in(client, "ann")
    other.force_login(user)
    new = {"oldpassword": PASSWORD, "password1": "another horse 8", "password2": "another horse 8"}
    assert client.post("/accounts/password/change/", new).status_code == 302
    assert client.get("/accounts/email/").status_code == 200
    assert other.get("/accounts/email/").status_code == 302
    assert signed_out == [user.pk]
    assert log_in(Client(), "ann", "another horse 8").status_code == 302


def test_many_failures_are_stopped_here_and_the_owner_comes_in_from_elsewhere(client, limits):
    member("ann")
    answers = [log_in(client, "ann", "wrong") for _ in range(8)]
    assert "Too many tries" in answers[-1].content.decode()
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 3
    assert "Too many tries" in log_in(client, "ann").content.decode()
    elsewhere = Client(REMOTE_ADDR="10.1.2.3")
    assert log_in(elsewhere, "ann").status_code == 302


def test_a_forged_header_does_not_dodge_the_limit(limits):
    member("ann")
    answers = [log_in(Client(HTTP_X_FORWARDED_FOR=f"10.0.0.{i}"), "ann", "wrong") for i in range(8)]
    assert "Too many tries" in answers[-1].content.decode()


def test_behind_a_proxy_the_limit_is_per_visitor(settings, limits):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    member("ann")
    bad = [log_in(Client(HTTP_X_FORWARDED_FOR=f"1.1.1.{i}, 10.0.0.1"), "ann", "wrong") for i in range(8)]
    assert "Too many tries" in bad[-1].content.decode()
    assert log_in(Client(HTTP_X_FORWARDED_FOR="10.0.0.1, 10.0.0.2"), "ann").status_code == 302


def test_guests_are_limited_per_address(limits):
    assert [Client().post("/accounts/guest/").status_code for _ in range(4)] == [302, 302, 302, 429]
    assert Client(REMOTE_ADDR="10.1.2.3").post("/accounts/guest/").status_code == 302


def test_no_stranger_fills_a_mailbox_with_mails_for_a_new_password(client, limits, settings, monkeypatch, mailoutbox):
    settings.ACCOUNT_RATE_LIMITS |= {"reset_password": settings.RESET_LIMITS}
    member("ann")
    begun, statuses = time.time(), []
    for minute in range(4):
        monkeypatch.setattr(time, "time", lambda minute=minute: begun + 61 * minute)
        stranger = Client(REMOTE_ADDR=f"10.1.2.{minute}")
        asked = [stranger.post("/accounts/password/reset/", {"email": "ann@example.org"}) for _ in range(6)]
        statuses.append([answer.status_code for answer in asked].count(302))
    assert statuses == [5, 5, 0, 0]
    assert [mail.to for mail in mailoutbox] == [["ann@example.org"]] * 10
    other = client.post("/accounts/password/reset/", {"email": "bo@example.org"})
    assert other.status_code == 302


@pytest.mark.parametrize("guest", [False, True])
def test_each_sign_up_and_log_in_counts_once_also_from_guests(client, limits, settings, guest):
    settings.ACCOUNT_RATE_LIMITS |= {"signup": "3/m/ip", "login": "3/m/ip"}
    if guest:
        client.post("/accounts/guest/")
    for path in ("signup/", "login/"):
        assert [client.post(f"/accounts/{path}").status_code for _ in range(4)] == [200, 200, 200, 429], path


def test_over_the_limit_the_answer_has_the_shape_that_was_asked_for(client, limits):
    for _ in range(3):
        Client().post("/accounts/guest/")
    assert "wait a minute" in client.post("/accounts/guest/").content.decode()
    answer = client.post("/accounts/guest/", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["ok"]) == (429, False)


def test_a_stranger_asking_for_json_is_refused_in_json(client):
    for path in ("delete/", "hint/", "email/", "password/change/", "reauthenticate/"):
        answer = client.post(f"/accounts/{path}", headers={"Accept": "application/json"})
        assert (answer.status_code, answer.json()["ok"]) == (403, False)


def test_what_is_for_members_is_refused_to_guests_in_json(client):
    client.post("/accounts/guest/")
    for path in ("email/", "password/change/", "reauthenticate/"):
        answer = client.post(f"/accounts/{path}", headers={"Accept": "application/json"})
        assert (answer.status_code, answer.json()["ok"]) == (403, False)
        assert client.post(f"/accounts/{path}").headers["Location"] == "/accounts/signup/"


def test_the_password_once_more_answers_in_json(client):
    client.force_login(member("ann"))
    answers = [
        client.post("/accounts/reauthenticate/", {"password": password}, headers={"Accept": "application/json"})
        for password in ("wrong", PASSWORD)
    ]
    assert [(answer.status_code, answer.json()["ok"]) for answer in answers] == [(400, False), (200, True)]


def test_a_link_of_another_account_signs_nobody_out_by_being_opened(client):
    member("eve")
    client.post("/accounts/password/reset/", {"email": "eve@example.org"})
    ann = Client()
    ann.force_login(user := member("ann"))
    page = ann.get(link_in_mail(), follow=True)
    assert page.status_code == 200
    assert who(ann) == user


@pytest.mark.parametrize(
    "path",
    [
        "signup/",
        "login/",
        "logout/",
        "guest/",
        "preferences/",
        "theme/",
        "hint/",
        "delete/",
        "email/",
        "password/change/",
    ],
)
def test_every_form_needs_its_token(path):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(member("ann"))
    assert strict.post(f"/accounts/{path}", {}).status_code == 403


def test_opening_any_page_changes_nothing():
    client, user = Client(), member("ann")
    client.force_login(user)
    before = User.objects.filter(pk=user.pk).values().get()
    for path in (
        "guest/",
        "theme/?theme=dark",
        "hint/?hint=x",
        "delete/",
        "logout/",
        "preferences/?theme=dark",
        "email/",
    ):
        assert client.get(f"/accounts/{path}").status_code in {200, 302, 405}
    assert User.objects.filter(pk=user.pk).values().get() == before
    assert who(client) == user
