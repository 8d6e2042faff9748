"""The site's own periodic work."""

from celery import shared_task
from django.core.management import call_command
from django.utils import timezone

from games.models import Heartbeat


@shared_task
def heartbeat(queue: str) -> None:
    """Note that a worker of this queue is alive; /healthz reads it."""
    Heartbeat.objects.update_or_create(name=f"worker:{queue}", defaults={"at": timezone.now()})


@shared_task
def clear_sessions() -> None:
    """Drop sessions that have run out."""
    call_command("clearsessions")
