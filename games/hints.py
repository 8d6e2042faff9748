"""Sends Celery tasks by name. A hint makes things quick; the periodic sweeps make them certain, so one may get lost."""

import logging
from datetime import timedelta
from typing import Any

from celery import current_app
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)
SOON = timedelta(seconds=10)  # what is due later is left to the sweep: never a far-off ETA


def act_on_due(match_id: int, seq: int, delay: timedelta) -> None:
    """Have the server act at a table after `delay`, unless that is far off."""
    if delay <= SOON:
        _hint("games.tasks.act_on_due", "turns", max(0.0, delay.total_seconds()), match_id, seq)


def tell_listeners(match_id: int) -> None:
    """Have the listeners told of a finished match."""
    _hint("games.tasks.tell_of", "events", 0.0, match_id)


def _hint(task: str, queue: str, countdown: float, *args: Any) -> None:
    try:
        current_app.send_task(
            task, args=args, queue=queue, countdown=countdown or None, retry=False, expires=60 + countdown
        )
    except (OperationalError, OSError):
        log.warning("%s%r was not queued; the sweep will see to it", task, args, exc_info=True)
