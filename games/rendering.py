"""Fragments for sockets: rendered off the loop, in a bounded pool of threads, and shared where readers see the same."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import SimpleNamespace
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import get_user
from django.db import connection
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.module_loading import import_string

from games import metrics, selectors
from games.presenters import table_context
from games.presenters.lobby import badge_context, lobby_context
from games.selectors import TableSnapshot

THREADS: Final = ThreadPoolExecutor(max_workers=4, thread_name_prefix="sockets")
# Moves wait for locks, renderings do not. SQLite has one writer at a time, and does not let those who wait in by turns.
MOVERS: Final = ThreadPoolExecutor(1 if connection.vendor == "sqlite" else 4, thread_name_prefix="moves")
KEPT: Final = 512


async def in_thread(work: Callable[..., Any], *args: Any, threads: ThreadPoolExecutor = THREADS) -> Any:
    """Run blocking work in one of the threads. On PostgreSQL the connection goes back to the pool afterwards.

    The thread gets no context of its caller's: what the work needs to know is in its arguments. A third of the price of
    `sync_to_async`, and a move makes half a dozen such trips.
    """
    return await asyncio.get_running_loop().run_in_executor(threads, partial(_work, work, *args))


def _work(work: Callable[..., Any], *args: Any) -> Any:
    try:
        return work(*args)
    finally:
        if connection.vendor != "sqlite":  # a file costs nothing to keep open, and much to open each time
            connection.close()


class Shared:
    """Results that several sockets of a process wait for together: the first to ask computes, the others wait."""

    def __init__(self) -> None:
        self._tasks: OrderedDict[Hashable, asyncio.Future[Any]] = OrderedDict()

    async def get(self, key: Hashable, make: Callable[[], Awaitable[Any]]) -> Any:
        """The result of `make` for this key, made once. A failure is not kept."""
        task = self._tasks.get(key)
        if task is None or task.get_loop() is not asyncio.get_running_loop() or _failed(task):
            task = asyncio.ensure_future(make())
            self._tasks[key] = task
            while len(self._tasks) > KEPT:
                self._tasks.popitem(last=False)
        return await asyncio.shield(task)


def _failed(task: "asyncio.Future[Any]") -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


class Reader:
    """Whoever is at the other end of a socket, as the handshake's cookies say."""

    def __init__(self, scope: dict[str, Any]) -> None:
        self.user = scope["user"]
        self.user_id: int | None = self.user.pk if self.user.is_authenticated else None
        self._session = scope["session"]
        request = SimpleNamespace(
            user=self.user, COOKIES=scope.get("cookies", {}), META={"HTTP_ACCEPT_LANGUAGE": _accepted(scope)}
        )
        self.is_over: Callable[[str], bool] = scope.get("is_over", _never)  # SocketThrottle puts it there
        self.language: str = translation.get_language_from_request(request)
        self._request = request

    def preferences(self) -> Any:
        """What the app that keeps them says of this reader."""
        return import_string(settings.GAMES_PREFERENCES)(self._request)

    def is_signed_in(self) -> bool:
        """Whether the session of the handshake still stands for this person: not logged out, banned or deleted."""
        store = type(self._session._wrapped if hasattr(self._session, "_wrapped") else self._session)
        user = get_user(SimpleNamespace(session=store(self._session.session_key)))
        return user.is_authenticated and user.pk == self.user_id


def _never(name: str) -> bool:
    return False


def _accepted(scope: dict[str, Any]) -> str:
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == b"accept-language"), "")


def table_html(snapshot: TableSnapshot, seat: int | None, prefs: Any, language: str, notice: str = "") -> str:
    """The `#table` element for a seat, or with None for all watchers together. `notice`: why an action was refused."""
    metrics.RENDERINGS.labels("watchers" if seat is None else "seat").inc()
    with translation.override(language):
        context = {**table_context(snapshot, seat, prefs), "prefs": prefs, "notice": notice}
        return render_to_string("games/_table.html", context)


def answer_html(snapshot: TableSnapshot, user: Any, prefs: Any, language: str, notice: str = "") -> str:
    """The `#table` element for one reader, who has just done something there."""
    read = selectors.as_read_by(snapshot, user)
    return table_html(read, read.seat_of(user), prefs, language, notice)


def as_answer(html: str, asked: str, status: int) -> str:
    """The `#table` element as the answer to what its reader called `asked` (a safe word), with a status as of HTTP."""
    return html.replace('id="table"', f'id="table" data-answer="{asked}" data-status="{status}"', 1)


def lobby_html(user: Any, language: str) -> str:
    """The `#lobby` element."""
    with translation.override(language):
        return render_to_string("games/_lobby.html", {**lobby_context(user), "user": user})


def badge_html(user: Any, language: str, prefs: Any = None) -> str:
    """The `#badge` element."""
    with translation.override(language):
        return render_to_string("_badge.html", {**badge_context(user), "prefs": prefs})
