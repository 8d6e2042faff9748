"""`/ws/tournaments/`: the lists as they are, then as they become."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator

from tests.tournaments.events import person
from tests.tournaments.listed import announced, signed_in
from tournaments.routing import websocket_urlpatterns

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet_calendar")]
application = AuthMiddlewareStack(URLRouter(websocket_urlpatterns))


async def run(work: Any, *args: Any) -> Any:
    return await sync_to_async(work)(*args)


@pytest.mark.parametrize("known", [False, True])
async def test_an_announcement_reaches_the_lists_that_are_open(known: bool) -> None:
    olga = await run(person, "olga")
    client = await run(signed_in, olga)
    cookie = f"sessionid={client.cookies['sessionid'].value}" if known else ""
    socket = WebsocketCommunicator(application, "/ws/tournaments/", headers=[(b"cookie", cookie.encode())])
    await socket.connect(timeout=10)
    try:
        before = await socket.receive_from(timeout=10)
        assert before.lstrip().startswith('<div id="tournaments"')
        assert "Night cup" not in before
        await run(announced, olga, "Night cup")
        after = await socket.receive_from(timeout=10)
        assert "Night cup" in after
        assert ("Enter<" in after) is known
    finally:
        await socket.disconnect(timeout=5)
