"""Shut out for a time: at once, everywhere, with the reason, and over by itself."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.utils import timezone

from accounts import bans
from accounts.models import Ban, User
from tests.accounts.people import log_in, member, who

pytestmark = pytest.mark.django_db
LIST = "/admin/accounts/user/"
left: list[int] = []


def note(user: Any) -> None:
    """Stands in for the parts that let go of tables."""
    left.append(user.pk)


def fail(user: Any) -> None:
    """A part that cannot let go now."""
    raise RuntimeError


@pytest.fixture(autouse=True)
def _noted(settings: Any) -> None:
    left.clear()
    settings.ACCOUNTS_BANNED = ["tests.accounts.test_bans.note"]


def in_days(days: float) -> Any:
    return timezone.now() + timedelta(days=days)


def pass_days(user: User, days: float) -> None:
    """Let time pass for a ban."""
    for row in Ban.objects.filter(user=user):
        Ban.objects.filter(pk=row.pk).update(until=row.until - timedelta(days=days))
        User.objects.filter(pk=user.pk).update(banned_until=row.until - timedelta(days=days))


def test_it_holds_at_once_and_sockets_and_tables_are_told(client: Client, signed_out: list[int]) -> None:
    user = member("ann")
    client.force_login(user)
    bans.ban(user, "shouting", in_days(1))
    assert not client.get("/rules/").context["user"].is_authenticated
    assert (signed_out, left) == ([user.pk], [user.pk])


@pytest.mark.parametrize(("until", "says"), [(1, "You can log in again from"), (None, "It is shut for good")])
def test_log_in_says_why_and_until_when(client: Client, until: int | None, says: str) -> None:
    bans.ban(member("ann"), "<b>shouting</b>", in_days(until) if until else None)
    answer = log_in(client, "ann")
    html = answer.content.decode()
    assert (answer.status_code, who(client)) == (403, None)
    assert says in html
    assert "&lt;b&gt;shouting" in html
    client.defaults["HTTP_ACCEPT"] = "application/json"
    told = log_in(client, "ann")
    assert (told.status_code, told.json()["ok"], "shouting" in told.json()["error"]) == (403, False, True)


def test_without_the_password_nobody_learns_of_it(client: Client) -> None:
    bans.ban(member("ann"), "shouting", in_days(1))
    answer = log_in(client, "ann", "wrong")
    assert (answer.status_code, "shouting" in answer.content.decode()) == (200, False)


def test_it_ends_by_itself_and_the_session_is_good_again(client: Client) -> None:
    user = member("ann")
    client.force_login(user)
    bans.ban(user, "shouting", in_days(1))
    pass_days(user, 1.5)
    assert who(client) == user
    assert client.get("/rules/").context["user"].is_authenticated
    assert log_in(Client(), "ann").status_code == 302
    assert bans.of(User.objects.get(pk=user.pk)) is None


def test_the_newest_holds_and_lifting_ends_it() -> None:
    user = member("ann")
    bans.ban(user, "first", None)
    bans.ban(user, "second", in_days(1))
    row = bans.of(user)
    assert row is not None
    assert (row.reason, Ban.objects.filter(lifted_at=None).count()) == ("second", 1)
    assert [bans.lift(user), bans.lift(user)] == [True, False]
    assert log_in(Client(), "ann").status_code == 302


def test_what_could_not_be_left_is_left_later(settings: Any) -> None:
    settings.ACCOUNTS_BANNED = ["tests.accounts.test_bans.fail"]
    user = member("ann")
    bans.ban(user, "shouting", in_days(1))
    settings.ACCOUNTS_BANNED = ["tests.accounts.test_bans.note"]
    assert [bans.settle_all(), bans.settle_all()] == [1, 0]
    assert left == [user.pk]


def test_an_admin_bans_with_a_reason_and_it_is_written_down(admin_client: Client) -> None:
    user = member("ann")
    chosen = {"action": "ban", "_selected_action": [user.pk]}
    assert "Reason" in admin_client.post(LIST, chosen).content.decode()
    assert not Ban.objects.exists()
    admin_client.post(LIST, {**chosen, "apply": "1", "reason": "shouting", "days": "7"})
    row = Ban.objects.get()
    assert (row.reason, row.by, row.user) == ("shouting", User.objects.get(username="admin"), user)
    assert timedelta(days=6.9) < row.until - timezone.now() < timedelta(days=7.1)
    assert "shouting" in LogEntry.objects.get().get_change_message()
    admin_client.post(LIST, {"action": "lift_ban", "_selected_action": [user.pk]})
    assert bans.of(User.objects.get(pk=user.pk)) is None
    assert LogEntry.objects.count() == 2


def test_nobody_bans_themselves_or_above_their_rank(client: Client) -> None:
    from django.contrib.auth.models import Permission

    helper, chief = member("helper"), User.objects.create_superuser("chief")
    User.objects.filter(pk=helper.pk).update(is_staff=True)
    helper.user_permissions.set(Permission.objects.filter(content_type__app_label="accounts"))
    client.force_login(helper)
    for user in (helper, chief):
        client.post(LIST, {"action": "ban", "_selected_action": [user.pk], "apply": "1", "reason": "x", "days": "1"})
    assert not Ban.objects.exists()


def test_the_trail_can_be_read_and_not_changed(admin_client: Client) -> None:
    user = member("ann")
    post = {"action": "ban", "_selected_action": [user.pk], "apply": "1", "reason": "shouting", "days": "7"}
    admin_client.post(LIST, post)
    for path, row in (("accounts/ban", Ban.objects.get()), ("admin/logentry", LogEntry.objects.get())):
        assert "ann" in admin_client.get(f"/admin/{path}/").content.decode()
        assert admin_client.get(f"/admin/{path}/{row.pk}/change/").status_code == 200
        for way in (f"{row.pk}/delete/", "add/"):
            assert admin_client.post(f"/admin/{path}/{way}", {"post": "yes"}).status_code == 403


def test_the_way_into_the_admin_is_the_sites_own_log_in(client: Client) -> None:
    assert client.get("/admin/", follow=True).redirect_chain[-1][0].startswith("/accounts/login/?next=")
    answer = client.post("/admin/login/", {"username": "admin", "password": "guess"})
    assert answer.headers["Location"].startswith("/accounts/login/")
