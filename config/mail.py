"""Mail leaves through the worker: a mail server that is slow or away holds up nobody's page."""

import logging
from collections.abc import Iterable
from typing import Any

from celery.exceptions import OperationalError as CeleryError
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)


class QueuedBackend(BaseEmailBackend):
    """Django's mail backend that hands each message to `config.tasks.deliver`, once the transaction is committed."""

    def send_messages(self, email_messages: Iterable[EmailMessage]) -> int:
        """Queue the messages; return how many."""
        packed = [pack(message) for message in email_messages if message.recipients()]
        for message in packed:
            transaction.on_commit(lambda message=message: queue(message))
        return len(packed)


def queue(packed: dict[str, Any]) -> None:
    """Queue one packed message. Without a broker it is lost with a line in the log: whoever waits asks again."""
    from config.tasks import deliver

    try:
        deliver.apply_async((packed,), queue="events", retry=False)
    except (OperationalError, CeleryError, OSError):
        log.exception("a mail was not queued")


def pack(message: EmailMessage) -> dict[str, Any]:
    """Return the message as JSON values. The site sends no attachments."""
    alternatives = [[part.content, part.mimetype] for part in getattr(message, "alternatives", [])]
    texts = {name: str(getattr(message, name)) for name in ("subject", "body", "from_email")}
    lists = {name: list(getattr(message, name)) for name in ("to", "cc", "bcc", "reply_to")}
    return texts | lists | {"headers": dict(message.extra_headers), "alternatives": alternatives}


def unpack(packed: dict[str, Any]) -> EmailMultiAlternatives:
    """Return the message that `pack` took apart."""
    return EmailMultiAlternatives(**packed)
