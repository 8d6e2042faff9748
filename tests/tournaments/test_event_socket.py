"""`/ws/tournaments/<slug>/`: the event as it is, then as it becomes; one reading for all who look at the same time."""

import asyncio
import re
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.auth import AuthMiddlewareStack
from channels.layers import get_channel_layer
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator

from tests.tournaments.events import event, person
from tests.tournaments.listed import signed_in
from tournaments import broadcast, consumers, services
from tournaments.consumers import READINGS_KEPT, Latest
from tournaments.models import Tournament
from tournaments.routing import websocket_urlpatterns

application = AuthMiddlewareStack(URLRouter(websocket_urlpatterns))


async def run(work: Any, *args: Any) -> Any:
    return await sync_to_async(work)(*args)


async def connected(slug: str, user: Any = None) -> WebsocketCommunicator:
    cookie = f"sessionid={(await run(signed_in, user)).cookies['sessionid'].value}" if user else ""
    socket = WebsocketCommunicator(application, f"/ws/tournaments/{slug}/", headers=[(b"cookie", cookie.encode())])
    await socket.connect(timeout=10)
    return socket


def version(frame: str) -> int:
    found = re.search(r'<article id="event"[^>]* data-version="(\d+)"', frame)
    assert found, frame[:200]
    return int(found[1])


@pytest.mark.django_db(transaction=True)
async def test_somebody_entering_reaches_visitors_and_the_one_who_entered() -> None:
    olga = await run(person, "olga")
    cup: Tournament = await run(event, olga)
    visitor, mine = await connected(cup.slug), await connected(cup.slug, olga)
    try:
        before = [await socket.receive_from(timeout=10) for socket in (visitor, mine)]
        assert "You are in" not in "".join(before)
        done = await run(services.register, cup.slug, olga)
        seen, own = [await socket.receive_from(timeout=10) for socket in (visitor, mine)]
        assert version(before[0]) < version(seen) == version(own) == done.seq
        assert "olga" in seen
        assert ("You are in" in seen, "You are in" in own) == (False, True)
        assert ("data-me" in seen, "data-me" in own) == (False, True)
        assert ('id="tools"' in seen, 'id="tools"' in own) == (False, True)
    finally:
        for socket in (visitor, mine):
            await socket.disconnect(timeout=5)


@pytest.mark.django_db(transaction=True)
async def test_a_word_that_was_lost_is_made_good(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "MOMENT", 3600.0)  # what was read before counts as read in the same moment
    olga = await run(person, "olga")
    cup: Tournament = await run(event, olga)
    visitor = await connected(cup.slug)
    try:
        await visitor.receive_from(timeout=10)
        with monkeypatch.context() as lost:
            lost.setattr(broadcast.live, "send", lambda *args, **ids: None)
            done = await run(services.register, cup.slug, olga)
        group = broadcast.group(cup.pk)
        await get_channel_layer().group_send(group, {"type": "messages.lost", "stamp": 1})
        assert version(await visitor.receive_from(timeout=10)) == done.seq
    finally:
        await visitor.disconnect(timeout=5)


@pytest.mark.django_db(transaction=True)
async def test_an_unknown_event_sends_its_readers_away() -> None:
    socket = await connected("nowhere-at-all")
    assert (await socket.receive_output(timeout=10))["code"] == 4404


async def test_a_reading_is_made_once_for_all_who_ask_and_failures_are_not_kept() -> None:
    latest, made = Latest(), []

    async def make() -> int:
        made.append(1)
        if len(made) == 1:
            raise RuntimeError
        return len(made)

    with pytest.raises(RuntimeError):
        await latest.get("cup", 1, make)
    assert await asyncio.gather(*(latest.get("cup", 1, make) for _ in range(5))) == [2] * 5
    for seen in range(2, 2 + READINGS_KEPT):
        assert await latest.get("cup", seen, make) == seen + 1
    assert await latest.get("cup", 1, make) == READINGS_KEPT + 3  # let go of long ago: made again
