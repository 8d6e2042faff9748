"""The files in which processes count together, safe across containers that share a volume.

A file is named after host and process, since in containers process numbers repeat. Each process holds a lock on a file
beside it for as long as it lives, however it ends: so anybody can tell whose gauges are of the past.

A file has its room on the disk before it is used: what is written to memory for which the disk then has no room kills
the process (SIGBUS). Where there is none the process counts for itself until it ends.
"""

import fcntl
import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import Final

from prometheus_client import mmap_dict, values

LOCK: Final = ".alive"
ROOM: Final = 1 << 18  # bytes a file; ten times what the site's metrics come to
_held: dict[int, tuple[str, int]] = {}  # by process number: its name here, and the open file that holds its lock


def share(directory: str) -> None:
    """Have everything that is counted from here on kept in `directory`. Before the first metric is made."""
    Path(directory).mkdir(parents=True, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = directory  # where the package looks for it
    values.MmapedDict = Allocated
    values.ValueClass = values.MultiProcessValue(lambda: _name(directory))


class Allocated(mmap_dict.MmapedDict):
    """Counts in a file that has its room already, or else in memory."""

    def __init__(self, filename: str, read_mode: bool = False) -> None:
        super().__init__(filename if read_mode else _with_room(filename), read_mode)


def _with_room(filename: str) -> str:
    """The file, made as large as it will ever be; without room a file in memory, as a name."""
    try:
        with open(filename, "ab") as file:
            os.posix_fallocate(file.fileno(), 0, ROOM)
    except OSError:
        with suppress(OSError):
            os.unlink(filename)
        return f"/proc/self/fd/{os.memfd_create('metrics')}"
    return filename


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
