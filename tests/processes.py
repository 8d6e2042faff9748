"""Starting the site's real processes for a test, and stopping them again."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import SystemRandom

from tests.client import Client
from tests.waiting import wait_for

ROOT = Path(__file__).resolve().parent.parent
SERVICES = ("DATABASE_URL", "REDIS_URL")


def free_port() -> int:
    """Return a port that nobody uses right now.

    It lies below those that systems give to outgoing connections: a browser or another run of tests beside this one
    opens thousands of these, and one of them could take the port before its process does, or while that restarts.
    """
    while True:
        port = SystemRandom().randrange(20_000, 32_000)
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


class Process:
    """A process of the site; what it prints is kept in `output`."""

    def __init__(self, arguments: Sequence[str], environment: Mapping[str, str]) -> None:
        self._log = tempfile.TemporaryFile()  # noqa: SIM115
        self._popen = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=ROOT,
            env={name: value for name, value in os.environ.items() if name not in SERVICES} | dict(environment),
            stdout=self._log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    @property
    def output(self) -> str:
        """Everything printed so far."""
        size = self._log.seek(0, os.SEEK_END)
        return os.pread(self._log.fileno(), size, 0).decode(errors="replace")

    @property
    def running(self) -> bool:
        """Whether the process still runs."""
        return self._popen.poll() is None

    @property
    def pid(self) -> int:
        """The number of the process, also of one that has ended."""
        return self._popen.pid

    def stop(self, number: int = signal.SIGTERM, seconds: float = 15) -> int:
        """Send a signal, wait for the end and return the exit code; a process that will not end is killed."""
        if self.running:
            self._popen.send_signal(number)
        try:
            return self._popen.wait(seconds)
        finally:
            self.kill()

    def kill(self) -> None:
        """End the process and all its children at once, as a power cut would."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._popen.pid, signal.SIGKILL)
        self._popen.wait(15)


class Site(Process):
    """The embedded stack on a free port with a directory of its own."""

    def __init__(self, directory: Path, **environment: str) -> None:
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        settings = {"DJANGO_SETTINGS_MODULE": "config.settings.embedded", "EMBEDDED_DIR": str(directory)}
        super().__init__(
            ["manage.py", "serve"], settings | {"PORT": str(self.port), "RATE_LIMITS": "off"} | environment
        )

    def client(self) -> Client:
        """Return a new visitor."""
        return Client(self.url)

    def wait_until_healthy(self, seconds: float = 40) -> None:
        """Return once /healthz answers 200; fail with the log when the process ends or time runs out."""

        def healthy() -> bool:
            assert self.running, self.output
            return is_healthy(self.url)

        wait_for(healthy, f"health of {self.url}", seconds)


def is_healthy(url: str, **headers: str) -> bool:
    """Tell whether a site answers and finds itself healthy."""
    try:
        return Client(url, **headers).get("/healthz").status == 200
    except OSError:
        return False
