"""Sends Celery tasks by name. A hint makes things quick; the periodic sweeps make them certain, so one may get lost.

Hints leave from a thread of their own: no request ever waits for a broker that is slow or gone.
"""

import logging
import os
import queue
import threading
from datetime import timedelta
from typing import Any, Final

from celery import current_app

log = logging.getLogger(__name__)
SOON: Final = timedelta(seconds=10)  # what is due later is left to the sweep: never a far-off ETA
WAITING: Final = 1000  # hints that may wait for the broker; more are dropped


def act_on_due(match_id: int, seq: int, delay: timedelta) -> None:
    """Have the server act at a table after `delay`, unless that is far off."""
    if delay <= SOON:
        _hint("games.tasks.act_on_due", "turns", max(0.0, delay.total_seconds()), match_id, seq)


def tell_listeners(match_id: int) -> None:
    """Have the listeners told of a finished match."""
    _hint("games.tasks.tell_of", "events", 0.0, match_id)


class _Courier:
    """A queue and the daemon thread that empties it into the broker; made anew after a fork."""

    def __init__(self) -> None:
        self.pid = os.getpid()
        self.queue: queue.Queue[tuple[str, str, float, tuple[Any, ...]]] = queue.Queue(WAITING)
        threading.Thread(target=self._run, name="hints", daemon=True).start()

    def _run(self) -> None:
        while True:
            task, name, countdown, args = self.queue.get()
            try:
                when = {"countdown": countdown or None, "expires": 60 + countdown}
                current_app.send_task(task, args=args, queue=name, retry=False, **when)
            except Exception:
                log.warning("%s%r was not queued; the sweep will see to it", task, args, exc_info=True)


_courier: _Courier | None = None
_starting = threading.Lock()


def _hint(task: str, name: str, countdown: float, *args: Any) -> None:
    global _courier
    with _starting:
        if _courier is None or _courier.pid != os.getpid():
            _courier = _Courier()
    try:
        _courier.queue.put_nowait((task, name, countdown, args))
    except queue.Full:
        log.warning("%s%r was dropped; the sweep will see to it", task, args)
