"""A PostgreSQL server of our own, which may be restarted and killed without disturbing anybody else's."""

import os
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

import psycopg

from tests.processes import free_port
from tests.stack.drills.needs import find_postgres
from tests.waiting import wait_for

OPTIONS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "off",
}  # what is killed is no machine
AS_POSTGRES = {"user": "postgres", "group": "postgres", "extra_groups": []}  # the server refuses to run as root


class Cluster:
    """One server with all its data in a directory that goes with it."""

    def __init__(self) -> None:
        self._programs = find_postgres()
        assert self._programs, "PostgreSQL's server is not installed"
        self._who = AS_POSTGRES if os.getuid() == 0 else {}
        self.port = free_port()
        self.url = f"postgres://threeup@127.0.0.1:{self.port}/postgres"
        self._directory = Path(tempfile.mkdtemp(prefix="threeup-postgres-"))
        if self._who:
            shutil.chown(self._directory, "postgres", "postgres")
        making = [
            self._programs / "initdb",
            "-A",
            "trust",
            "-U",
            "threeup",
            "-N",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
            "-D",
        ]
        subprocess.run([*making, self._directory], check=True, stdout=subprocess.DEVNULL, cwd="/", **self._who)
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers; after a kill the last of the old children must have gone."""
        wait_for(self._started, "the start of PostgreSQL")

    def restart(self) -> None:
        """As `pg_ctl restart -m fast`: transactions under way are rolled back."""
        self._popen.send_signal(signal.SIGINT)
        self._popen.wait(20)
        self.start()

    def kill(self) -> None:
        """As a crash; `start` then recovers from the write-ahead log."""
        self._popen.kill()
        self._popen.wait(20)

    def drop(self) -> None:
        """Stop it and remove all it held."""
        self._popen.send_signal(signal.SIGQUIT)
        self._popen.wait(20)
        shutil.rmtree(self._directory, ignore_errors=True)

    def _started(self) -> bool:
        if getattr(self, "_popen", None) is None or self._popen.poll() is not None:
            options = [word for name, value in OPTIONS.items() for word in ("-c", f"{name}={value}")]
            command = [self._programs / "postgres", "-D", self._directory, "-p", str(self.port), *options]
            with open(self._directory / "log", "ab") as log:
                self._popen = subprocess.Popen(command, stdout=log, stderr=log, cwd="/", **self._who)
        with suppress(psycopg.OperationalError):
            psycopg.connect(self.url, connect_timeout=2).close()
            return True
        return False
