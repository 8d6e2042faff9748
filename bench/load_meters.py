"""What the stack has used and done so far: processors and memory by process, statements, Redis commands, renderings."""

import re
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import redis

from bench.load_stack import Production
from bench.table import processor_seconds

SAMPLE: Final = re.compile(r"^(\w+?)(?:_total)?(\{[^}]*\})? (\S+)$", re.MULTILINE)


@dataclass
class Reading:
    """All meters at one moment. The difference of two tells of the time between."""

    at: float = 0.0
    cpu: Counter[str] = field(default_factory=Counter)  # seconds by process group
    commands: Counter[str] = field(default_factory=Counter)  # Redis, by name
    metrics: Counter[str] = field(default_factory=Counter)  # the site's, by name and labels
    transactions: int = 0
    own: float = 0.0  # processor seconds of this process, the load itself

    def since(self, before: "Reading") -> "Reading":
        """What happened after `before`."""
        return Reading(
            self.at - before.at,
            _minus(self.cpu, before.cpu),
            _minus(self.commands, before.commands),
            _minus(self.metrics, before.metrics),
            self.transactions - before.transactions,
            self.own - before.own,
        )

    def add(self, other: "Reading") -> None:
        """Take in another span."""
        self.at += other.at
        self.cpu.update(other.cpu)
        self.commands.update(other.commands)
        self.metrics.update(other.metrics)
        self.transactions += other.transactions
        self.own += other.own

    def named(self, metric: str) -> dict[str, float]:
        """The values of one of the site's metrics by the value of its label."""
        start = f"{metric}{{"
        return {name.split('"')[1]: value for name, value in self.metrics.items() if name.startswith(start)}

    def web(self) -> float:
        """Processor seconds of the daphne processes."""
        return sum(spent for name, spent in self.cpu.items() if name.startswith("web"))


def _minus(now: "Counter[str]", before: "Counter[str]") -> "Counter[str]":
    return Counter({name: value - before[name] for name, value in now.items() if value != before[name]})


class Meters:
    """Reads the meters of a running stack."""

    def __init__(self, stack: Production) -> None:
        self.stack = stack
        self.redis = redis.Redis.from_url(stack.redis.url)
        self._used: dict[str, dict[int, float]] = {}  # a backend of PostgreSQL that ended keeps what it had used

    def read(self) -> Reading:
        """All of them, now. It costs the site one request, for /metrics."""
        reading = Reading(own=time.process_time())
        for name, pids in self.stack.groups().items():
            used = self._used.setdefault(name, {})
            for pid in pids:
                with suppress(OSError):
                    used[pid] = processor_seconds(pid)
            reading.cpu[name] = sum(used.values())
        for name, stats in self.redis.info("commandstats").items():
            reading.commands[name.removeprefix("cmdstat_")] = stats["calls"]
        for name, labels, value in SAMPLE.findall(self.stack.metrics()):
            reading.metrics[name + labels] = float(value)
        query = "select xact_commit from pg_stat_database where datname = current_database()"
        reading.transactions = self.stack.database.query(query)[0][0]
        reading.at = time.perf_counter()
        return reading

    def memory(self) -> dict[str, tuple[float, float]]:
        """MB by process group: resident, and proportional (pages that several share are divided among them)."""
        found = {}
        for name, pids in self.stack.groups().items():
            sizes = [smaps(pid) for pid in pids]
            found[name] = (sum(rss for rss, _ in sizes), sum(pss for _, pss in sizes))
        return found


def smaps(pid: int) -> tuple[float, float]:
    """Resident and proportional MB of a process, of this without PostgreSQL's buffers (memory shared on purpose); 0 for
    one that has ended or is not ours to look at.
    """
    with suppress(OSError):
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
        sizes = dict(re.findall(r"^(Rss|Pss|Pss_Shmem):\s+(\d+) kB", text, re.MULTILINE))
        return int(sizes["Rss"]) / 1024, (int(sizes["Pss"]) - int(sizes.get("Pss_Shmem", 0))) / 1024
    return 0.0, 0.0
