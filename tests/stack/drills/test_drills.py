"""Faults of every kind in the middle of games and a tournament: nothing is lost, nobody is charged, all come back."""

import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.stack.drills import ledger
from tests.stack.drills.crowd import BUSIEST, Crowd, browser_page, check_browser
from tests.stack.drills.page import FIRST
from tests.stack.drills.traffic import Traffic
from tests.stack.drills.world import PARTS, WEB, World, pass_time
from tests.waiting import wait_for

pytestmark = [pytest.mark.drills, pytest.mark.timeout(500)]

UNNOTICED = 10.0  # seconds of an outage that may be charged until it is noticed


@dataclass(frozen=True)
class Fault:
    """What is done to the world. `stuck`: how many seconds a table may stand still for it."""

    name: str
    do: Callable[[World], None]
    stuck: float = 25.0
    needs: Callable[[World], None] = lambda world: None  # before the games begin
    after: Callable[[World], None] = lambda world: None  # once all is well


def redis_dies(world: World) -> None:
    world.redis.kill()
    world.redis.start()


def postgres_dies(world: World) -> None:
    world.cluster.kill()
    world.cluster.start()


def redis_is_out_of_reach(world: World) -> None:
    world.wire.cut()
    pass_time(30)
    world.wire.mend()


def hangs(world: World, *parts: str) -> None:
    world.send(signal.SIGSTOP, *parts)
    pass_time(20)
    world.send(signal.SIGCONT, *parts)


def disk_fills(world: World) -> None:
    """What runs can write no more, and what then ends starts on a full disk."""
    world.disk.fill()
    world.kill(*(("turns", "web1") if world.disk.mounted else PARTS))


FAULTS = [
    Fault("worker of turns killed", lambda world: world.kill("turns")),
    Fault("worker of events killed", lambda world: world.kill("events")),
    Fault("beat killed", lambda world: world.kill("beat")),
    Fault("one web process killed", lambda world: world.kill("web1")),
    Fault("all web processes killed", lambda world: world.kill(*WEB)),
    Fault("all web processes hang for 20 s", lambda world: hangs(world, *WEB), stuck=40),
    Fault("nginx killed", lambda world: world.kill("nginx")),
    Fault("nginx hangs for 20 s", lambda world: hangs(world, "nginx"), stuck=40),
    Fault("Redis killed, its data lost", redis_dies),
    Fault("Redis silent for 30 s", redis_is_out_of_reach, stuck=50),
    Fault("PostgreSQL restarted", lambda world: world.cluster.restart()),
    Fault("PostgreSQL killed", postgres_dies),
    Fault("disk full", disk_fills, after=lambda world: world.disk.clear()),
    Fault("clock an hour forward", lambda world: world.step_clock(3600), needs=World.have_a_clock),
    Fault("clock an hour back", lambda world: world.step_clock(0), needs=World.have_a_clock),
]


def test_a_crowd_comes_back_by_itself_and_not_all_at_once(world: World, report: dict[str, Any]) -> None:
    wait_for(world.is_ready, "readiness", 90)
    person = world.people[0]
    table = person.create(seats=2, bots="easy", pace="relaxed", bot_pace="instant", visibility="unlisted")
    wait_for(lambda: person.view(table)["legal"], "the first choice", 30)
    crowd = Crowd(world.up.url, table)
    try:
        with browser_page(person, table) as page:
            at = time.monotonic()
            world.kill(*WEB)
            expect(page.locator("#connection")).to_be_visible()
            back = crowd.came_back(at)
            report["browser"] = round(check_browser(page, person, table) - at, 1)
            report |= {"sockets": round(back[-1], 1), "half": round(back[len(back) // 2], 1)}
            report["busiest tenth of a second"] = f"{crowd.busiest(crowd.asked(at)):.0%}"
            assert crowd.busiest(crowd.asked(at)) <= BUSIEST
            assert crowd.spread(crowd.asked(at)) >= FIRST
            moved = person.act(table, person.view(table)["legal"][0], person.view(table)["seq"])
            check_browser(page, person, table)
            assert moved.status == 200
            wait_for(lambda: {one.seq for one in crowd.pages} == {person.view(table)["seq"]}, "the move for all", 40)
    finally:
        crowd.leave()


@pytest.mark.parametrize("fault", [pytest.param(fault, id=fault.name) for fault in FAULTS])
def test_nothing_is_lost(world: World, fault: Fault, report: dict[str, Any]) -> None:
    fault.needs(world)
    wait_for(world.is_ready, "readiness", 90)
    traffic = Traffic(world, world.people)
    try:
        traffic.start()
        traffic.make_the_thinker_think()
        at = time.monotonic()
        fault.do(world)
        done = time.monotonic()
        wait_for(lambda: traffic.recovered(done), f"recovery {where(traffic)}", 90)
        report["recovered"] = round(time.monotonic() - at, 1)
        assert traffic.thought() <= time.monotonic() - done + UNNOTICED
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
        fault.after(world)


def where(traffic: Traffic) -> str:
    """What each page shows, for whoever reads the failure."""
    return "\n".join(
        f"{page.name} {page.table} seq {page.seq} over {page.ended} live {page.live}" for page in traffic.pages
    )
