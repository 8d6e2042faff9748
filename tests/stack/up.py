"""`make up` as a process of a test."""

import re
from contextlib import suppress
from pathlib import Path

from tests.client import Client
from tests.processes import Process, free_port
from tests.stack.services import Database, Redis


class Up(Process):
    """`make up` on servers of our own, with everything it writes in one directory."""

    def __init__(self, directory: Path, database: Database, redis: Redis | str, **environment: str) -> None:
        self.directory, self.port = directory / "up", free_port()
        self.url = f"http://localhost:{self.port}"
        url = redis if isinstance(redis, str) else redis.url
        own = {"DATABASE_URL": database.url, "REDIS_URL": url, "EMBEDDED_DIR": str(directory)}
        own |= {"PORT": str(self.port), "WEB": "2", "RATE_LIMITS": "off"}
        super().__init__(["-m", "tools.up"], own | environment)

    def pid(self, name: str) -> int:
        """The number of a part's process, 0 when there is none."""
        with suppress(FileNotFoundError, ValueError):
            return int((self.directory / f"{name}.pid").read_text())
        return 0

    def ready(self) -> bool:
        """Whether /readyz says yes."""
        with suppress(OSError):
            return Client(self.url).get("/readyz").status == 200
        return False

    def metric(self, name: str, labels: str = "") -> float:
        """The value of a metric, over all processes."""
        token = (self.directory / "metrics_token").read_text()
        text = Client(self.url).get("/metrics", Authorization=f"Bearer {token}").text
        found = re.search(rf"^{name}{re.escape(labels)} (\S+)$", text, re.MULTILINE)
        return float(found[1]) if found else 0.0
