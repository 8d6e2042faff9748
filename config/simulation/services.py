"""PostgreSQL and Redis of a simulation: unused before, emptied afterwards."""

from collections.abc import Iterator

import redis
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection

USED = "{what} is in use: a simulation needs a DATABASE_URL and a REDIS_URL of its own, which it empties in the end."


def why_not() -> str:
    """Why these services are not to be simulated on; empty when they may be."""
    users = get_user_model()
    if users._meta.db_table in connection.introspection.table_names() and users.objects.exists():
        return USED.format(what="The database")
    if any(client.dbsize() for client in _redis()):
        return USED.format(what="Redis")
    return ""


def empty() -> None:
    """Leave nothing behind."""
    call_command("flush", interactive=False, verbosity=0)
    for client in _redis():
        client.flushdb()


def _redis() -> Iterator[redis.Redis]:
    for url in (settings.CELERY_BROKER_URL, settings.LAYER_URL, settings.CACHE_URL):
        with redis.Redis.from_url(url) as client:
            yield client
