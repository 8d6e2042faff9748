"""Signing up: who gets in, under which name, and what the database guarantees."""

import threading

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client

from accounts.models import User
from tests.accounts.people import PASSWORD, log_in, member, sign_up, who

pytestmark = pytest.mark.django_db


def test_it_signs_in_at_once(client):
    answer = sign_up(client, "ann")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    assert who(client) == User.objects.get(username="ann", email="ann@example.org", is_guest=False)


def test_it_goes_where_it_was_asked_to_go(client):
    assert sign_up(client, "ann", next="/tables/").headers["Location"] == "/tables/"


@pytest.mark.parametrize("url", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "/\\evil.example"])
def test_it_never_leaves_the_site(client, url):
    assert sign_up(client, "ann", next=url).headers["Location"] == "/"
    assert log_in(Client(), "ann", next=url).headers["Location"] == "/"


@pytest.mark.parametrize("name", ["ali", "ALI", "AIi", "a1i", "ａｌｉ", "аli"])
def test_it_refuses_a_name_like_one_that_is_taken(client, name):
    member("Ali")
    answer = sign_up(client, name, "other@example.org")
    assert answer.status_code == 200
    assert answer.context["form"].errors["username"]
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    "name", ["a.b", "a+b", "a@b", "login", "me", "x" * 150, "<b>x</b>", "{{x}}", "a\x00b", "_", " "]
)
def test_it_refuses_names_that_would_break_something(client, name):
    answer = sign_up(client, name, "x@example.org")
    assert answer.status_code == 200
    assert answer.context["form"].errors["username"]
    assert not User.objects.exists()


def test_it_shows_a_hostile_name_as_text(client):
    page = sign_up(client, "<script>alert(1)</script>", "x@example.org").content.decode()
    assert "<script>alert(1)" not in page


@pytest.mark.parametrize("name", ["سارا", "देवेन्द्र", "さくらAnna", "Łódź"])
def test_names_of_all_alphabets_work_everywhere(client, name):
    assert sign_up(client, name, "x@example.org").status_code == 302
    assert name in client.get("/accounts/preferences/").content.decode()
    client.logout()
    assert log_in(client, name).status_code == 302


def test_the_database_refuses_what_looks_alike():
    member("Ali")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("AIi")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("someone", "ALI@EXAMPLE.ORG")


def test_two_passwords_must_agree(client):
    answer = sign_up(client, "ann", password2="another 12345")
    assert answer.context["form"].errors["password2"]


@pytest.mark.parametrize("password", ["12345678", "password", "short7", "ann-annson"])
def test_it_refuses_weak_passwords(client, password):
    answer = sign_up(client, "ann-annson", password1=password, password2=password)
    assert answer.context["form"].errors["password1"]


def test_a_renamed_person_gives_the_old_name_free():
    user = member("Ali")
    user.username = "Babak"
    user.save()
    assert User.objects.named("BABAK") == user
    User.objects.create_user("ali")


def test_asked_for_json_it_answers_in_json(client):
    form = {"username": "ann", "email": "ann@example.org", "password1": PASSWORD, "password2": PASSWORD}
    answer = client.post("/accounts/signup/", form, headers={"Accept": "application/json"})
    assert answer.json() == {"ok": True, "seq": None, "error": None, "url": "/"}
    assert who(client)
    refused = Client().post("/accounts/signup/", form, headers={"Accept": "application/json"})
    assert refused.status_code == 400
    assert refused.json()["ok"] is False
    assert "taken" in refused.json()["error"]


def test_members_are_sent_on(client):
    client.force_login(member("ann"))
    assert client.get("/accounts/signup/").status_code == 302
    assert client.get("/accounts/login/").status_code == 302


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("names", [["ann"] * 6, ["ann", "ANN", "Ann", "аnn", "ann", "aNN"]], ids=["same", "alike"])
def test_in_a_race_for_a_name_one_wins(names):
    statuses = in_parallel(
        [lambda n=name, i=i: sign_up(Client(), n, f"u{i}@example.org") for i, name in enumerate(names)]
    )
    assert sorted(statuses) == [200] * 5 + [302]
    assert User.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_in_a_race_for_an_address_all_get_in_and_one_has_it():
    statuses = in_parallel([lambda i=i: sign_up(Client(), f"person{i}", "Same@Example.org") for i in range(6)])
    assert statuses == [302] * 6
    assert User.objects.filter(email__iexact="same@example.org").count() == 1


def in_parallel(calls):
    """The status codes of calls made at the same moment, each in a thread of its own."""
    barrier, statuses = threading.Barrier(len(calls)), []

    def run(call):
        barrier.wait()
        try:
            statuses.append(call().status_code)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[call]) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return statuses
