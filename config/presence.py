"""Each web process says once a second that it is there.

While none does, people cannot move: the clocks stand still (games.services.sweeps), although workers look at them.
"""

import logging
from threading import Event, Thread
from typing import Final

from django.db import DatabaseError, connection

from games.services.sweeps import web_is_here

EVERY: Final = 1.0  # seconds
log = logging.getLogger(__name__)


def start() -> None:
    """Say so from now on, on a thread of its own, for as long as the process lives."""
    Thread(target=_run, name="presence", daemon=True).start()


def _run() -> None:
    pause = Event()
    while not pause.wait(EVERY):
        try:
            web_is_here()
        except DatabaseError as error:
            log.warning("the clocks were not told that the site is there: %s", type(error).__name__)
        finally:
            connection.close()
