"""`/ws/t/<slug>/`: the table as its reader may see it, and the reader's moves."""

import asyncio
import time
from typing import Any, Final

from games import broadcast, metrics, selectors, services
from games.consumers import moves
from games.consumers.live import FORBIDDEN, MAX_FRAME, UNKNOWN, GoAway, LiveConsumer, shared
from games.models import Match
from games.rendering import MOVERS, in_thread, table_html
from games.selectors import TableSnapshot
from games.services import TooMany

PRESENCE: Final = 45.0  # seconds between two signs of life at a waiting table
MOVE_CHECK: Final = 5.0  # seconds since the last look at the session after which a move has to wait for another


class TableConsumer(LiveConsumer):
    """Sends the newest table. Moves are taken one after the other, and each gets one answer."""

    async def prepare(self) -> None:
        """Find the table and listen to it."""
        self._change = (0, 0)  # seq and time of the newest change it heard of
        self._missed = False  # words were lost: what is newest only the database knows
        self._answered: tuple[int, int] | None = None  # the own move whose table went out with its answer
        self.slug: str = self.scope["url_route"]["kwargs"]["slug"]
        match: Match | None = await in_thread(selectors.find, self.slug)
        if match is None:
            raise GoAway(UNKNOWN)
        self.match_id = match.pk
        self.prefs = self.reader.preferences()
        await self.listen(broadcast.match_group(match.pk))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Take a move. Anything else is as useless as it is elsewhere."""
        move = moves.read(text_data) if text_data is not None and len(text_data) <= MAX_FRAME else None
        if move is None:
            await super().receive(text_data, bytes_data)
        elif not self._over:
            async with self._hanging_up():
                await self._take(move)

    async def _take(self, move: moves.Move) -> None:
        """One move and its answer. It is waited for here, so that the next frame, and the word of this very move, come
        after it, and a client that leaves does not stop it.
        """
        await self._check_session(MOVE_CHECK)
        answer: moves.Answer = await in_thread(moves.take, move, self.slug, self.reader, self.prefs, threads=MOVERS)
        if answer.status == TooMany.status:
            await self._hear_nothing()
        if answer.done is not None:
            self._answered = answer.done.seq, answer.done.at
        async with self._sending:
            if not self._over:
                await self.send(answer.html)
        if answer.done is not None:
            metrics.PUSH.observe(max(0.0, time.time() - answer.done.at / 1000))

    async def table_changed(self, message: dict[str, Any]) -> None:
        """Something happened at the table."""
        change = message["seq"], message.get("at", 0)
        if 0 < change[0] < self._change[0]:
            return  # from a process whose word took longer: the table that goes out is newer
        self._change = change
        if change == self._answered:
            self._answered = None
            return
        self._since = self._since or change[1]
        self.refresh(message["stamp"])

    async def messages_lost(self, message: dict[str, Any]) -> None:
        """There may have been changes after the newest one it heard of."""
        self._missed = True
        await super().messages_lost(message)

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
        missed, self._missed = self._missed, False
        left = None if stamp is None or missed else selectors.as_left(self.match_id, *self._change)

        async def load() -> TableSnapshot | None:
            found: TableSnapshot | None = left or await in_thread(selectors.table, self.match_id)
            return found

        snapshot = await (load() if stamp is None else shared.get(("table", self.match_id, stamp, missed), load))
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

        key = ("watch", self.match_id, stamp, snapshot.seq, language, snapshot.muted)
        return await (make() if stamp is None else shared.get(key, make))
