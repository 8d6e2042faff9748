"""Worker and beat of a simulation: the embedded stack's in this process, or the production stack's own processes.

A crash is the real thing. Processes get SIGKILL and are started again, as a service manager does. The embedded stack is
one process, so it is this one that is killed; whoever started it (`supervise`) starts it again on the same data.
"""

import os
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, Protocol

from django.conf import settings

from config.periodic import QUEUES

if TYPE_CHECKING:
    from config.serving import Part

CRASHES: Final = "crashes"  # file in EMBEDDED_DIR: a letter for each crash so far
PATIENCE: Final = 10  # seconds given to processes at the end
SHOWN: Final = 20_000  # letters of what they printed


class Stack(Protocol):
    """What a simulation runs on."""

    crashes: int  # so far

    def start(self, *, beats: int) -> None:
        """Start the workers, and so many beats."""
        ...

    def crash(self) -> None:
        """Kill every worker and start new ones."""
        ...

    def stop(self) -> None:
        """End everything."""
        ...


class Embedded:
    """Worker and beat in this process."""

    def __init__(self) -> None:
        self._file = Path(settings.EMBEDDED_DIR) / CRASHES
        self.crashes = crashes_in(Path(settings.EMBEDDED_DIR))
        self._parts: list[Part] = []

    def start(self, *, beats: int) -> None:
        from config import serving  # daphne's reactor comes with it

        self._parts = serving.start_work()
        self._parts += [serving.start_beat() for _ in range(1, beats)]

    def crash(self) -> None:
        with self._file.open("a") as file:
            file.write("x")
        sys.stdout.flush()
        os.kill(os.getpid(), signal.SIGKILL)

    def stop(self) -> None:
        for part in self._parts:
            part.stop()


class Processes:
    """A worker a queue and beat, each a process; what they print goes to a file, for when something is wrong."""

    def __init__(self) -> None:
        self.crashes = 0
        self._log: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
        self._workers: list[subprocess.Popen[bytes]] = []
        self._beats: list[subprocess.Popen[bytes]] = []

    def start(self, *, beats: int) -> None:
        self._start_workers()
        self._beats = [self._run("beat") for _ in range(beats)]

    def crash(self) -> None:
        self.crashes += 1
        for worker in self._workers:
            _kill(worker)
        self._start_workers()

    def stop(self) -> None:
        for process in (*self._beats, *self._workers):
            process.terminate()
        for process in (*self._beats, *self._workers):
            with suppress(subprocess.TimeoutExpired):
                process.wait(PATIENCE)
            _kill(process)

    def output(self) -> str:
        """What the processes printed, its end."""
        self._log.seek(0)
        return self._log.read().decode(errors="replace")[-SHOWN:]

    def _start_workers(self) -> None:
        self._workers = [self._run("worker", "-Q", queue, "-c", "2", "-n", f"{queue}@%h") for queue in QUEUES]

    def _run(self, *command: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "celery", "-A", "config", *command, "--loglevel=WARNING"],
            cwd=settings.BASE_DIR, stdout=self._log, stderr=self._log, start_new_session=True,
        )  # fmt: skip


def crashes_in(directory: Path) -> int:
    """How often the embedded stack of this directory was killed."""
    file = directory / CRASHES
    return len(file.read_text()) if file.exists() else 0


def _kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
