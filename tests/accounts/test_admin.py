"""People in the admin."""

import pytest

from accounts.models import User
from tests.accounts.people import PASSWORD, member

pytestmark = pytest.mark.django_db
ADD = "/admin/accounts/user/add/"


def new(username):
    """The form for a new person."""
    more = {"usable_password": "true", "password1": PASSWORD, "password2": PASSWORD, "email": ""}
    inline = {"emailaddress_set-TOTAL_FORMS": 0, "emailaddress_set-INITIAL_FORMS": 0}
    return {"username": username} | more | inline


def test_the_host_may_use_reserved_words(admin_client):
    assert admin_client.post(ADD, new("moderator")).status_code == 302
    assert User.objects.named("Moderator")


@pytest.mark.parametrize("name", ["ALI", "AIi", "a.b"])
def test_a_bad_name_is_an_error_of_the_form(admin_client, name):
    member("Ali")
    answer = admin_client.post(ADD, new(name))
    assert answer.status_code == 200
    assert answer.context["adminform"].form.errors["username"]


def test_shutting_an_account_closes_its_sockets(admin_client, signed_out):
    user = member("ann", verified=False)
    page = admin_client.get(f"/admin/accounts/user/{user.pk}/change/").context["adminform"].form
    form = {name: value for name, value in page.initial.items() if value not in (None, False, [])} | {"is_active": ""}
    form |= {"emailaddress_set-TOTAL_FORMS": 0, "emailaddress_set-INITIAL_FORMS": 0}
    assert admin_client.post(f"/admin/accounts/user/{user.pk}/change/", form).status_code == 302
    assert signed_out == [user.pk]


def test_lists_and_pages_open(admin_client):
    user = member("سارا", "sara@example.org")
    assert admin_client.get("/admin/accounts/user/?q=سارا").status_code == 200
    assert admin_client.get(f"/admin/accounts/user/{user.pk}/change/").status_code == 200


@pytest.mark.parametrize("asked", ["ann", "ANN", "Anna", "anna@example.org", "ANNA@Example.ORG"])
def test_people_are_found_by_how_their_name_begins_or_by_their_address(admin_client, asked):
    ann = member("Anna", "anna@example.org")
    member("joanna", "joanna@example.org")
    found = admin_client.get("/admin/accounts/user/", {"q": asked}).context["cl"].result_list
    assert [person.pk for person in found] == [ann.pk]


@pytest.mark.parametrize("listed", [3, 4])
def test_a_list_counts_no_further_than_it_can_be_paged_through(admin_client, monkeypatch, listed):
    monkeypatch.setattr("config.admin.LISTED", listed)
    for name in ("ann", "bob", "cleo"):
        member(name)
    answer = admin_client.get("/admin/accounts/user/")  # with the admin there are four people
    assert answer.context["cl"].result_count == listed
    assert ("Only 3 are listed here" in answer.content.decode()) == (listed == 3)
    assert admin_client.get("/admin/accounts/user/?p=9000").status_code in (200, 302)
