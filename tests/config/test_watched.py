"""A connection to Redis that says nothing any more is given up."""

import asyncio
from typing import Any

import pytest
from channels_redis.pubsub import RedisPubSubChannelLayer
from redis.exceptions import ConnectionError as Lost

from config import watched


class Silent:
    """A connection on which nothing comes, until `word` is set."""

    word: Any = None

    is_connected = False

    async def _connect(self) -> None:
        pass

    async def connect_check_health(self) -> None:
        await self._connect()

    async def read_response(self, timeout: float | None = None) -> Any:
        return self.word


class Watched(watched.Watched, Silent):
    pass


@pytest.fixture(autouse=True)
def _short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched, "SILENCE", -1.0)


async def test_a_subscriber_is_told_that_it_is_dead() -> None:
    connection = Watched()
    await connection._connect()
    with pytest.raises(Lost):
        await connection.read_response(timeout=0.1)


async def test_a_word_in_time_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    connection = Watched()
    await connection._connect()
    connection.word = b"pong"
    assert await connection.read_response(timeout=0.1) == b"pong"


async def test_silence_within_the_patience_is_a_quiet_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched, "SILENCE", 60.0)
    connection = Watched()
    await connection._connect()
    assert await connection.read_response(timeout=0.1) is None


@pytest.mark.parametrize(
    ("url", "kind"), [("redis://h:6379/0", watched.Plain), ("rediss://h:6379/0", watched.Encrypted)]
)
def test_both_kinds_of_address_are_watched(url: str, kind: type) -> None:
    from channels_redis.utils import create_pool

    assert create_pool(watched.host(url)).connection_class is kind


async def test_whoever_listened_through_a_connection_that_was_cut_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told = asyncio.Event()

    async def tell() -> None:
        told.set()

    monkeypatch.setattr(watched, "catch_up", tell)
    connection = Watched()
    await connection.connect_check_health()
    assert not watched._running
    await connection.connect_check_health()
    await asyncio.wait_for(told.wait(), 5)


class Subscriptions:
    """Stands in for redis-py's."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    async def subscribe(self, *names: str) -> None:
        self.sent += names


async def test_catching_up_subscribes_all_and_tells_every_channel(monkeypatch: pytest.MonkeyPatch) -> None:
    layer = RedisPubSubChannelLayer(hosts=[watched.host("redis://nowhere:1/0")])
    monkeypatch.setattr(watched, "get_channel_layer", lambda: layer)
    mine = layer._get_layer()
    (shard,) = mine._shards
    shard._subscribed_to, shard._pubsub = {"lost on its way"}, Subscriptions()
    mine.channels.update(one=asyncio.Queue(), other=asyncio.Queue())
    await watched.catch_up()
    messages = [layer.deserialize(mine.channels[name].get_nowait()) for name in ("one", "other")]
    assert [message["type"] for message in messages] == ["messages.lost"] * 2
    assert messages[0]["stamp"] == messages[1]["stamp"]
    assert shard._pubsub.sent == ["lost on its way"]
    shard._pubsub = None
