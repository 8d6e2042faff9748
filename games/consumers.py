"""Sockets: server to client only. Each frame is one whole HTML element; what arrives from a client is ignored.

Close codes: 4401 signed out, 4403 not for this reader, 4404 no such table, 1008 too much was sent to us: go away.
Anything else (4000 the session changed, 1012 the socket is old): come back.
"""

import asyncio
import contextlib
import logging
import random
import time
from typing import Any, Final

from autobahn.exception import Disconnected
from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer

from games import broadcast, metrics, selectors, services
from games.models import Match
from games.rendering import Reader, Shared, badge_html, in_thread, lobby_html, table_html
from games.selectors import TableSnapshot

log = logging.getLogger(__name__)

SIGNED_OUT: Final = 4401
FORBIDDEN: Final = 4403
UNKNOWN: Final = 4404
SESSION_CHANGED: Final = 4000
TOO_MUCH: Final = 1008
COME_BACK: Final = 1012
FAILED: Final = 1011

MAX_FRAMES: Final = 60  # a client has nothing to say to us; a few pings are harmless
MAX_FRAME: Final = 1024
SESSION_CHECK: Final = 30.0  # seconds between two looks at the session, when there is something to send
PRESENCE: Final = 45.0  # seconds between two signs of life at a waiting table
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
        self._frames += 1
        if self._frames > MAX_FRAMES or len(text_data or bytes_data or "") > MAX_FRAME:
            await self.close(TOO_MUCH)

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

    async def _send_newest(self) -> None:
        try:
            while self._dirty and not self._over:
                self._dirty = False
                since, self._since = self._since, 0
                await self._check_session()
                html = await self.render(self._stamp)
                if html != self._last_html and not self._over:
                    self._last_html = html
                    await self.send(html)
                    if since:
                        metrics.PUSH.observe(max(0.0, time.time() - since / 1000))
                if self.pause:
                    await asyncio.sleep(self.pause)
        except GoAway as away:
            await self.close(away.code)
        except Disconnected:
            self._over = True  # the client went away without a word; daphne tells us in a moment
        except Exception:
            log.exception("a socket could not be served")
            with contextlib.suppress(Exception):
                await self.close(FAILED)

    async def _check_session(self) -> None:
        if self.reader.user_id is None or time.monotonic() - self._checked_at < SESSION_CHECK:
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


class TableConsumer(LiveConsumer):
    """`/ws/t/<slug>/`: the table as its reader may see it."""

    async def prepare(self) -> None:
        """Find the table and listen to it."""
        slug = self.scope["url_route"]["kwargs"]["slug"]
        match: Match | None = await in_thread(selectors.find, slug)
        if match is None:
            raise GoAway(UNKNOWN)
        self.match_id = match.pk
        self.prefs = self.reader.preferences()
        await self.listen(broadcast.match_group(match.pk))

    async def table_changed(self, message: dict[str, Any]) -> None:
        """Something happened at the table."""
        self._since = self._since or message.get("at", 0)
        self.refresh(message["stamp"])

    async def render(self, stamp: int | None) -> str:
        """One snapshot for all sockets that heard of the same change, one rendering for all its watchers."""
        snapshot = await self._snapshot(stamp)
        seat = snapshot.seat_of(self.reader.user)
        if seat is not None and snapshot.match.status == Match.Status.WAITING:
            await self._wait_there()
        if seat is not None:
            html: str = await in_thread(table_html, snapshot, seat, self.prefs, self.reader.language)
            return html
        match = snapshot.match
        if not selectors.is_for_all(match) and not await in_thread(selectors.may_see, match, self.reader.user):
            raise GoAway(FORBIDDEN)
        return await self._for_watchers(snapshot, stamp)

    async def _wait_there(self) -> None:
        """While the table waits, its people show that they are there."""
        if self._again is not None:
            if self._again.when() > asyncio.get_running_loop().time():
                return
            self._again.cancel()
        await in_thread(services.seen, self.match_id, self.reader.user_id)
        self._again = asyncio.get_running_loop().call_later(PRESENCE, self.refresh)

    async def _snapshot(self, stamp: int | None) -> TableSnapshot:
        async def load() -> TableSnapshot | None:
            found: TableSnapshot | None = await in_thread(selectors.table, self.match_id)
            return found

        snapshot = await (load() if stamp is None else shared.get(("table", self.match_id, stamp), load))
        if snapshot is None:
            raise GoAway(UNKNOWN)
        if not snapshot.speaking or self.reader.user_id is None:
            return snapshot
        read: TableSnapshot = await in_thread(selectors.as_read_by, snapshot, self.reader.user)
        return read

    async def _for_watchers(self, snapshot: TableSnapshot, stamp: int | None) -> str:
        language = self.reader.language

        async def make() -> str:
            html: str = await in_thread(table_html, snapshot, None, None, language)
            return html

        key = ("watch", self.match_id, stamp, language, snapshot.muted)
        return await (make() if stamp is None else shared.get(key, make))


class LobbyConsumer(LiveConsumer):
    """`/ws/lobby/`: the lists of tables."""

    pause = 0.5

    async def prepare(self) -> None:
        """Listen to the lobby."""
        await self.listen(broadcast.LOBBY)
        if self.reader.user_id is not None:
            await self.listen(broadcast.turns_group(self.reader.user_id))

    async def lobby_changed(self, message: dict[str, Any]) -> None:
        """A table opened, filled, started or ended."""
        self.refresh(message["stamp"])

    async def turns_changed(self, message: dict[str, Any]) -> None:
        """The reader's own tables show whose turn it is."""
        self.refresh(message["stamp"])

    async def render(self, stamp: int | None) -> str:
        """The lists; readers without an account share theirs."""
        language, user = self.reader.language, self.reader.user

        async def make() -> str:
            html: str = await in_thread(lobby_html, user, language)
            return html

        own = self.reader.user_id is not None
        return await (make() if own or stamp is None else shared.get(("lobby", stamp, language), make))


class BadgeConsumer(LiveConsumer):
    """`/ws/me/`: how many tables wait for the reader, and the one to which they are called."""

    pause = 0.2

    async def prepare(self) -> None:
        """For people who are signed in."""
        if self.reader.user_id is None:
            raise GoAway(SIGNED_OUT)
        self.prefs = self.reader.preferences()
        await self.listen(broadcast.turns_group(self.reader.user_id))

    async def turns_changed(self, message: dict[str, Any]) -> None:
        """It became, or is no longer, the reader's turn somewhere."""
        self.refresh(message["stamp"])

    async def render(self, stamp: int | None) -> str:
        """The badge."""
        html: str = await in_thread(badge_html, self.reader.user, self.reader.language, self.prefs)
        return html
