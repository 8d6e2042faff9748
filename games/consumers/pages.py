"""The sockets of pages around the tables: the lobby, and the badge of every page."""

from typing import Any

from games import broadcast
from games.consumers.live import SIGNED_OUT, GoAway, LiveConsumer, shared
from games.rendering import badge_html, in_thread, lobby_html


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
