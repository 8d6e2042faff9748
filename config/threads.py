"""How requests meet threads: in one trip, and in a thread that stays.

Left to themselves, Django's ASGI handler and its asynchronous middleware take a request that is all synchronous code
from loop to thread and back four times, and start a thread for each request and another that waits for its end; SQLite
opens a connection and reads the whole schema in each.
"""

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.db import close_old_connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
KEPT: Final = 32  # threads that wait for the next request; in a rush there are more


class Pages(ASGIHandler):
    """Django's handler for a site of synchronous middleware and views: each request borrows a thread and goes through
    them all in it. The thread goes back once it has nothing left to do: a view goes on when its client has left.
    """

    def __init__(self) -> None:
        super().__init__()
        self._idle: list[ThreadPoolExecutor] = []

    def load_middleware(self, is_async: bool = False) -> None:
        """Build the chain as a synchronous server would have it."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Go through the whole chain in the request's thread."""
        response: HttpResponseBase = await sync_to_async(self.get_response)(request)
        return response

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Serve a request."""
        thread = self._idle.pop() if self._idle else ThreadPoolExecutor(1, thread_name_prefix="request")
        try:
            async with ThreadSensitiveContext(executor=thread):
                await super().__call__(scope, receive, send)
        finally:
            thread.submit(self._take_back, thread)

    def _take_back(self, thread: ThreadPoolExecutor) -> None:
        """Run in the thread, after all it was given. Daphne kills a request whose client left ten seconds ago, and with
        it what Django has waiting behind a slow view: the end of the request, which gives the connection back.
        """
        close_old_connections()
        if len(self._idle) < KEPT:
            self._idle.append(thread)
        else:
            thread.shutdown(wait=False)
