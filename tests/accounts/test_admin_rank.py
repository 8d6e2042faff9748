"""Admins with some rights get no further by them: to no rights they do not have, nor into another admin's account."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.people import PASSWORD, member

pytestmark = pytest.mark.django_db
NEW = {"password1": "another horse 8", "password2": "another horse 8", "usable_password": "true"}


@pytest.fixture
def root() -> User:
    return User.objects.create_superuser("root", "root@example.org", PASSWORD)


@pytest.fixture
def moderator() -> User:
    """May do everything with people and their addresses."""
    found = member("mod")
    User.objects.filter(pk=found.pk).update(is_staff=True)
    found.user_permissions.set(Permission.objects.filter(content_type__app_label__in=["accounts", "account"]))
    return User.objects.get(pk=found.pk)


@pytest.fixture
def client(moderator: User) -> Client:
    client = Client()
    client.force_login(moderator)
    return client


def page(person: User, what: str = "change") -> str:
    return reverse("admin:auth_user_password_change" if what == "password" else f"admin:accounts_user_{what}",
                   args=[person.pk])  # fmt: skip


def form_of(client: Client, person: User) -> dict[str, Any]:
    """What a browser would send back, unchanged."""
    form = client.get(page(person)).context["adminform"].form
    shown = {name: form[name].value() for name in form.fields}
    data = {name: value for name, value in shown.items() if value is not None and value is not False}
    for at, row in enumerate(rows := EmailAddress.objects.filter(user=person)):
        prefix = f"emailaddress_set-{at}"
        data |= {f"{prefix}-id": row.pk, f"{prefix}-user": person.pk, f"{prefix}-email": row.email}
    return data | {"emailaddress_set-TOTAL_FORMS": len(rows), "emailaddress_set-INITIAL_FORMS": len(rows)}


@pytest.mark.parametrize("who", ["moderator", "somebody"])
def test_nobody_gives_rights_that_they_do_not_have(client: Client, moderator: User, who: str) -> None:
    person = moderator if who == "moderator" else member("ann")
    everything = list(Permission.objects.values_list("pk", flat=True))
    rights = {"is_superuser": "on", "is_staff": "on", "user_permissions": everything}
    before = set(person.user_permissions.values_list("pk", flat=True))
    assert client.post(page(person), form_of(client, person) | rights).status_code == 302
    after = User.objects.get(pk=person.pk)
    assert (after.is_superuser, after.is_staff) == (False, person.is_staff)
    assert set(after.user_permissions.values_list("pk", flat=True)) == before


def test_another_admin_is_read_and_left_alone(client: Client, root: User) -> None:
    assert client.get(page(root)).status_code == 200
    assert client.post(page(root), {"username": "other"}).status_code == 403
    assert client.post(page(root, "password"), NEW).status_code == 403
    assert client.post(page(root, "delete"), {"post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [root.pk], "post": "yes"}
    client.post(reverse("admin:accounts_user_changelist"), chosen)
    assert User.objects.get(username="root").check_password(PASSWORD)


def test_no_address_is_called_proven_to_get_into_another_account(client: Client, root: User) -> None:
    row = EmailAddress.objects.create(user=root, email="evil@example.org")
    changelist = reverse("admin:account_emailaddress_changelist")
    new = {"user": root.pk, "email": "other@example.org", "verified": "on", "primary": "on"}
    assert client.post(reverse("admin:account_emailaddress_add"), new).status_code == 403
    assert client.post(reverse("admin:account_emailaddress_change", args=[row.pk]), new).status_code == 403
    client.post(changelist, {"action": "make_verified", "_selected_action": [row.pk]})
    assert client.get(changelist).status_code == 200
    assert list(EmailAddress.objects.filter(user=root).values_list("email", "verified")) == [(row.email, False)]


def test_members_are_still_looked_after(client: Client) -> None:
    ann = member("ann", "ann@example.org")
    assert client.post(page(ann), form_of(client, ann) | {"username": "anne"}).status_code == 302
    assert User.objects.get(pk=ann.pk).username == "anne"
    assert client.post(page(ann, "password"), NEW).status_code == 302
    assert client.post(page(ann, "delete"), {"post": "yes"}).status_code == 302
    assert not User.objects.filter(pk=ann.pk).exists()


def test_a_superuser_may_do_all_of_it(root: User, moderator: User) -> None:
    client = Client()
    client.force_login(root)
    assert client.post(page(moderator), form_of(client, moderator) | {"is_superuser": "on"}).status_code == 302
    assert User.objects.get(pk=moderator.pk).is_superuser
    assert client.post(page(moderator, "password"), NEW).status_code == 302
