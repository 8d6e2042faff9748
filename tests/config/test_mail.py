"""Mail leaves through the worker and arrives as it was written."""

from unittest import mock

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.test import override_settings
from kombu.exceptions import OperationalError
from pytest_django import DjangoCaptureOnCommitCallbacks

from config.mail import pack, unpack
from config.tasks import deliver

QUEUED = override_settings(
    EMAIL_BACKEND="config.mail.QueuedBackend", MAIL_TRANSPORT="django.core.mail.backends.locmem.EmailBackend"
)


def letter() -> EmailMultiAlternatives:
    message = EmailMultiAlternatives(
        "Your turn", "Babak waits.", "games@x.example", ["a@x.example"], headers={"X-A": "b"}
    )
    message.attach_alternative("<p>Babak waits.</p>", "text/html")
    return message


def test_a_packed_message_is_the_same_message() -> None:
    assert pack(unpack(pack(letter()))) == pack(letter())


@QUEUED
@pytest.mark.django_db
def test_it_is_queued_only_after_the_commit(django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks) -> None:
    with mock.patch.object(deliver, "apply_async") as queued, django_capture_on_commit_callbacks(execute=True):
        with transaction.atomic():
            assert letter().send() == 1
        assert not queued.called
    assert queued.call_args.args == ((pack(letter()),),)


@QUEUED
def test_the_worker_sends_it() -> None:
    deliver(pack(letter()))
    sent = mail.outbox[0]
    assert (sent.subject, sent.to, sent.extra_headers) == ("Your turn", ["a@x.example"], {"X-A": "b"})
    assert sent.alternatives[0].content == "<p>Babak waits.</p>"


@QUEUED
@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_away_fails_no_page() -> None:
    with mock.patch.object(deliver, "apply_async", side_effect=OperationalError):
        assert letter().send() == 1
