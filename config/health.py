"""/healthz: is the site fit to be played on? /readyz: is everything it stands on there, and are the clocks watched?"""

from collections.abc import Iterator
from datetime import timedelta

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from config import front_door
from config.periodic import HEARTBEAT_SECONDS, QUEUES
from games.models import Heartbeat

SWEEP_LATE = 5.0  # seconds; the sweep runs twice a second and notes it once a second
REDIS_PATIENCE = 2.0  # seconds
STALE = timedelta(seconds=4 * HEARTBEAT_SECONDS)
_migrated = False


@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 once migrations are done and every queue has a living worker; else 503 and what is wrong."""
    return answer(find_problems())


@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """As /healthz, and Redis answers, people get through, and the clocks are watched; else 503 and the reasons."""
    return answer([*find_problems(), *silent_redis(), *shut_out(), *late_sweep()])


def answer(problems: list[str]) -> HttpResponse:
    """200, or 503 with what is wrong. The texts name kinds of errors, never addresses: these hold passwords."""
    response = JsonResponse({"ok": not problems, "problems": problems}, status=503 if problems else 200)
    response._has_been_logged = True  # a probe during the start is no error worth a line
    return response


def find_problems() -> list[str]:
    """Return what keeps the site from being fit, one short text each (for operators, so not translated)."""
    try:
        return ["migrations have not been applied"] if not migrated() else silent_queues()
    except DatabaseError as error:
        return [f"database: {type(error).__name__}"]


def migrated() -> bool:
    """Tell whether every migration was applied. A yes is remembered: it holds as long as this process lives."""
    global _migrated
    if not _migrated:
        executor = MigrationExecutor(connection)
        _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _migrated


def silent_queues() -> list[str]:
    """Return a line for every queue whose workers have not been heard lately."""
    heard = dict(Heartbeat.objects.filter(at__gt=timezone.now() - STALE).values_list("name", "at"))
    return [f"no worker on queue {queue!r}" for queue in QUEUES if f"worker:{queue}" not in heard]


def silent_redis() -> Iterator[str]:
    """Yield a line for each Redis database that does not answer. The embedded stack has none."""
    for name, url in getattr(settings, "REDIS_DATABASES", {}).items():
        options = {"socket_connect_timeout": REDIS_PATIENCE, "socket_timeout": REDIS_PATIENCE}
        try:
            with redis.Redis.from_url(url, **options) as client:
                client.ping()
        except redis.RedisError as error:
            yield f"redis ({name}): {type(error).__name__}"


def shut_out() -> Iterator[str]:
    """Yield a line when nobody gets through to the web processes."""
    if not front_door.is_open():
        yield "nothing gets through where FRONT_DOOR says"


def late_sweep() -> Iterator[str]:
    """Yield a line when nobody has looked at the clocks for some seconds."""
    try:
        age = sweep_age()
    except DatabaseError:
        return  # said already
    if age is None or age > SWEEP_LATE:
        yield "the sweep has not run yet" if age is None else f"the sweep last ran {age:.0f} s ago"


def sweep_age() -> float | None:
    """Return how many seconds ago the sweep last kept the clocks, None if it never has. Raises DatabaseError."""
    at = Heartbeat.objects.filter(name="clocks").values_list("at", flat=True).first()
    return None if at is None else (timezone.now() - at).total_seconds()
