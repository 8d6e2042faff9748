"""Each web process says once a second that it is there, if people get through to it (config.front_door).

While none does, people cannot move: the clocks stand still (games.services.sweeps), although workers look at them.
"""

import logging
from collections.abc import Callable
from threading import Event, Thread
from typing import Final

from django.db import DatabaseError, connection

from config import front_door
from games.services.sweeps import tell_again, web_is_here

EVERY: Final = 1.0  # seconds
log = logging.getLogger(__name__)


def start() -> None:
    """Say so from now on, on a thread of its own, for as long as the process lives."""
    Thread(target=_run, name="presence", daemon=True).start()


def _run() -> None:
    pause = Event()
    _safely(_here)
    _safely(tell_again)  # a process before this one may have died with news
    while not pause.wait(EVERY):
        _safely(_here)


def _here() -> None:
    if front_door.is_open():
        web_is_here()


def _safely(do: Callable[[], None]) -> None:
    try:
        do()
    except DatabaseError as error:
        log.warning("%s failed: %s", do.__name__, type(error).__name__)
    except Exception:  # without this thread all clocks would stand still for ever
        log.exception("%s failed", do.__name__)
    finally:
        connection.close()
