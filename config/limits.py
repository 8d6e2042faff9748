"""A bound on request bodies: under ASGI Django itself reads a body of any size before a view may refuse it."""

from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings

Application = Callable[[dict[str, Any], Callable[..., Any], Callable[..., Any]], Awaitable[None]]


class TooLong(Exception):
    """The body went past the bound while it was being read."""


class BodyLimit:
    """Answer 413 to a body longer than MAX_BODY_BYTES, whether its length was announced or not."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Callable[..., Any], send: Callable[..., Any]) -> None:
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        if not announced.isdigit() or int(announced) > settings.MAX_BODY_BYTES:
            await refuse(send)
            return
        seen = 0

        async def counted() -> dict[str, Any]:
            nonlocal seen
            message: dict[str, Any] = await receive()
            seen += len(message.get("body", b""))
            if seen > settings.MAX_BODY_BYTES:
                raise TooLong
            return message

        try:
            await self.application(scope, counted, send)
        except TooLong:
            await refuse(send)


async def refuse(send: Callable[..., Any]) -> None:
    """Send the 413 answer."""
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": b"Too long."})
