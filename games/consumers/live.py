"""What all sockets have in common. Each frame is one whole HTML element; what a client sends is ignored, but for moves.

Close codes: 4401 signed out, 4403 not for this reader, 4404 no such table: go away. Anything else (4000 the session
changed, 4012 the socket is old, 4008 too much was sent to us): come back.
"""

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import AsyncIterator
from typing import Any, Final

from autobahn.exception import Disconnected
from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer

from games import broadcast, metrics
from games.rendering import Reader, Shared, in_thread

log = logging.getLogger(__name__)

SIGNED_OUT: Final = 4401
FORBIDDEN: Final = 4403
UNKNOWN: Final = 4404
SESSION_CHANGED: Final = 4000
TOO_MUCH: Final = 4008
COME_BACK: Final = 4012
FAILED: Final = 4011

MAX_FRAMES: Final = 60  # that say nothing; a few pings are harmless
MAX_FRAME: Final = 1024
SESSION_CHECK: Final = 30.0  # seconds between two looks at the session, when there is something to send
LIFETIME: Final = 6 * 3600.0  # seconds; well within the life of a group membership

shared = Shared()


class GoAway(Exception):
    """The reader may not, or no longer, have what this socket shows."""

    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__(str(code))


class LiveConsumer(AsyncWebsocketConsumer):
    """Joins its groups, then sends a snapshot, then the newest state whenever something changed.

    However fast changes come, one rendering runs at a time; what came meanwhile makes one more, so the last is never
    skipped.
    """

    pause = 0.0  # seconds between two frames at least

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one socket; whatever ends it, nothing of it stays behind."""
        self._groups: list[str] = []
        self._task: asyncio.Task[None] | None = None
        self._end: asyncio.TimerHandle | None = None
        self._dirty = False
        self._stamp: int | None = None
        self._since = 0  # when the oldest change that was not sent yet was made, in ms since 1970; 0: not known
        self._frames = 0
        self._last_html = ""
        self._over = False
        self._again: asyncio.TimerHandle | None = None
        self._checked_at = time.monotonic()
        self._sending = asyncio.Lock()  # a rendering is sent before the next one, or an answer, begins
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._clean_up()

    async def connect(self) -> None:
        """Accept first, so that a refusal reaches the client as a code it understands."""
        await self.accept()
        try:
            self.reader = Reader(self.scope)
            await self.prepare()
        except GoAway as away:
            await self.close(away.code)
            return
        if self.reader.user_id is not None:
            await self.listen(broadcast.user_group(self.reader.user_id))
        self._end = asyncio.get_running_loop().call_later(
            LIFETIME * random.uniform(0.9, 1.0), lambda: asyncio.ensure_future(self.close(COME_BACK))
        )
        self.refresh()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Hand a message to its method; one without comes from another release. Unlike the inherited way without a trip
        to a thread that looks after this thread's connections to the database: there are none, `in_thread` has them.
        """
        handler = getattr(self, get_handler_name(message), None)
        if handler is not None:
            await handler(message)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore what a client sends, and hang up on one that sends much."""
        if len(text_data or bytes_data or "") > MAX_FRAME:
            await self.close(TOO_MUCH)
        else:
            await self._hear_nothing()

    async def close(self, code: int | bool | None = None, reason: str | None = None) -> None:
        """Hang up. Nothing is rendered or sent from here on, however long the client takes to go."""
        self._over = True
        await super().close(code, reason)

    async def listen(self, group: str) -> None:
        """Join a group for the life of the socket."""
        self._groups.append(group)
        await self.channel_layer.group_add(group, self.channel_name)

    def refresh(self, stamp: int | None = None) -> None:
        """There is something newer. `stamp` tells apart the changes of which all sockets hear."""
        self._dirty, self._stamp = True, stamp
        if not self._over and (self._task is None or self._task.done()):
            self._task = asyncio.ensure_future(self._send_newest())

    async def messages_lost(self, message: dict[str, Any]) -> None:
        """The channel layer was cut off for a while (config.watched): there may be something newer."""
        self.refresh(message["stamp"])

    async def user_signed_out(self, message: dict[str, Any]) -> None:
        """A session of this person ended; perhaps it was this one."""
        if not await in_thread(self.reader.is_signed_in):
            await self.close(SIGNED_OUT)

    async def prepare(self) -> None:
        """Join the groups. Raises GoAway."""
        raise NotImplementedError

    async def render(self, stamp: int | None) -> str:
        """The element as it is now. Raises GoAway."""
        raise NotImplementedError

    async def _hear_nothing(self) -> None:
        """Count a frame that was not worth sending."""
        self._frames += 1
        if self._frames > MAX_FRAMES and not self._over:
            await self.close(TOO_MUCH)

    async def _send_newest(self) -> None:
        async with self._hanging_up():
            while self._dirty and not self._over:
                async with self._sending:
                    await self._send_once()
                if self.pause:
                    await asyncio.sleep(self.pause)

    async def _send_once(self) -> None:
        self._dirty = False
        since, self._since = self._since, 0
        await self._check_session(SESSION_CHECK)
        html = await self.render(self._stamp)
        if html == self._last_html or self._over:
            return
        self._last_html = html
        await self.send(html)
        if since:
            metrics.PUSH.observe(max(0.0, time.time() - since / 1000))

    @contextlib.asynccontextmanager
    async def _hanging_up(self) -> AsyncIterator[None]:
        """Whatever goes wrong inside ends the socket with the code that says so."""
        try:
            yield
        except GoAway as away:
            await self.close(away.code)
        except Disconnected:
            self._over = True  # the client went away without a word; daphne tells us in a moment
        except Exception:
            log.exception("a socket could not be served")
            with contextlib.suppress(Exception):
                await self.close(FAILED)

    async def _check_session(self, every: float) -> None:
        """Look whether the reader is still signed in, if the last look is that many seconds ago. Raises GoAway."""
        if self.reader.user_id is None or time.monotonic() - self._checked_at < every:
            return
        self._checked_at = time.monotonic()
        if not await in_thread(self.reader.is_signed_in):
            raise GoAway(SESSION_CHANGED)

    async def _clean_up(self) -> None:
        for timer in (self._end, self._again):
            if timer is not None:
                timer.cancel()
        if self._task is not None and not self._task.done():
            self._task.cancel()
        for group in self._groups:
            with contextlib.suppress(Exception):
                await self.channel_layer.group_discard(group, self.channel_name)
