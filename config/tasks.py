"""The site's own periodic work."""

from smtplib import SMTPException
from typing import Any

from celery import shared_task
from django.conf import settings
from django.core.mail import get_connection
from django.core.management import call_command
from django.utils import timezone

from config import mail
from games.models import Heartbeat


@shared_task
def heartbeat(queue: str) -> None:
    """Note that a worker of this queue is alive; /healthz reads it."""
    Heartbeat.objects.update_or_create(name=f"worker:{queue}", defaults={"at": timezone.now()})


@shared_task
def clear_sessions() -> None:
    """Drop sessions that have run out."""
    call_command("clearsessions")


@shared_task(autoretry_for=(OSError, SMTPException), max_retries=8, retry_backoff=5, retry_backoff_max=900)
def deliver(packed: dict[str, Any]) -> None:
    """Send one mail; when the mail server is away, try again for about an hour."""
    get_connection(settings.MAIL_TRANSPORT).send_messages([mail.unpack(packed)])
