"""Nothing a stranger can do tells whether an e-mail has an account."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.people import link_in_mail, log_in, member, sign_up, who

pytestmark = pytest.mark.django_db
KNOWN, UNKNOWN = "known@example.org", "unkno@example.org"  # equally long: pages can be compared as they are
MODES = pytest.mark.parametrize("mode", ["optional", "mandatory"])


@pytest.fixture(params=["proven", "claimed"])
def owner(request):
    """Somebody whose address is known KNOWN, proven or not."""
    return member("Owner", KNOWN, verified=request.param == "proven")


def seen(answer):
    """All that a stranger sees of an answer, without the tokens that differ every time."""
    body = re.sub(r'(csrfmiddlewaretoken" value=|X-CSRFToken": )"\w+"', "", answer.content.decode())
    return answer.status_code, answer.headers.get("Location"), re.sub(r"(known|unkno)@example", "x@example", body)


def both(act):
    """The two answers of an act, each done by a new visitor, with the pages that follow."""
    answers = []
    for email in (KNOWN, UNKNOWN):
        client = Client()
        first = seen(act(client, email))
        answers.append((first, seen(client.get("/accounts/preferences/")), seen(client.get("/accounts/login/"))))
    return answers


@MODES
def test_signing_up_looks_the_same(owner, settings, mode):
    settings.ACCOUNT_EMAIL_VERIFICATION = mode

    def act(client, email):
        User.objects.filter(username="Stranger").delete()
        return sign_up(client, "Stranger", email)

    known, unknown = both(act)
    assert known == unknown


def test_a_guest_signing_up_sees_the_same(owner):
    def act(client, email):
        User.objects.filter(username="Stranger").delete()
        client.post("/accounts/guest/")
        return sign_up(client, "Stranger", email)

    known, unknown = both(act)
    assert known == unknown


def test_the_pages_of_the_new_account_look_the_same(owner):
    def act(client, email):
        User.objects.filter(username="Stranger").delete()
        sign_up(client, "Stranger", email)
        return client.get("/accounts/email/")

    known, unknown = both(act)
    assert known == unknown


def test_after_signing_up_the_address_lets_in_either_way(owner):
    for email in (KNOWN, UNKNOWN):
        User.objects.filter(username="Stranger").delete()
        sign_up(Client(), "Stranger", email, password1="strange horse 1", password2="strange horse 1")
        client = Client()
        log_in(client, email, "strange horse 1")
        assert who(client) == User.objects.get(username="Stranger")


def test_a_second_account_of_a_stranger_displaces_the_first_either_way(owner):
    for email in (KNOWN, UNKNOWN):
        outcomes = []
        for index in (1, 2):
            sign_up(
                Client(),
                f"S{index}{email[0]}",
                email,
                password1=f"strange horse {index}",
                password2=f"strange horse {index}",
            )
        for index in (1, 2):
            client = Client()
            log_in(client, email, f"strange horse {index}")
            outcomes.append(who(client) is not None)
        assert outcomes == [False, True]


def test_a_wrong_password_looks_the_same(owner):
    known, unknown = both(lambda client, email: log_in(client, email, "wrong"))
    assert known == unknown


def test_a_reset_looks_the_same_and_one_mail_goes_out(owner):
    known, unknown = both(lambda client, email: client.post("/accounts/password/reset/", {"email": email}))
    assert known == unknown
    assert [(len(message.to), message.subject) for message in mail.outbox] == [(1, mail.outbox[0].subject)] * 2


def test_changing_to_an_address_looks_the_same(owner):
    def act(client, email):
        User.objects.filter(username="Stranger").delete()
        member("Stranger")
        log_in(client, "Stranger")
        client.post("/accounts/email/", {"email": email, "action_add": "1"})
        return client.get("/accounts/email/")

    known, unknown = both(act)
    assert known == unknown
    assert len(mail.outbox) == 2


def test_sending_the_mail_again_looks_the_same(owner):
    def act(client, email):
        User.objects.filter(username="Stranger").delete()
        sign_up(client, "Stranger", email)
        client.post("/accounts/email/", {"email": email, "action_send": "1"})
        return client.get("/accounts/email/")

    known, unknown = both(act)
    assert known == unknown


def test_as_many_passwords_are_hashed_for_a_stranger_as_for_an_owner(owner, monkeypatch):
    from django.contrib.auth import hashers

    counts = {}
    for email in (KNOWN, UNKNOWN):
        counts[email] = 0

        def encode(self, *args, email=email, original=hashers.MD5PasswordHasher.encode, **kwargs):
            counts[email] += 1
            return original(self, *args, **kwargs)

        with monkeypatch.context() as patched:
            patched.setattr(hashers.MD5PasswordHasher, "encode", encode)
            log_in(Client(), email, "wrong")
    assert counts == {KNOWN: 2, UNKNOWN: 2}


def test_the_owner_is_told_and_keeps_the_address():
    owner = member("Owner", KNOWN)
    sign_up(Client(), "Stranger", KNOWN)
    assert mail.outbox[0].to == [KNOWN]
    assert "Owner" in mail.outbox[0].body
    assert "confirm-email" not in mail.outbox[0].body
    assert User.objects.get(email=KNOWN) == owner


def test_whoever_reads_the_mail_of_an_address_gets_it():
    squatter = member("Squatter", KNOWN, verified=False)
    client = Client()
    sign_up(client, "Olga", KNOWN)
    path = link_in_mail()
    assert Client().get(path).status_code == 200
    assert not EmailAddress.objects.filter(verified=True).exists()
    client.post(path)
    assert EmailAddress.objects.get(verified=True).user.username == "Olga"
    assert User.objects.get(email=KNOWN).username == "Olga"
    squatter.refresh_from_db()
    assert squatter.email == ""


def test_a_proven_address_cannot_be_proven_twice():
    sign_up(Client(), "First", KNOWN)
    first = link_in_mail()
    sign_up(Client(), "Second", KNOWN)
    second = link_in_mail()
    Client().post(first)
    Client().post(second)
    assert EmailAddress.objects.get(verified=True).user.username == "First"
    assert User.objects.get(email=KNOWN).username == "First"
