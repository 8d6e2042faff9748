"""What a page asks of the database, and how PostgreSQL finds the answers."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

TRANSACTION = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")


def queries_of(asked: CaptureQueriesContext) -> list[str]:
    """The statements that were captured, without those that only frame transactions."""
    return [each["sql"] for each in asked.captured_queries if not each["sql"].startswith(TRANSACTION)]


@dataclass(frozen=True, slots=True)
class Scan:
    """One node of a plan that reads rows. `rows`: read in all, those thrown away by a filter too."""

    sql: str
    kind: str  # as PostgreSQL calls it: Seq Scan, Index Scan ...
    table: str
    rows: int

    def __str__(self) -> str:
        return f"{self.kind} over {self.rows} rows of {self.table or '?'}: {self.sql[:1500]}"


LARGE_SITE = ("enable_seqscan", "enable_hashjoin", "enable_mergejoin")


def scans(sql: str, as_if_large: bool = False) -> list[Scan]:
    """The scans of a query, as it really ran. Of anything but a query, none.

    On a small site PostgreSQL does well to read a table of three thousand people from end to end. `as_if_large` has it
    go by indexes wherever there is one that leads to the rows: what still reads a whole table then has none.
    """
    if not sql.lstrip().upper().startswith("SELECT"):
        return []
    with connection.cursor() as cursor:
        for setting in LARGE_SITE if as_if_large else ():
            cursor.execute(f"set {setting} = off")
        cursor.execute(f"explain (analyze, timing off, format json) {sql}")
        (found,) = cursor.fetchone()
        for setting in LARGE_SITE if as_if_large else ():
            cursor.execute(f"reset {setting}")
    plan = json.loads(found) if isinstance(found, str) else found
    return [
        Scan(sql, node["Node Type"], node.get("Relation Name", ""), _read(node))
        for node in _nodes(plan[0]["Plan"])
        if node["Node Type"].endswith("Scan")
    ]


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in node.get("Plans", ()):
        yield from _nodes(child)


def _read(node: dict[str, Any]) -> int:
    thrown = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
    return round((node["Actual Rows"] + thrown) * node["Actual Loops"])
