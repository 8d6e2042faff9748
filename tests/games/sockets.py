"""People with browsers, and their sockets, for tests."""

import asyncio
import json
import re
from collections.abc import Callable
from contextlib import asynccontextmanager
from typing import Any

from asgiref.sync import sync_to_async
from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.auth import get_user_model
from django.test import Client

from config.origin import SameOrigin
from games import broadcast
from games.models import Match, MatchEvent
from games.routing import websocket_urlpatterns

application = SameOrigin(AuthMiddlewareStack(URLRouter(websocket_urlpatterns)))
SEQ = re.compile(r'data-seq="(\d+)"')
ROOT = re.compile(r'<section id="table" data-answer="([\w-]+)" data-status="(\d+)"')
NOTICE = re.compile(r'<p class="notice" role="alert">(.*?)</p>')


async def run(work: Callable[..., Any], *args: Any, **more: Any) -> Any:
    """Do what needs the database."""
    return await sync_to_async(work)(*args, **more)


async def person(name: str) -> tuple[Any, Client]:
    """Somebody who is signed in, with their browser."""
    user = await run(get_user_model().objects.create_user, name)
    client = Client()
    await run(client.force_login, user)
    return user, client


async def all_told() -> None:
    """Wait until all that was told so far is sent: a socket opened then hears of later changes alone."""
    if broadcast._sender is not None:
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(others_done(), broadcast._sender.loop))


async def others_done() -> None:
    """Wait for everything else that runs on this loop."""
    if others := asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.wait(others)


@asynccontextmanager
async def socket(path: str, client: Client | None = None, origin: str = "http://testserver", **scope: Any):
    """An open socket; `scope`: what else is known of it."""
    await all_told()
    headers = [(b"host", b"testserver"), (b"origin", origin.encode())]
    if client is not None:
        headers.append((b"cookie", f"sessionid={client.cookies['sessionid'].value}".encode()))
    communicator = WebsocketCommunicator(application, path, headers=headers)
    communicator.scope |= scope
    communicator.accepted, _ = await communicator.connect(timeout=10)
    try:
        yield communicator
    finally:
        await communicator.disconnect(timeout=5)


async def frame(of: WebsocketCommunicator) -> str:
    """The next frame."""
    return await of.receive_from(timeout=10)


async def close_code(of: WebsocketCommunicator) -> int:
    """The code with which the server hangs up."""
    while True:
        message = await of.receive_output(timeout=10)
        if message["type"] == "websocket.close":
            return message["code"]


def seq(html: str) -> int:
    """The position a frame shows."""
    return int(SEQ.search(html)[1])


def asking(action: object, number: object, name: object = "m1", **more: object) -> str:
    """A move as a page sends it."""
    return json.dumps({"action": action, "seq": number, "id": name, **more})


def answer(html: str) -> tuple[str, int, str]:
    """What an answer is to, its status and its notice."""
    root, notice = ROOT.match(html.lstrip()), NOTICE.search(html)
    assert root, html[:200]
    return root[1], int(root[2]), notice[1] if notice else ""


@asynccontextmanager
async def opened(match: Match, client: Any = None):
    """A table's socket, with its first frame behind it."""
    async with socket(f"/ws/t/{match.slug}/", client) as one:
        await frame(one)
        yield one


async def ask(of: WebsocketCommunicator, text: str) -> tuple[str, int, str]:
    """Send a frame; the answer to it."""
    await of.send_to(text_data=text)
    return answer(await frame(of))


async def actions(match: Match) -> int:
    """How many actions were taken at a table."""
    return await run(MatchEvent.objects.filter(match=match, kind="action").count)
