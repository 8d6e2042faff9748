"""The files in which processes count together, safe across containers that share a volume.

A file is named after host and process, since in containers process numbers repeat. Each process holds a lock on a file
beside it for as long as it lives, however it ends: so anybody can tell whose gauges are of the past.
"""

import fcntl
import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import Final

from prometheus_client import values

LOCK: Final = ".alive"
_held: dict[int, tuple[str, int]] = {}  # by process number: its name here, and the open file that holds its lock


def share(directory: str) -> None:
    """Have everything that is counted from here on kept in `directory`. Before the first metric is made."""
    Path(directory).mkdir(parents=True, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = directory  # where the package looks for it
    values.ValueClass = values.MultiProcessValue(lambda: _name(directory))


def drop_dead_gauges(directory: str) -> None:
    """Forget what processes that are gone had open; what they counted stays."""
    for lock in Path(directory).glob(f"*{LOCK}"):
        with suppress(OSError):  # it lives, or somebody else is clearing up
            with open(lock) as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            for gauges in Path(directory).glob(f"gauge_live*_{lock.name.removesuffix(LOCK)}.db"):
                gauges.unlink(missing_ok=True)
            lock.unlink(missing_ok=True)


def _name(directory: str) -> str:
    """Host and process number; takes the lock when asked for the first time, and anew after a fork."""
    pid = os.getpid()
    if pid not in _held:
        for _, inherited in _held.values():
            os.close(inherited)
        _held.clear()
        name = f"{socket.gethostname().replace('_', '-')}-{pid}"
        lock = os.open(Path(directory) / f"{name}{LOCK}", os.O_CREAT | os.O_RDWR, 0o600)
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        _held[pid] = name, lock
    return _held[pid][0]
