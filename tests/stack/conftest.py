"""The production stack, started once for all its tests."""

from collections.abc import Iterator

import pytest

from tests.stack.services import Database, Redis, Stack


@pytest.fixture(scope="session")
def running_stack() -> Iterator[Stack]:
    """Everything up and healthy; ended with the run."""
    database, redis = Database(), Redis()
    stack = Stack(database, redis)
    try:
        stack.start()
        yield stack
    finally:
        stack.stop()
        redis.stop()
        database.drop()


@pytest.fixture
def stack(running_stack: Stack) -> Stack:
    """The stack with whatever an earlier test killed started again."""
    running_stack.revive()
    return running_stack
