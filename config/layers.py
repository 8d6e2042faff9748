"""The in-memory channel layer of the embedded stack, made safe to send to from any thread.

Channels' own layer puts messages on asyncio queues, which only their loop may touch: a message sent from a Celery
thread otherwise sits there until something else wakes the loop. Here a send from elsewhere hops to the loop on which
the consumers live and does not wait for it.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Coroutine
from typing import Any, Final

from channels.exceptions import ChannelFull
from channels.layers import InMemoryChannelLayer

CLEAN_EVERY: Final = 5.0  # seconds; messages expire after a minute, memberships after a day
log = logging.getLogger(__name__)


class ThreadSafeInMemoryChannelLayer(InMemoryChannelLayer):
    """An in-memory layer for one process with one loop of consumers and any number of sending threads."""

    _clean_at = 0.0
    _home: asyncio.AbstractEventLoop | None = None

    async def new_channel(self, prefix: str = "specific.") -> str:
        """Return a new channel name; its caller's loop becomes the one that messages hop to."""
        self._home = asyncio.get_running_loop()
        return await super().new_channel(prefix)

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        """Put a message on a channel (from another loop: soon). What a full channel drops is logged."""
        await self._at_home(self._put(channel, message))

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Send to every channel of a group (from another loop: soon)."""
        await self._at_home(self._put_to_all(group, message))

    async def _put_to_all(self, group: str, message: dict[str, Any]) -> None:
        """Put a message on each channel of a group in turn: none of it waits, so it needs no task for each."""
        self.require_valid_group_name(group)
        for channel in list(self.groups.get(group, ())):
            with contextlib.suppress(ChannelFull):
                await self._put(channel, message)

    def _clean_expired(self) -> None:
        """Look for what expired now and then. The inherited layer calls this for each message, and it looks at all
        channels and groups there are: with a hundred sockets that was a tenth of what a move costs.
        """
        now = time.monotonic()
        if now >= self._clean_at:
            self._clean_at = now + CLEAN_EVERY
            super()._clean_expired()

    async def _put(self, channel: str, message: dict[str, Any]) -> None:
        try:
            await super().send(channel, message)
        except ChannelFull:
            log.warning("a slow reader's channel is full: a message of type %s was dropped", message.get("type"))
            raise

    async def _at_home(self, sending: Coroutine[Any, Any, None]) -> None:
        home = self._home
        if home is None or home is asyncio.get_running_loop() or not home.is_running():
            await sending
        else:
            asyncio.run_coroutine_threadsafe(sending, home)
