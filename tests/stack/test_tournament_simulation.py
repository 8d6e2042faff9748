"""`manage.py simulate_tournament` on PostgreSQL, Redis and processes of its own, which it kills."""

from collections.abc import Iterator

import pytest

from tests.processes import Process
from tests.stack.services import Database, Redis, Stack
from tests.waiting import wait_for

pytestmark = [pytest.mark.stack, pytest.mark.timeout(300)]

CHAOS = ("manage.py", "simulate_tournament", "--players", "10", "--rounds", "2", "--bots", "--chaos")


@pytest.fixture
def unused() -> Iterator[dict[str, str]]:
    """The addresses of services that nobody uses."""
    database, redis = Database("threeup_simulation"), Redis()
    yield {"DATABASE_URL": database.url, "REDIS_URL": redis.url}
    redis.stop()
    database.drop()


def ended(process: Process) -> str:
    """What it printed, once it has ended."""
    wait_for(lambda: not process.running, "the end of the simulation", 240)
    return process.output


def test_killed_workers_and_unruly_people_break_nothing(stack: Stack, unused: dict[str, str]) -> None:
    process = Process(CHAOS, stack.environment | unused)
    try:
        output = ended(process)
        assert process.stop() == 0, output
        assert "workers killed 2 times" in output
        assert "Everything holds." in output
    finally:
        process.kill()


def test_it_keeps_off_a_database_and_a_redis_that_are_in_use(stack: Stack, unused: dict[str, str]) -> None:
    stack.client().post("/accounts/guest/")
    assert "The database is in use" in ended(stack.run(*CHAOS))
    other = unused | {"REDIS_URL": stack.redis.url}
    assert "Redis is in use" in ended(Process(CHAOS, stack.environment | other))
