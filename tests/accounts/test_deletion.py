"""Deleting an account: nobody waits, nothing breaks, no name remains."""

import json

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts import services, tasks
from accounts.models import NameKey, User
from games.models import Match, MatchEvent, Seat
from tests.accounts.people import PASSWORD, log_in, member, sign_up, who

pytestmark = pytest.mark.django_db
PATH = "/accounts/delete/"


@pytest.fixture
def games(settings):
    """The site as it is put together."""
    settings.ACCOUNTS_DELETING = ["games.services.leave_everything"]


def delete(client, password=PASSWORD):
    """Post the form."""
    return client.post(PATH, {"password": password})


def table(*people, **options):
    """A two-seat table that starts as the last of the people sits down."""
    host, *others = people
    made = host.post("/tables/new/", {"seats": len(people), "visibility": "public"} | options)
    slug = made.headers["Location"].strip("/").split("/")[-1]
    for other in others:
        other.post(f"/t/{slug}/join/")
    host.post(f"/t/{slug}/start/")
    return Match.objects.get(slug=slug)


def signed_up(name):
    """A visitor who signed up as this."""
    client = Client()
    sign_up(client, name)
    return client


def raw_data():
    """Every row of games as text."""
    models = (Match, Seat, MatchEvent)
    return json.dumps([list(model.objects.values()) for model in models], default=str, ensure_ascii=False)


def test_it_asks_for_the_password(client):
    client.force_login(user := member("ann"))
    assert delete(client, "wrong").status_code == 400
    assert client.get(PATH).status_code == 200
    assert User.objects.filter(pk=user.pk).exists()


def test_it_is_gone_with_all_that_was_personal(client, signed_out):
    client.force_login(user := member("ann"))
    other_device = Client()
    other_device.force_login(user)
    assert delete(client).status_code == 302
    assert not User.objects.exists()
    assert not EmailAddress.objects.exists()
    assert not NameKey.objects.exists()
    assert who(client) is None
    assert not other_device.get("/accounts/preferences/").context["user"].is_authenticated
    assert signed_out == [user.pk]
    assert log_in(Client(), "ann").status_code == 200
    assert sign_up(Client(), "ann").status_code == 302


def test_a_guest_types_the_name(client):
    client.post("/accounts/guest/")
    name = who(client).username
    assert client.post(PATH, {"username": "someone"}).status_code == 400
    assert client.post(PATH, {"username": name.upper()}).status_code == 302
    assert not User.objects.exists()


def test_strangers_are_sent_to_log_in(client):
    assert client.get(PATH).headers["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("leaver", [0, 1], ids=["host", "joined"])
def test_a_running_game_goes_on_at_once(games, leaver):
    people = [signed_up("Annabella"), signed_up("Babak")]
    match = table(*people)
    assert match.status == "playing"
    delete(people[leaver])
    match.refresh_from_db()
    assert match.status == "over"
    assert match.seats.get(index=leaver).deleted
    assert "Annabella" not in raw_data() or leaver == 1
    page = people[1 - leaver].get(f"/t/{match.slug}/replay/")
    assert page.status_code == 200
    assert ("Annabella", "Babak")[leaver] not in page.content.decode()


def test_no_name_remains_in_any_record(games):
    people = [signed_up("Annabella"), signed_up("Babak"), signed_up("Chandra")]
    over, running, waiting = table(*people[:2]), table(*people), table(people[0], seats=4)
    people[1].post(f"/t/{over.slug}/leave/")
    for client in people:
        delete(client)
    assert not any(name in raw_data() for name in ("Annabella", "Babak", "Chandra"))
    visitor = Client()
    for match in (over, running):
        for path in ("replay/", "record.json", "record.txt", "view.json", ""):
            answer = visitor.get(f"/t/{match.slug}/{path}")
            assert answer.status_code in {200, 403, 404}
            assert b"Annabella" not in answer.content
    assert Match.objects.get(pk=waiting.pk).status == "aborted"


def test_lists_and_profiles_lead_nowhere_dead(games):
    ann, bob = signed_up("Annabella"), signed_up("Babak")
    match = table(ann, bob)
    delete(ann)
    assert bob.get("/u/Annabella/").status_code == 404
    page = bob.get("/u/Babak/").content.decode()
    assert f"/t/{match.slug}/replay/" in page
    assert "/u/Annabella/" not in page


def test_what_another_part_holds_up_is_finished_later(client, settings):
    settings.ACCOUNTS_DELETING = ["tests.accounts.test_deletion.broken"]
    client.force_login(user := member("ann"))
    delete(client)
    assert log_in(Client(), "ann").headers["Location"] == "/accounts/inactive/"
    settings.ACCOUNTS_DELETING = []
    assert tasks.finish_deletions() == 1
    assert not User.objects.filter(pk=user.pk).exists()


def broken(user):
    """Another part that cannot let go."""
    raise RuntimeError("not now")


def test_the_admin_deletes_the_same_way(admin_client, games):
    ann, bob = signed_up("Annabella"), signed_up("Babak")
    match = table(ann, bob)
    user = User.objects.get(username="Annabella")
    admin_client.post(f"/admin/accounts/user/{user.pk}/delete/", {"post": "yes"})
    match.refresh_from_db()
    assert match.status == "over"
    assert services.is_name_taken("Annabella") is False
