"""A cache that may be away: whoever asks it meanwhile hears that nothing is known, and the site goes on.

Only limits are counted in it. Without it nobody is limited; with an error instead nobody could log in.
"""

import logging
import time
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)
REST: Final = 5.0  # seconds in which a cache that failed is not asked again: each try may take a time-out
ANSWERS: Final = {"add": True, "set": None, "incr": 1, "delete": False, "touch": False, "has_key": False}


def forgiving(name: str) -> Callable[..., Any]:
    """RedisCache's method of that name, with an answer of its own while Redis is away."""
    method = getattr(RedisCache, name)

    @wraps(method)
    def asked(cache: "ForgivingCache", *args: Any, **more: Any) -> Any:
        if time.monotonic() >= cache.away_until:
            try:
                return method(cache, *args, **more)
            except (RedisError, OSError) as error:
                ForgivingCache.away_until = time.monotonic() + REST
                log.warning("the cache is away, nobody is limited: %s", type(error).__name__)
        if name == "get":
            return more.get("default", args[1] if len(args) > 1 else None)
        return ANSWERS[name]

    return asked


class ForgivingCache(RedisCache):
    """RedisCache for counters and locks of rate limits."""

    away_until = 0.0  # on time.monotonic(), for the whole process

    get = forgiving("get")
    add = forgiving("add")
    set = forgiving("set")
    incr = forgiving("incr")
    delete = forgiving("delete")
    touch = forgiving("touch")
    has_key = forgiving("has_key")
