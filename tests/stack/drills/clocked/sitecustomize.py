"""For processes under libfaketime: it refuses the sleep that Python asks for when the monotonic clock is left alone."""

import select
import time


def sleep(seconds: float) -> None:
    """As time.sleep, by another call of the system."""
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    select.select([], [], [], seconds)


time.sleep = sleep
