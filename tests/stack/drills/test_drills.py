"""Faults of every kind in the middle of games and a tournament: nothing is lost, nobody is charged, all come back."""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from tests.stack.drills import ledger
from tests.stack.drills.traffic import LEFT, Traffic
from tests.stack.drills.world import WEB, World
from tests.waiting import wait_for

pytestmark = [pytest.mark.drills, pytest.mark.timeout(300)]


@dataclass(frozen=True)
class Fault:
    """What is done to the world. `stuck`: how many seconds a table may stand still for it."""

    name: str
    do: Callable[[World], None]
    stuck: float = 15.0
    left: int = LEFT  # ms on the thinker's clock
    needs: Callable[[World], None] = lambda world: None  # before the games begin


def redis_dies(world: World) -> None:
    world.redis.kill()
    world.redis.start()


def postgres_dies(world: World) -> None:
    world.cluster.kill()
    world.cluster.start()


def redis_is_out_of_reach(world: World) -> None:
    world.wire.cut()
    end = time.monotonic() + 30
    wait_for(lambda: time.monotonic() > end, "half a minute", 40)
    world.wire.mend()


FAULTS = [
    Fault("worker of turns killed", lambda world: world.kill("turns")),
    Fault("worker of events killed", lambda world: world.kill("events")),
    Fault("beat killed", lambda world: world.kill("beat")),
    Fault("one web process killed", lambda world: world.kill("web1")),
    Fault("all web processes killed", lambda world: world.kill(*WEB)),
    Fault("nginx killed", lambda world: world.kill("nginx")),
    Fault("Redis killed, its data lost", redis_dies),
    Fault("Redis silent for 30 s", redis_is_out_of_reach, stuck=60, left=25_000),
    Fault("PostgreSQL restarted", lambda world: world.cluster.restart()),
    Fault("PostgreSQL killed", postgres_dies),
    Fault("clock an hour forward", lambda world: world.step_clock(3600), needs=World.have_a_clock),
    Fault("clock an hour back", lambda world: world.step_clock(0), needs=World.have_a_clock),
]


@pytest.mark.parametrize("fault", [pytest.param(fault, id=fault.name) for fault in FAULTS])
def test_nothing_is_lost(world: World, fault: Fault, report: dict[str, Any]) -> None:
    fault.needs(world)
    wait_for(world.is_ready, "readiness", 60)
    traffic = Traffic(world, world.people)
    try:
        traffic.start()
        traffic.make_the_thinker_think(fault.left)
        at = time.monotonic()
        fault.do(world)
        done = time.monotonic()
        wait_for(lambda: traffic.recovered(done), f"recovery {where(traffic)}", 90)
        report["recovered"] = round(time.monotonic() - at, 1)
        traffic.let_the_thinker_move()
        traffic.end()
        report |= traffic.measured(at)
        report["moves"] = ledger.check(traffic, world.environment())
        assert report["stuck"] < fault.stuck
    except BaseException:
        sys.stdout.write(f"{where(traffic)}\n{world.up.output[-2000:]}\n{world.logs()}")
        raise
    finally:
        traffic.stop()


def where(traffic: Traffic) -> str:
    """What each page shows, for whoever reads the failure."""
    return "\n".join(
        f"{page.name} {page.table} seq {page.seq} over {page.ended} live {page.live}" for page in traffic.pages
    )
