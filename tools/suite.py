"""`make test`: the whole suite on the embedded stack and, where they can be found, on PostgreSQL and Redis.

Two lanes run beside each other: tests inside pytest's own process, on one stack and then on the other; and tests that
start the site as a process, most of which wait for a browser. What the second lane printed is shown when both are done.
Arguments are handed to pytest. With CI=true a missing service or browser is a failure instead of a skip.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO

import psycopg
import redis

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.chromium import HOW_TO_GET_ONE, find_chromium  # noqa: E402

CI = os.environ.get("CI") == "true"
SERVICES = ("DATABASE_URL", "REDIS_URL")
NOTHING_SELECTED = 5  # as pytest says it


def main() -> int:
    """Run the suite; return the exit code."""
    notes = [] if find_chromium() else [f"Browser tests were skipped. {HOW_TO_GET_ONE}"]
    urls = {"DATABASE_URL": find_postgresql(), "REDIS_URL": find_redis()}
    absent = [name for name, url in urls.items() if url is None]
    if absent:
        notes.append(f"The production stack was not tested: set {' and '.join(absent)}, or start it on localhost.")
    code = run_both_lanes(None if absent else {name: str(url) for name, url in urls.items()})
    for note in notes:
        print(f"\n{'Failed' if CI else 'Note'}: {note}")
    return code or int(CI and bool(notes))


def run_both_lanes(services: Mapping[str, str] | None) -> int:
    """Run every part, the one on PostgreSQL and Redis if their addresses are given; return the exit code."""
    embedded = {name: value for name, value in os.environ.items() if name not in SERVICES}
    lanes = Lanes()
    with tempfile.TemporaryFile() as log:
        beside = lanes.start("processes", embedded, log)
        print("\n== Tests on the embedded stack", flush=True)
        lanes.start("embedded", embedded).wait()
        if services and not lanes.interrupted:
            print("\n== Tests on PostgreSQL and Redis", flush=True)
            lanes.start("services", os.environ | services).wait()
        print("\n== Tests of the site as a process, and in browsers (started with the first)", flush=True)
        beside.wait()
        log.seek(0)
        shutil.copyfileobj(log, sys.stdout.buffer)
        sys.stdout.flush()
    return lanes.code


class Lanes:
    """Runs of pytest, all of which one Ctrl-C ends."""

    def __init__(self) -> None:
        self.runs: list[subprocess.Popen[bytes]] = []
        self.interrupted = False
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._interrupt)

    def start(self, part: str, environment: Mapping[str, str], log: IO[bytes] | None = None) -> subprocess.Popen[bytes]:
        """Start a part of the suite (tests/parts.py), its output into the log if there is one."""
        command = [sys.executable, "-m", "pytest", f"--part={part}", "-o", f"cache_dir=.pytest_cache/{part}"]
        if log and sys.stdout.isatty():
            command.append("--color=yes")
        run = subprocess.Popen(
            [*command, *sys.argv[1:]],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL if log else None,
            stdout=log,
            stderr=subprocess.STDOUT if log else None,
            start_new_session=True,  # else Ctrl-C would reach it twice, and the second breaks off its clearing up
        )
        self.runs.append(run)
        if self.interrupted:
            run.send_signal(signal.SIGINT)
        return run

    @property
    def code(self) -> int:
        """The exit code of all together. A selection that is empty in some parts, but not in all, is no failure."""
        codes = {run.returncode for run in self.runs}
        for code in codes:
            if code < 0:
                print(f"\nTests were killed by signal {-code}.")
        if self.interrupted:
            return 128 + signal.SIGINT
        return NOTHING_SELECTED if codes == {NOTHING_SELECTED} else int(not codes <= {0, NOTHING_SELECTED})

    def _interrupt(self, *_: object) -> None:
        self.interrupted = True
        for run in self.runs:
            run.send_signal(signal.SIGINT)  # to one that has ended this does nothing


def find_postgresql() -> str | None:
    """Return the address of a PostgreSQL on which databases may be made."""
    local = (
        "postgres://postgres@127.0.0.1:5432/postgres",
        "postgres://127.0.0.1:5432/postgres",
        "postgres:///postgres",
    )
    for url in [os.environ["DATABASE_URL"]] if "DATABASE_URL" in os.environ else local:
        try:
            with psycopg.connect(url, connect_timeout=3) as connection:
                row = connection.execute("select rolcreatedb or rolsuper from pg_roles where rolname = current_user")
                if row.fetchone() == (True,):
                    return url
        except psycopg.Error:
            continue
    return None


def find_redis() -> str | None:
    """Return the address of a Redis; on localhost its databases 8 and 9, which little else uses."""
    url = os.environ.get("REDIS_URL") or "redis://127.0.0.1:6379/8"
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=3) as client:
            client.ping()
    except redis.RedisError:
        return None
    return url


if __name__ == "__main__":
    sys.exit(main())
