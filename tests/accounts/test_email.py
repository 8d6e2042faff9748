"""Mails: resetting a password, changing the address, and what is written to whom."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.people import PASSWORD, link_in_mail, log_in, member, sign_up, who

pytestmark = pytest.mark.django_db
NEW = {"password1": "another horse 8", "password2": "another horse 8"}


def test_a_password_is_reset_by_mail_once(client, signed_out):
    user = member("Ann")
    client.post("/accounts/password/reset/", {"email": "ANN@example.org"})
    assert "Ann" in mail.outbox[0].body
    path = link_in_mail()
    form = client.get(path).headers["Location"]
    assert client.post(form, NEW).status_code == 302
    assert log_in(Client(), "Ann", "another horse 8").status_code == 302
    assert signed_out == [user.pk]
    assert "no longer works" in Client().get(path).content.decode()


def test_a_reset_for_an_unproven_address_names_every_account_that_gave_it(client):
    for name in ("First", "Second"):
        sign_up(Client(), name, "same@example.org")
    client.post("/accounts/password/reset/", {"email": "same@example.org"})
    assert mail.outbox[-1].body.count("/password/reset/key/") == 2
    assert "First" in mail.outbox[-1].body


def test_a_reset_by_the_owner_does_not_name_strangers(client):
    member("Owner", "same@example.org")
    sign_up(Client(), "Stranger", "same@example.org")
    client.post("/accounts/password/reset/", {"email": "same@example.org"})
    assert "Stranger" not in mail.outbox[-1].body
    assert mail.outbox[-1].body.count("/password/reset/key/") == 1


def test_an_address_on_its_way_in_cannot_reset_the_password(client):
    member("Ann")
    log_in(client, "Ann")
    client.post("/accounts/email/", {"email": "typo@example.org", "action_add": "1"})
    Client().post("/accounts/password/reset/", {"email": "typo@example.org"})
    assert "/password/reset/key/" not in mail.outbox[-1].body
    assert log_in(Client(), "typo@example.org").status_code == 200


def test_a_new_address_counts_once_it_is_confirmed(client):
    user = member("Ann")
    log_in(client, "Ann")
    client.post("/accounts/email/", {"email": "new@example.org", "action_add": "1"})
    user.refresh_from_db()
    assert user.email == "ann@example.org"
    assert mail.outbox[-1].to == ["new@example.org"]
    client.post(link_in_mail())
    user.refresh_from_db()
    assert user.email == "new@example.org"
    assert list(EmailAddress.objects.filter(user=user).values_list("email", flat=True)) == ["new@example.org"]
    assert mail.outbox[-1].to == ["ann@example.org"]


def test_changing_the_address_asks_for_the_password_again_after_a_while(client):
    client.force_login(member("Ann"))
    answer = client.post("/accounts/email/", {"email": "new@example.org", "action_add": "1"})
    assert answer.headers["Location"].startswith("/accounts/reauthenticate/")
    assert not mail.outbox
    client.post(answer.headers["Location"], {"password": PASSWORD}, follow=True)
    assert mail.outbox[-1].to == ["new@example.org"]


def test_confirming_signs_nobody_in_or_out(client):
    sign_up(Client(), "Ann")
    path, bob = link_in_mail(), member("Bob")
    client.force_login(bob)
    client.get(path)
    client.post(path)
    assert who(client) == bob
    stranger = Client()
    stranger.post(path)
    assert who(stranger) is None


def test_where_proof_is_mandatory_nobody_comes_in_before_it(client, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    assert sign_up(client, "Ann").headers["Location"] == "/accounts/confirm-email/"
    assert who(client) is None
    log_in(client, "Ann")
    assert who(client) is None
    client.post(link_in_mail())
    log_in(client, "Ann")
    assert who(client).username == "Ann"


@pytest.mark.parametrize("header", ["HTTP_HOST", "HTTP_X_FORWARDED_HOST"])
def test_a_forged_host_gets_into_no_mail(header):
    member("Ann")
    answer = Client(**{header: "evil.example"}).post("/accounts/password/reset/", {"email": "ann@example.org"})
    assert answer.status_code == 400 or "evil" not in mail.outbox[-1].body


def test_mails_are_plain_text_in_one_voice():
    member("Ann")
    sign_up(Client(), "Bob")
    for email in ("ann@example.org", "nobody@example.org"):
        Client().post("/accounts/password/reset/", {"email": email})
    for message in mail.outbox:
        assert message.subject.startswith("3UP 3DOWN: ")
        assert not message.alternatives
        assert "&#" not in message.body
        assert "!" not in message.body


def test_notices_go_to_proven_addresses_only(client):
    member("Ann", verified=False)
    log_in(client, "Ann")
    client.post("/accounts/password/change/", {"oldpassword": PASSWORD} | NEW)
    assert not mail.outbox
    assert User.objects.get().check_password("another horse 8")
