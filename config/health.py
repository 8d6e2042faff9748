"""/healthz: is the site fit to be played on?"""

from datetime import timedelta

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from config.periodic import HEARTBEAT_SECONDS, QUEUES
from games.models import Heartbeat

STALE = timedelta(seconds=4 * HEARTBEAT_SECONDS)
_migrated = False


@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 once migrations are done and every queue has a living worker; else 503 and what is wrong."""
    problems = find_problems()
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
