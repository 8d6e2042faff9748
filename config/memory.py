"""How the C library keeps the memory of a process that lives for weeks.

By default glibc gives threads heaps of their own, up to eight for each processor. Fragments of some kilobytes that one
thread makes and another drops leave holes in all of them, so a web process goes on growing although it holds no more
(docs/performance.md). Here all threads share one heap, and its empty pages are given back now and then. Other C
libraries have no such calls and are left alone.
"""

import ctypes
from contextlib import suppress
from threading import Event, Thread
from typing import Final

EVERY: Final = 60.0  # seconds; giving back takes some milliseconds
ARENA_MAX: Final = -8  # M_ARENA_MAX of malloc.h
_libc = ctypes.CDLL(None)


def look_after() -> None:
    """Do so from now on, for as long as the process lives. To be called before there are threads."""
    with suppress(AttributeError):
        _libc.mallopt(ARENA_MAX, 1)
    Thread(target=_now_and_then, name="memory", daemon=True).start()


def give_back() -> bool:
    """Give empty pages back to the system; whether there were any."""
    with suppress(AttributeError):
        return bool(_libc.malloc_trim(0))
    return False


def _now_and_then() -> None:
    pause = Event()
    while not pause.wait(EVERY):
        give_back()
