"""The one drill that runs with the other tests of the production stack; `make drills` has the rest."""

import time

import pytest

from tests.stack.drills import ledger
from tests.stack.drills.traffic import Traffic
from tests.stack.events import newcomer
from tests.stack.services import Stack
from tests.waiting import wait_for

pytestmark = [pytest.mark.stack, pytest.mark.timeout(120)]


def test_a_worker_killed_in_a_game_loses_and_doubles_nothing(stack: Stack) -> None:
    people = [newcomer(stack) for _ in range(3)]
    traffic = Traffic(stack, people, tables=((2, "easy,easy"),), event=False)
    try:
        traffic.start()
        traffic.make_the_thinker_think()
        killed = time.monotonic()
        stack.processes["turns"].kill()
        wait_for(lambda: traffic.recovered(killed), "recovery", 40)
        traffic.let_the_thinker_move()
        traffic.end()
        assert ledger.check(traffic, stack.environment) > 4
    finally:
        traffic.stop()
