"""The production stack for a measurement: `make up` with the bare view in it, everything its own, gone afterwards."""

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from tests.client import Client
from tests.processes import Process, free_port
from tests.stack.services import Database, Redis
from tests.waiting import wait_for
from tools.up import database_url

MOST_IN_A_POOL = "6"  # so that four web processes and their like fit into PostgreSQL's usual hundred connections


class Production:
    """A database, a Redis and a directory; on them the stack, started and stopped as often as is wished."""

    def __init__(self) -> None:
        os.environ.setdefault("DATABASE_URL", database_url())
        self.directory = Path(tempfile.mkdtemp(prefix="threeup-load-"))
        self.database, self.redis = Database("load"), Redis()
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self.up: Process | None = None

    def start(self, webs: int) -> None:
        """Start it with so many daphne processes, and wait until /readyz says yes."""
        self.stop()
        own = {
            "DATABASE_URL": self.database.url,
            "REDIS_URL": self.redis.url,
            "EMBEDDED_DIR": str(self.directory),
            "PORT": str(self.port),
            "WEB": str(webs),
            "RATE_LIMITS": "off",
            "DATABASE_POOL": os.environ.get("DATABASE_POOL", MOST_IN_A_POOL),
        }
        up = self.up = Process(["-m", "bench.bare.up"], own)

        def ready() -> bool:
            assert up.running, up.output
            with suppress(OSError):
                return Client(self.url).get("/readyz").status == 200
            return False

        wait_for(ready, "the start of the stack", 120)

    def stop(self) -> None:
        """End the processes; people, tables and sessions stay."""
        if self.up is not None:
            self.up.stop(seconds=30)
            self.up = None

    def remove(self) -> None:
        """End everything and leave nothing behind."""
        self.stop()
        self.redis.stop()
        self.database.drop()
        shutil.rmtree(self.directory, ignore_errors=True)

    def metrics(self) -> str:
        """The text of /metrics."""
        token = (self.directory / "up" / "metrics_token").read_text()
        return Client(self.url).get("/metrics", Authorization=f"Bearer {token}").text

    def groups(self) -> dict[str, list[int]]:
        """Process numbers by part: web1, web2, ..., nginx, turns, events, beat, redis, postgres (its backends)."""
        leaders = {int(path.read_text()): path.stem for path in (self.directory / "up").glob("*.pid") if path.stat()}
        found: dict[str, list[int]] = {name: [] for name in (*sorted(leaders.values()), "redis", "postgres")}
        database = urlsplit(self.database.url).path.lstrip("/")
        for path in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                group = int((path / "stat").read_text().rpartition(")")[2].split()[2])
                command = (path / "cmdline").read_bytes()
                if group in leaders:
                    found[leaders[group]].append(int(path.name))
                elif command.startswith(b"postgres:") and f" {database} ".encode() in command:
                    found["postgres"].append(int(path.name))
                elif b"redis-server" in command and f":{self.redis.port}".encode() in command:
                    found["redis"].append(int(path.name))
        return found
