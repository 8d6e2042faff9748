"""What drills need of the machine."""

import os
import shutil
from pathlib import Path

from tests.chromium import find_chromium

FAKETIME = "libfaketime.so.1"  # not the one for threads: it takes a lock for each look at the clock


def find_postgres() -> Path | None:
    """The directory of the newest PostgreSQL server's programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[4]))
    named = shutil.which("initdb")
    return found[-1].parent if found else Path(named).parent if named else None


def find_faketime() -> Path | None:
    """The library that gives a process a clock of its own."""
    places = ("lib/*/faketime", "lib/faketime", "lib64/faketime", "local/lib/faketime")
    return next((path for place in places for path in Path("/usr").glob(f"{place}/{FAKETIME}")), None)


def missing() -> list[str]:
    """What the drills need and this machine lacks, as Debian's packages."""
    paths = f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin"
    found = {
        "postgresql": find_postgres(),
        "redis-server": shutil.which("redis-server"),
        "nginx-light": shutil.which("nginx", path=paths),
        "libfaketime": find_faketime(),
        "chromium": find_chromium(),
    }
    return [name for name, where in found.items() if not where]
