"""`/ws/tournaments/<slug>/`: the element `#event`; `/ws/tournaments/`: the lists. Server to client only.

All sockets that hear of the same change share one reading and one rendering; a person's own part goes into it. While
tables play, what can be seen of them is looked at every few seconds, together for all.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, Final

from games.api.live import UNKNOWN, GoAway, LiveConsumer, Shared, in_thread
from tournaments import broadcast, rendering
from tournaments.models import Tournament

MOMENT: Final = 3.0  # seconds over which what was seen of tables in play is shared
LOOK: Final = {"live": MOMENT, "relaxed": 15.0, "days": 60.0}  # seconds between two looks at them, by pace
EVENTS_KEPT: Final = 64
READINGS_KEPT: Final = 3  # of each event: the newest, and those that slower sockets still work on

Make = Callable[[], Awaitable[Any]]


class Latest:
    """The newest readings of events, each made once for all sockets that ask for it. A whole event is a large thing,
    so few are kept."""

    def __init__(self) -> None:
        self._events: OrderedDict[Hashable, OrderedDict[Hashable, asyncio.Future[Any]]] = OrderedDict()

    async def get(self, event: Hashable, seen: Hashable, make: Make) -> Any:
        """What `make` gives for this event as seen then. A failure is not kept."""
        kept = self._events.setdefault(event, OrderedDict())
        self._events.move_to_end(event)
        task = kept.get(seen)
        if task is None or task.get_loop() is not asyncio.get_running_loop() or _failed(task):
            task = kept[seen] = asyncio.ensure_future(make())
        while len(kept) > READINGS_KEPT:
            kept.popitem(last=False)
        while len(self._events) > EVENTS_KEPT:
            self._events.popitem(last=False)
        return await asyncio.shield(task)


def _failed(task: "asyncio.Future[Any]") -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


events, visitors, shared = Latest(), Latest(), Shared()


class EventConsumer(LiveConsumer):
    """The page of one event."""

    pause = 0.25

    async def prepare(self) -> None:
        """Find the event and listen to it."""
        slug = self.scope["url_route"]["kwargs"]["slug"]
        self.version = 0
        self.tournament_id: int | None = await in_thread(_column, "pk", {"slug": slug})
        if self.tournament_id is None:
            raise GoAway(UNKNOWN)
        await self.listen(broadcast.group(self.tournament_id))
        await self._catch_up()  # after listening: nothing falls between

    async def tournament_changed(self, message: dict[str, Any]) -> None:
        """Something happened in the event."""
        self.version = max(self.version, message["seq"])
        self.refresh()

    async def messages_lost(self, message: dict[str, Any]) -> None:
        """There may have been changes after the newest one it heard of."""
        await self._catch_up()
        await super().messages_lost(message)

    async def _catch_up(self) -> None:
        version = await in_thread(_column, "version", {"pk": self.tournament_id})
        self.version = max(self.version, version or 0)

    async def render(self, stamp: int | None) -> str:
        """The element: one reading for all sockets that know of the same version at the same moment."""
        key = (self.tournament_id, self.reader.language)
        seen = (self.version, int(time.time() // MOMENT))
        event: rendering.SharedEvent | None = await events.get(key, seen, self._read)
        if event is None:
            raise GoAway(UNKNOWN)
        self._look_again(event)
        if self.reader.user_id is not None:
            return await self._for(event, self.reader.user)
        html: str = await visitors.get(key, seen, lambda: self._for(event, None))
        return html

    async def _read(self) -> rendering.SharedEvent | None:
        event: rendering.SharedEvent | None = await in_thread(
            rendering.shared, self.tournament_id, self.reader.language
        )
        return event

    async def _for(self, event: rendering.SharedEvent, user: Any) -> str:
        html: str = await in_thread(rendering.event_html, event, user, self.reader.language)
        return html

    def _look_again(self, event: rendering.SharedEvent) -> None:
        """Come back in a while, together with the others, as long as there is a table to look at."""
        if self._again is not None:
            self._again.cancel()
            self._again = None
        if event.reading.rows.glances:
            every = LOOK.get(event.reading.tournament.pace, MOMENT)
            wait = every - time.time() % every + 0.05
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


def _column(name: str, wanted: dict[str, str]) -> int | None:
    return Tournament.objects.filter(**wanted).values_list(name, flat=True).first()
