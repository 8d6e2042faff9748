"""All periodic work is listed once, expires, and names tasks that exist."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from celery.beat import ScheduleEntry

from config.celery import app
from config.periodic import BEAT_SCHEDULE, QUEUES


@pytest.mark.parametrize("name", BEAT_SCHEDULE)
def test_its_task_is_registered(name: str) -> None:
    app.loader.import_default_modules()
    assert BEAT_SCHEDULE[name]["task"] in app.tasks


@pytest.mark.parametrize("name", BEAT_SCHEDULE)
def test_it_expires_and_has_a_queue(name: str) -> None:
    options = BEAT_SCHEDULE[name]["options"]
    assert options["queue"] in QUEUES
    assert options["expires"] >= BEAT_SCHEDULE[name]["schedule"].total_seconds()


def test_nothing_is_listed_twice() -> None:
    work = [(entry["task"], entry["args"]) for entry in BEAT_SCHEDULE.values()]
    assert len(work) == len(set(work))


def test_due_matches_are_looked_for_at_least_every_second() -> None:
    assert BEAT_SCHEDULE["games: sweep"]["schedule"] <= timedelta(seconds=1)


def test_a_last_run_inside_the_repeated_hour_is_no_trouble() -> None:
    repeated = datetime(2026, 10, 25, 2, 30, fold=1, tzinfo=ZoneInfo("Europe/Helsinki")).astimezone(UTC)
    entry = ScheduleEntry(app=app, name="x", last_run_at=repeated, **BEAT_SCHEDULE["games: sweep"])
    assert entry.is_due().is_due
