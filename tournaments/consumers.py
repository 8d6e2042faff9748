"""`/ws/tournaments/<slug>/`: the element `#event`; `/ws/tournaments/`: the lists. Server to client only.

All sockets that hear of the same change share one reading and one rendering; a person's own part goes into it. While
tables play, what can be seen of them is looked at every few seconds, together for all.
"""

import asyncio
import time
from collections.abc import Hashable
from typing import Any, Final

from games.api.live import UNKNOWN, GoAway, LiveConsumer, Shared, in_thread
from tournaments import broadcast, rendering
from tournaments.models import Tournament

LOOK: Final = 3  # seconds between two looks at the tables in play

shared = Shared()


class EventConsumer(LiveConsumer):
    """The page of one event."""

    pause = 0.25

    async def prepare(self) -> None:
        """Find the event and listen to it."""
        self.tournament_id: int | None = await in_thread(_id_of, self.scope["url_route"]["kwargs"]["slug"])
        if self.tournament_id is None:
            raise GoAway(UNKNOWN)
        await self.listen(broadcast.group(self.tournament_id))

    async def tournament_changed(self, message: dict[str, Any]) -> None:
        """Something happened in the event."""
        self.refresh(message["stamp"])

    async def render(self, stamp: int | None) -> str:
        """The element. Raises GoAway."""
        # Without a stamp (a fresh socket, another look) it is the version that says what may be shared.
        seen = stamp if stamp is not None else (await in_thread(_version_of, self.tournament_id), _moment())
        event = await self._read(seen)
        if event is None:
            raise GoAway(UNKNOWN)
        self._look_again(event)
        language = self.reader.language
        if self.reader.user_id is not None:
            own: str = await in_thread(rendering.event_html, event, self.reader.user, language)
            return own

        async def make() -> str:
            html: str = await in_thread(rendering.event_html, event, None, language)
            return html

        visitors: str = await shared.get(("visitors", self.tournament_id, seen, language), make)
        return visitors

    async def _read(self, seen: Hashable) -> rendering.SharedEvent | None:
        """The event, read and rendered once for all sockets that hear of one change, or look at one moment."""
        language = self.reader.language

        async def make() -> rendering.SharedEvent | None:
            event: rendering.SharedEvent | None = await in_thread(rendering.shared, self.tournament_id, language)
            return event

        event: rendering.SharedEvent | None = await shared.get(("event", self.tournament_id, seen, language), make)
        return event

    def _look_again(self, event: rendering.SharedEvent) -> None:
        """Come back at the next moment while there is something to see."""
        if self._again is not None:
            self._again.cancel()
            self._again = None
        if event.reading.tournament.status == Tournament.Status.RUNNING:
            wait = LOOK - time.time() % LOOK + 0.05
            self._again = asyncio.get_running_loop().call_later(wait, self.refresh)


class ListConsumer(LiveConsumer):
    """The lists of tournaments, `#tournaments`."""

    pause = 1.0

    async def prepare(self) -> None:
        """Listen to announcements, starts and ends."""
        await self.listen(broadcast.LIST)

    async def tournaments_changed(self, message: dict[str, Any]) -> None:
        """An event was announced, began or ended."""
        self.refresh(message["stamp"])

    async def render(self, stamp: int | None) -> str:
        """The lists; readers without an account share theirs."""
        language, user = self.reader.language, self.reader.user

        async def make() -> str:
            html: str = await in_thread(rendering.lists_html, user, language)
            return html

        own = self.reader.user_id is not None
        return await (make() if own or stamp is None else shared.get(("lists", stamp, language), make))


def _moment() -> int:
    return int(time.time() // LOOK)


def _id_of(slug: str) -> int | None:
    return Tournament.objects.filter(slug=slug).values_list("pk", flat=True).first()


def _version_of(tournament_id: int) -> int | None:
    return Tournament.objects.filter(pk=tournament_id).values_list("version", flat=True).first()
