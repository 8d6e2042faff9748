"""How people want the site, with and without an account."""

import pytest
from django.test import Client, RequestFactory

from accounts import preferences, services
from accounts.models import User
from tests.accounts.people import log_in, member, sign_up, who

pytestmark = pytest.mark.django_db
FORM = {"language": "", "theme": "dark", "card_style": "large", "motion": "reduced", "sound": "on", "auto_pickup": "on"}
PATH = "/accounts/preferences/"


def test_they_are_stored_with_the_account(client):
    client.force_login(user := member("ann"))
    assert client.post(PATH, FORM).status_code == 302
    prefs = preferences.for_user(User.objects.get(pk=user.pk))
    assert prefs == preferences.Prefs("dark", "", "large", "reduced", True, True, False)
    page = client.get(PATH).content.decode()
    assert 'data-theme="dark" data-motion="reduced" data-cards="large"' in page


def test_without_an_account_appearance_is_kept_in_the_browser(client):
    client.post(PATH, FORM)
    assert 'data-theme="dark" data-motion="reduced" data-cards="large"' in client.get(PATH).content.decode()
    assert not client.get(PATH).context["form"].fields.keys() & {"sound", "confirm", "auto_pickup"}
    assert not User.objects.exists()


@pytest.mark.parametrize("how", ["guest", "sign up"])
def test_what_was_chosen_before_goes_along(client, how):
    client.post(PATH, FORM)
    client.post("/accounts/guest/") if how == "guest" else sign_up(client, "ann")
    assert preferences.for_user(who(client)).theme == "dark"


@pytest.mark.parametrize("field", ["theme", "card_style", "motion", "language"])
def test_it_refuses_what_there_is_not(client, field):
    client.force_login(user := member("ann"))
    assert client.post(PATH, FORM | {field: '"><script>'}).status_code == 400
    assert preferences.for_user(User.objects.get(pk=user.pk)) == preferences.Prefs()


def test_cookies_are_not_believed():
    request = RequestFactory().get("/", HTTP_COOKIE='theme="><script>; motion=reduced; django_language=xx')
    assert preferences.for_request(request) == preferences.Prefs(motion="reduced")


def test_the_switch_in_the_header_works_for_everybody(client):
    assert client.post("/accounts/theme/", {"theme": "dark"}).status_code == 204
    assert 'data-theme="dark"' in client.get(PATH).content.decode()
    client.force_login(user := member("ann"))
    assert client.post("/accounts/theme/", {"theme": "light"}).status_code == 204
    assert User.objects.get(pk=user.pk).theme == "light"
    assert client.post("/accounts/theme/", {"theme": "pink"}).status_code == 400


def test_the_language_follows_the_person(client, settings):
    settings.LANGUAGES = [("en", "English"), ("fa", "Persian")]
    user = member("ann")
    User.objects.filter(pk=user.pk).update(language="fa")
    log_in(client, "ann")
    assert client.cookies["django_language"].value == "fa"
    client.post(PATH, FORM)
    assert client.cookies["django_language"].value == ""


def test_a_dismissed_hint_stays_dismissed(client):
    client.force_login(user := member("ann"))
    for hint in ("choose-up", "choose-up", "<script>"):
        client.post("/accounts/hint/", {"hint": hint})
    assert User.objects.get(pk=user.pk).coached == ["choose-up"]
    assert preferences.for_user(User.objects.get(pk=user.pk)).coached == {"choose-up"}
    assert Client().post("/accounts/hint/", {"hint": "x"}).status_code == 302


def test_an_export_holds_everything_the_account_knows():
    user = member("ann")
    data = services.export(user)
    assert data["emails"] == [{"email": "ann@example.org", "verified": True, "primary": True}]
    assert data["username"] == "ann"
    assert data["preferences"].keys() == {*preferences.PLAIN, "coached"}
