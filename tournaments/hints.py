"""Sends Celery tasks by name. A hint makes things quick; the sweep makes them certain, so one may get lost.

Hints leave from a thread of their own: no request ever waits for a broker that is slow or gone.
"""

import logging
import os
import queue
import threading
from datetime import timedelta
from typing import Final

from celery import current_app

log = logging.getLogger(__name__)
SOON: Final = timedelta(seconds=5)  # what is due later is left to the sweep: never a far-off ETA
WAITING: Final = 1000  # hints that may wait for the broker; more are dropped


def advance(tournament_id: int, delay: timedelta) -> None:
    """Have the server look after a tournament after `delay`, unless that is far off."""
    if delay <= SOON:
        _hint(tournament_id, max(0.0, delay.total_seconds()))


class _Courier:
    """A queue and the daemon thread that empties it into the broker; made anew after a fork."""

    def __init__(self) -> None:
        self.pid = os.getpid()
        self.queue: queue.Queue[tuple[int, float]] = queue.Queue(WAITING)
        threading.Thread(target=self._run, name="tournament hints", daemon=True).start()

    def _run(self) -> None:
        while True:
            tournament_id, countdown = self.queue.get()
            when = {"countdown": countdown or None, "expires": 60 + countdown}
            try:
                current_app.send_task(
                    "tournaments.tasks.advance", args=(tournament_id,), queue="events", retry=False, **when
                )
            except Exception:
                log.warning("tournament %s: a hint was not queued; the sweep will see to it", tournament_id)


_courier: _Courier | None = None
_starting = threading.Lock()


def _hint(tournament_id: int, countdown: float) -> None:
    global _courier
    with _starting:
        if _courier is None or _courier.pid != os.getpid():
            _courier = _Courier()
    try:
        _courier.queue.put_nowait((tournament_id, countdown))
    except queue.Full:
        log.warning("tournament %s: a hint was dropped; the sweep will see to it", tournament_id)
