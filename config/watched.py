"""Connections to Redis whose silence is noticed.

Who waits for messages cannot tell a quiet evening from a network that swallows everything: on a connection that a
firewall has forgotten a subscriber waits for ever. So it is pinged, and given up when it says nothing at all for a
while; opened anew it subscribes again to all it had. What was said meanwhile is lost, so all sockets of the process
then look what is new.
"""

import asyncio
import time
from contextlib import suppress
from typing import Any, Final

from channels.layers import get_channel_layer
from redis.asyncio.connection import Connection, SSLConnection, parse_url
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from redis.exceptions import ConnectionError as Lost
from redis.exceptions import RedisError

PING: Final = 3.0  # seconds without a word after which Redis is asked for one
SILENCE: Final = 8.0  # seconds without a word after which the connection is dead
ANSWER: Final = 2.0  # seconds for the answer to a command
_running: set[asyncio.Future[None]] = set()  # a loop forgets what nobody holds


class Watched:
    """Mixed into a connection: whoever reads with a time-out, as subscribers do, is told when it is dead."""

    _heard_at = 0.0
    _served = False

    async def connect_check_health(self, *args: Any, **options: Any) -> None:
        """Connect as ever, which ends with subscribing again; then see to those who may have missed something."""
        cut = self._served and not self.is_connected  # type: ignore[attr-defined]
        await super().connect_check_health(*args, **options)  # type: ignore[misc]
        self._served = True
        if cut:
            task = asyncio.ensure_future(catch_up())
            _running.add(task)
            task.add_done_callback(_running.discard)

    async def _connect(self) -> None:
        await super()._connect()  # type: ignore[misc]
        self._heard_at = asyncio.get_running_loop().time()

    async def read_response(self, *args: Any, timeout: float | None = None, **options: Any) -> Any:
        """Read as ever. Raises redis' ConnectionError after too long a silence."""
        response = await super().read_response(*args, timeout=timeout, **options)  # type: ignore[misc]
        now = asyncio.get_running_loop().time()
        if response is not None or timeout is None:
            self._heard_at = now
        elif now - self._heard_at > SILENCE:
            raise Lost("Redis has been silent for too long")
        return response


async def catch_up() -> None:
    """Have all that this loop listens to subscribed, and every consumer know that messages to it may be lost.

    A subscription that was just being sent when the connection went is on no list of what to subscribe again.
    """
    layer = get_channel_layer()
    mine = layer._layers.get(asyncio.get_running_loop())
    if mine is None:
        return
    for shard in mine._shards:
        async with shard._lock:
            if shard._subscribed_to:
                with suppress(RedisError):  # cut again: then this comes again as well
                    await shard._pubsub.subscribe(*shard._subscribed_to)
    message = layer.serialize({"type": "messages.lost", "stamp": time.time_ns()})
    for queue in mine.channels.values():
        queue.put_nowait(message)


class Plain(Watched, Connection):
    """Over TCP."""


class Encrypted(Watched, SSLConnection):
    """Over TLS."""


def host(url: str) -> dict[str, Any]:
    """An entry of the channel layer's `hosts` for a Redis address: watched, and opened anew when it was cut."""
    options = {
        "health_check_interval": PING,
        "socket_timeout": ANSWER,
        "socket_connect_timeout": ANSWER,
        "retry": Retry(ExponentialBackoff(1, 0.05), 5),
    }
    if url.startswith("rediss:"):  # as an address it would bring its own kind of connection
        return {**parse_url(url), "connection_class": Encrypted, **options}
    return {"address": url, "connection_class": Plain, **options}
