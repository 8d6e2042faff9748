"""Pages with 10,000, 100,000 and a million finished matches stored: do they stay as fast?

Makes a PostgreSQL database of its own on the server of DATABASE_URL, fills it by copies of a dozen real games
(tests/stored/rows.py says how), and reads the pages of tests/stored/pages.py in this process. For each page: the median
of some requests in ms, the queries of one request, and the most rows that a single scan of its plans read, with its
table; "seq" where that reads a table from end to end. Then the same of what the server asks by itself.

    DATABASE_URL=postgres://... python -m bench.stored [--sizes 10000,100000,1000000] [--keep] [--database NAME]

`--keep` leaves the database and says its name; `--database` measures one that was kept, after migrating it. A million
takes some 6 GB of disk and a few minutes.
"""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

SIZES = "10000,100000,1000000"
TIMES = 5  # requests a page
ENOUGH = 3.0  # seconds: what is very slow is asked fewer times
SMALL = 1000  # rows; reading a table up to this size from end to end is no fault
GROWN = 2.0  # times the milliseconds of the smallest size: worth a mark
NOTICED = 2.0  # ms; what takes less is not marked


@dataclass(frozen=True, slots=True)
class Figures:
    """What a page cost at one size."""

    ms: float
    queries: int
    rows: int
    table: str
    whole: str  # tables read from end to end, larger than SMALL


def main() -> int:
    """Fill, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default=SIZES)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--database", default="")
    args = parser.parse_args()
    sizes = [int(size) for size in args.sizes.split(",")]
    from tests.stack.services import Database

    database = None if args.database else Database("stored")
    server = os.environ["DATABASE_URL"]
    os.environ["DATABASE_URL"] = database.url if database else urlsplit(server)._replace(path=args.database).geturl()
    try:
        _django()
        found = {sizes[-1]: measure()} if database is None else fill_and_measure(sizes)
        report(found)
    finally:
        if database is not None and not args.keep:
            os.environ["DATABASE_URL"] = server
            database.drop()
        elif database is not None:
            print(f"\nKept: --database {database.name}")
    return 0


def _django() -> None:
    import django
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    os.environ.pop("REDIS_URL", None)
    django.setup()
    setup_test_environment()
    start = time.perf_counter()
    call_command("migrate", verbosity=0)
    print(f"migrate: {time.perf_counter() - start:.1f} s", flush=True)


def fill_and_measure(sizes: list[int]) -> dict[int, dict[str, Figures]]:
    """Figures by size and name."""
    from tests.stored import site

    found, before = {}, 0
    site.begin()
    for size in sizes:
        start = time.perf_counter()
        site.grow(before, size)
        print(f"{size} matches: filled in {time.perf_counter() - start:.0f} s", flush=True)
        found[size], before = measure(), size
    return found


def measure() -> dict[str, Figures]:
    """Figures by name, at the size that there is."""
    from django.db import connection

    from tests.stored import site
    from tests.stored.asked import BY_THE_SERVER
    from tests.stored.pages import EVERY, LARGEST

    for table in ("games_match", "games_matchevent", "games_seat", "accounts_user", "tournaments_tournament"):
        with connection.cursor() as cursor:
            cursor.execute(f"select count(*), pg_size_pretty(pg_total_relation_size('{table}')) from {table}")
            print(f"  {table}: {cursor.fetchone()}", flush=True)
    asking = {str(page): lambda page=page: site.get(page) for page in (*EVERY, *LARGEST)} | BY_THE_SERVER
    found = {}
    for name, ask in asking.items():
        found[name] = _figures(ask)
        print(f"  {name}: {found[name]}", flush=True)
    return found


def _figures(ask: Callable[[], Any]) -> Figures:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from tests.stored.plans import queries_of, scans
    from tests.stored.site import forget

    ask()  # signs the reader in, and finds what stands for the names in addresses
    forget()
    with CaptureQueriesContext(connection) as asked:
        ask()
    queries = queries_of(asked)  # before a request resets the list
    times = []
    while len(times) < TIMES and sum(times) < ENOUGH:
        start = time.perf_counter()
        ask()
        times.append(time.perf_counter() - start)
    read = [scan for sql in queries for scan in scans(sql)]
    most = max(read, key=lambda scan: scan.rows, default=None)
    whole = {scan.table for scan in read if scan.kind == "Seq Scan" and scan.rows > SMALL}
    return Figures(
        statistics.median(times) * 1000, len(queries), most.rows if most else 0, most.table if most else "",
        " ".join(sorted(whole)),
    )  # fmt: skip


def report(found: dict[int, dict[str, Figures]]) -> None:
    """One line a page: at each size ms, queries and rows; marks where it grew or read a whole table."""
    sizes = list(found)
    print("\n| page | " + " | ".join(f"{size:,}: ms, queries, rows" for size in sizes) + " | marks |")
    print("| --- |" + " --- |" * (len(sizes) + 1))
    for name in found[sizes[0]]:
        at = [found[size][name] for size in sizes]
        first, last = at[0], at[-1]
        grown = last.ms > GROWN * first.ms and last.ms > NOTICED
        marks = ([f"x{last.ms / first.ms:.1f}"] if grown else []) + ([f"seq {last.whole}"] if last.whole else [])
        marks += [f"queries {first.queries}-{last.queries}"] if first.queries != last.queries else []
        cells = " | ".join(f"{one.ms:.1f}, {one.queries}, {one.rows} {one.table.split('_')[-1]}" for one in at)
        print(f"| `{name}` | {cells} | {'; '.join(marks)} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
