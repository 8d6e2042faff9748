"""What sockets share, and the threads that work for them."""

from contextlib import suppress
from typing import Any

import pytest
from django.db import DEFAULT_DB_ALIAS, connections

from games import rendering
from games.rendering import Shared, in_thread


class Made:
    """Counts how often it was made; fails as often as told."""

    def __init__(self, failures: int = 0) -> None:
        self.failures, self.times = failures, 0

    async def __call__(self) -> int:
        self.times += 1
        if self.times <= self.failures:
            raise LookupError
        return self.times


async def test_who_asks_for_the_same_shares_it() -> None:
    shared, made = Shared(), Made()
    assert [await shared.get("a", made), await shared.get("a", made), await shared.get("b", made)] == [1, 1, 2]


async def test_a_failure_is_not_kept() -> None:
    shared, made = Shared(), Made(failures=1)
    with pytest.raises(LookupError):
        await shared.get("a", made)
    assert await shared.get("a", made) == 2


async def test_what_was_asked_for_first_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "KEPT", 2)
    shared, made = Shared(), Made()
    assert [await shared.get(key, made) for key in ("a", "b", "c", "b", "a")] == [1, 2, 3, 2, 4]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("fails", [False, True])
async def test_a_thread_keeps_no_connection_but_to_a_file(fails: bool) -> None:
    used: list[Any] = []

    def work() -> None:
        used.append(connections[DEFAULT_DB_ALIAS])
        used[0].ensure_connection()
        if fails:
            raise LookupError

    with suppress(LookupError):
        await in_thread(work)
    assert (used[0].connection is not None) == (used[0].vendor == "sqlite")
