"""Web processes keep one heap and give back what is empty in it."""

import json
import subprocess
import sys

import pytest

from config import memory
from tests.processes import ROOT

# Threads fill memory at the same time; then only one of a hundred pieces is kept, which leaves holes everywhere.
HOLES = """
import ctypes, json, sys, threading
from config import memory
if sys.argv[1] == "looked after":
    memory.look_after()
start, made = threading.Barrier(8), []
def work():
    start.wait()
    made.extend(bytearray(6000) for _ in range(4000))
threads = [threading.Thread(target=work) for _ in range(8)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
made[:] = made[::100]
if sys.argv[1] == "looked after":
    memory.give_back()
resident = int(open("/proc/self/statm").read().split()[1]) * 4096
print(json.dumps(resident))
"""


def resident(how: str) -> int:
    """Bytes that a process is left with."""
    done = subprocess.run([sys.executable, "-c", HOLES, how], cwd=ROOT, capture_output=True, text=True, check=True)
    return int(json.loads(done.stdout))


@pytest.mark.skipif(not hasattr(memory._libc, "malloc_trim"), reason="not glibc")
def test_holes_that_threads_leave_are_given_back() -> None:
    assert resident("looked after") < resident("left alone") / 2


def test_where_the_library_has_no_such_calls_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_libc", object())
    assert memory.give_back() is False
