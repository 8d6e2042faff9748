"""Waiting for a condition, so that no test sleeps a guessed time."""

import time
from collections.abc import Callable
from threading import Event
from typing import TypeVar

T = TypeVar("T")


def wait_for(condition: Callable[[], T], what: str, seconds: float = 20) -> T:
    """Return the condition's first true value; fail with "`what` did not happen" when none comes in time."""
    end = time.monotonic() + seconds
    pause = Event()
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"{what} did not happen within {seconds:g} s; last seen: {value!r}")
        pause.wait(0.02)
