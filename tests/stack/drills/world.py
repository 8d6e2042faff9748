"""The production stack as `make up` starts it, on servers that are its own and may be broken."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from tests.client import Client
from tests.processes import free_port
from tests.serve.person import Person
from tests.stack.drills.cluster import Cluster
from tests.stack.drills.needs import find_faketime
from tests.stack.drills.proxy import Wire
from tests.stack.services import Database, Redis
from tests.stack.up import Up
from tests.waiting import wait_for

WEB = ("web1", "web2")
PARTS = ("nginx", "beat", *WEB, "turns", "events")
PEOPLE = 9
START = 200.0  # seconds; a busy machine is no failure
DISK = 96 * 1024 * 1024  # bytes


class Disk:
    """A small disk for all that the site writes. Where none can be mounted, its logs alone meet one that is full."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="threeup-drills-"))
        mounting = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "threeup", str(self.path)]
        self.mounted = os.getuid() == 0 and subprocess.run(mounting, check=False, capture_output=True).returncode == 0
        self._filler = self.path / "filler"

    def fill(self) -> None:
        """Not a byte is left."""
        if self.mounted:
            with suppress(OSError), open(self._filler, "wb", buffering=0) as file:
                while file.write(bytes(65536)):
                    pass
            with suppress(OSError), open(self._filler, "ab", buffering=0) as file:
                while file.write(b"0"):
                    pass
        else:
            for log in (self.path / "up/log").glob("*.log"):
                log.unlink()
                log.symlink_to("/dev/full")

    def clear(self) -> None:
        """There is room again."""
        self._filler.unlink(missing_ok=True)
        for log in (self.path / "up/log").glob("*.log"):
            if log.is_symlink():
                log.unlink()

    def remove(self) -> None:
        """It is gone."""
        if self.mounted:
            subprocess.run(["umount", "--lazy", str(self.path)], check=False)
        shutil.rmtree(self.path, ignore_errors=True)


class World:
    """Servers, disk, clock, and the stack on them; nine people live here."""

    def __init__(self) -> None:
        self.cluster, self.redis, self.disk = Cluster(), Redis(), Disk()
        self.database = Database("drills", self.cluster.url)
        self.wire = Wire(free_port(), self.redis.port)
        self.people: list[Person] = []
        self._clock = self.disk.path / "clock"
        self.up = self._up()

    def have_a_clock(self) -> None:
        """Start the stack again, all of it with a clock that may be set. That costs time, so not for all drills."""
        if self._clock.exists():
            return
        self._set_clock(0)
        self.up.stop(seconds=40)
        self.up = self._up(**self._faked())
        for person in self.people:
            person.browser.url = self.up.url
        wait_for(self.is_ready, "the start under another clock", START)

    def _up(self, **environment: str) -> Up:
        return Up(self.disk.path, self.database, f"redis://127.0.0.1:{self.wire.port}/0", **environment)

    def _faked(self) -> dict[str, str]:
        """The environment of a process whose clock is ours."""
        faketime = find_faketime()
        assert faketime, "libfaketime is missing"
        return {
            "LD_PRELOAD": str(faketime), "FAKETIME_TIMESTAMP_FILE": str(self._clock), "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_DISABLE_SHM": "1",
            "FAKETIME_FORCE_MONOTONIC_FIX": "0",
            "PYTHONPATH": str(Path(__file__).parent / "clocked"),
        }  # fmt: skip

    def start(self) -> None:
        """Wait until it is ready, and have people sign up."""
        wait_for(lambda: f"is at {self.up.url}/" in self.up.output or not self.up.running, "the start", START)
        assert self.up.running, self.up.output
        self.people = [Person(self.up.url).sign_up() for _ in range(PEOPLE)]

    @property
    def urls(self) -> list[str]:
        """Where the site is."""
        return [self.up.url]

    def client(self, url: str | None = None) -> Client:
        """A new visitor."""
        return Client(url or self.up.url)

    def revive(self) -> bool:
        """`make up` does that."""
        return True

    def is_ready(self) -> bool:
        """Whether /readyz says yes."""
        return self.up.ready()

    def kill(self, *names: str) -> None:
        """End parts with all their children, as a power cut would."""
        self.send(signal.SIGKILL, *names)

    def send(self, number: int, *names: str) -> None:
        """Send a signal to parts and all their children."""
        for name in names:
            pid = self.up.pid(name)
            assert pid, f"there is no {name}"
            with suppress(ProcessLookupError):
                os.killpg(pid, number)

    def step_clock(self, seconds: int) -> None:
        """Set the clock of every process of the site so many seconds off the true time.

        They look at the file once a second: stopped for that long, all see the new time at the same moment.
        """
        self.send(signal.SIGSTOP, *PARTS)
        self._set_clock(seconds)
        pass_time(1.5)
        self.send(signal.SIGCONT, *PARTS)

    def _set_clock(self, seconds: int) -> None:
        fresh = self._clock.with_suffix(".new")
        fresh.write_text(f"{seconds:+d}")
        fresh.replace(self._clock)

    def environment(self) -> dict[str, str]:
        """For a command of the site."""
        return {
            "DJANGO_SETTINGS_MODULE": "config.settings.production", "SECRET_KEY": "x" * 50,
            "ALLOWED_HOSTS": "localhost", "DATABASE_URL": self.database.url, "REDIS_URL": self.redis.url,
        }  # fmt: skip

    def logs(self) -> str:
        """The end of what each part said, but for the moves."""
        told = []
        for path in sorted((self.up.directory / "log").glob("*.log")):
            lines = [line for line in path.read_text(errors="replace").splitlines() if '"games.moves"' not in line]
            told += [f"== {path.name}", *lines[-12:]]
        return "\n".join(told)

    def remove(self) -> None:
        """Nothing stays."""
        try:
            self.up.stop(seconds=40)
        finally:
            self.wire.close()
            self.redis.stop()
            self.cluster.drop()
            self.disk.remove()


def pass_time(seconds: float) -> None:
    """Let an outage last."""
    end = time.monotonic() + seconds
    wait_for(lambda: time.monotonic() > end, f"{seconds:g} seconds", seconds + 10)
