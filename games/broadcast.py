"""The only sender to the channel layer. Messages carry ids and numbers, never content: each socket renders its own.

Sends leave from one long-lived loop per process, on a thread of its own, and nobody waits for them. So they work from
a request, a Celery thread and a shell alike, need no connection each, and a channel layer that is down delays no move:
the sockets' own checks and the clients' resync make up for what was lost.
"""

import asyncio
import logging
import os
import threading
import time
from collections.abc import Iterable
from typing import Any

from channels.layers import get_channel_layer

log = logging.getLogger(__name__)
LOBBY = "lobby"
SEND_TIMEOUT = 5.0  # seconds


def match_group(match_id: int) -> str:
    """The group of everybody who looks at a table."""
    return f"match.{match_id}"


def user_group(user_id: int) -> str:
    """The group of a person's sockets on all pages."""
    return f"user.{user_id}"


def turns_group(user_id: int) -> str:
    """The group of a person's sockets that show how many tables wait for them."""
    return f"turns.{user_id}"


def table_changed(match_id: int, seq: int, at: int = 0) -> None:
    """Tell a table's sockets that there is something newer, done `at` (ms since 1970), than what they showed.

    With `seq` 0 it is no event that is new: they look at the table whatever they showed.
    """
    send(match_group(match_id), "table.changed", seq=seq, at=at)


def lobby_changed() -> None:
    """Tell the lobby's sockets that a table opened, filled, started or ended."""
    send(LOBBY, "lobby.changed")


def turns_changed(user_ids: Iterable[int]) -> None:
    """Tell people's pages that the number of tables waiting for them may have changed."""
    for user_id in user_ids:
        send(turns_group(user_id), "turns.changed")


def signed_out(user_id: int) -> None:
    """Tell a person's sockets that a session of theirs ended: each closes, and its page opens a new one if it may."""
    send(user_group(user_id), "user.signed_out")


class _Sender:
    """A loop on a daemon thread; made anew after a fork."""

    def __init__(self) -> None:
        self.pid = os.getpid()
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, name="broadcast", daemon=True).start()


_sender: _Sender | None = None
_starting = threading.Lock()


def send(group: str, kind: str, **ids: int) -> None:
    """Send a message to every socket of a group; `kind` names the consumers' method, with dots for underscores."""
    global _sender
    with _starting:
        if _sender is None or _sender.pid != os.getpid():
            _sender = _Sender()
        loop = _sender.loop
    # The stamp lets sockets that hear of the same change share what they make of it.
    asyncio.run_coroutine_threadsafe(_deliver(group, {"type": kind, **ids, "stamp": time.time_ns()}), loop)


async def _deliver(group: str, message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        await asyncio.wait_for(layer.group_send(group, message), SEND_TIMEOUT)
    except Exception:
        log.warning("a message to %s was lost", group, exc_info=True)
