"""The real processes on PostgreSQL and Redis: they come up, do the periodic work, and outlive each other."""

import signal
from datetime import datetime

import pytest

from tests.processes import ROOT
from tests.stack.services import Stack
from tests.waiting import wait_for

pytestmark = [pytest.mark.stack, pytest.mark.timeout(180)]


def heard(stack: Stack, name: str) -> datetime | None:
    rows = stack.database.query("select at from games_heartbeat where name = %s", name)
    return rows[0][0] if rows else None


def wait_for_news(stack: Stack, name: str, seconds: float = 60) -> None:
    before = heard(stack, name)
    wait_for(lambda: stack.revive() and heard(stack, name) != before, f"news of {name}", seconds)


def test_the_site_is_healthy(stack: Stack) -> None:
    assert wait_for(lambda: not stack.health(), "health", 40)


def test_pages_come_with_hashed_static_files(stack: Stack) -> None:
    page = stack.client().get("/")
    stylesheet = page.text.split('rel="stylesheet" href="')[1].split('"')[0]
    assert (page.status, stack.client().get(stylesheet).status) == (200, 200)


def test_plain_http_is_sent_to_https(stack: Stack) -> None:
    answer = stack.client().get("/", **{"X-Forwarded-Proto": "http"})
    assert (answer.status, answer.location.startswith("https://")) == (301, True)


def test_cookies_are_secure(stack: Stack) -> None:
    assert "Secure" in stack.client().get("/").headers["Set-Cookie"]


def test_beat_and_worker_do_the_periodic_work(stack: Stack) -> None:
    wait_for_news(stack, "worker:turns")
    wait_for_news(stack, "worker:events")


def test_a_silent_worker_is_noticed_and_its_successor_too(stack: Stack) -> None:
    stack.processes["events"].kill()
    wait_for(lambda: "no worker on queue 'events'" in stack.health(), "notice of the dead worker", 40)
    stack.start_worker("events")
    wait_for(lambda: not stack.health(), "health", 40)


def test_a_worker_stops_cleanly_on_sigterm(stack: Stack) -> None:
    assert stack.processes["events"].stop(signal.SIGTERM, 20) == 0


def test_beat_started_again_goes_on_at_once(stack: Stack) -> None:
    stack.processes["beat"].kill()
    stack.start_beat()
    wait_for_news(stack, "worker:turns")


def test_work_goes_on_after_redis_was_restarted(stack: Stack) -> None:
    stack.redis.stop()
    stack.redis.start()
    wait_for_news(stack, "worker:turns", 60)
    wait_for_news(stack, "worker:events", 60)


def test_pages_and_workers_outlive_a_restart_of_the_database(stack: Stack) -> None:
    stack.database.cut_all_connections()
    wait_for(lambda: stack.client().get("/healthz").status == 200, "health", 20)
    wait_for_news(stack, "worker:turns")


def test_many_visitors_do_not_use_up_the_connections(stack: Stack) -> None:
    for _ in range(100):
        assert stack.client().get("/healthz").status == 200
    assert stack.database.connections() <= 30


def test_the_schedule_leaves_no_file_behind(stack: Stack) -> None:
    assert list(ROOT.glob("celerybeat-schedule*")) == []
