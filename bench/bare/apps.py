"""Counts the statements of every process, to be read at /metrics."""

import threading
from collections.abc import Callable
from typing import Any, Final

from django.apps import AppConfig
from django.db.backends.signals import connection_created
from prometheus_client import Counter

STATEMENTS: Final = Counter("bench_statements", "Statements, by the kind of thread that asked.", ["thread"])


class BareConfig(AppConfig):
    """Puts the count around every connection."""

    name = "bench.bare"

    def ready(self) -> None:
        """Watch connections come."""
        connection_created.connect(watch, dispatch_uid="bench.bare")


def watch(connection: Any, **_: Any) -> None:
    """Count on this connection from now on. One that comes back from the pool is counted already."""
    if count not in connection.execute_wrappers:
        connection.execute_wrappers.append(count)


def count(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """Run a statement and count it."""
    STATEMENTS.labels(threading.current_thread().name.partition("_")[0]).inc()
    return execute(sql, params, many, context)
