"""A connection to Redis that says nothing any more is given up."""

from typing import Any

import pytest
from redis.exceptions import ConnectionError as Lost

from config import watched


class Silent:
    """A connection on which nothing comes, until `word` is set."""

    word: Any = None

    async def _connect(self) -> None:
        pass

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
