"""Beat goes on whichever way the machine's clock is set."""

from datetime import timedelta
from typing import Any

import pytest

from config.beat import SteadyScheduler
from config.celery import app


@pytest.fixture
def beat(monkeypatch: pytest.MonkeyPatch) -> SteadyScheduler:
    """One that has just sent everything; it notes what it sends instead of sending it."""
    beat = SteadyScheduler(app=app, lazy=True)
    beat.setup_schedule()
    beat.sent = []  # type: ignore[attr-defined]
    monkeypatch.setattr(beat, "apply_entry", lambda entry, producer=None: beat.sent.append(entry.name))
    monkeypatch.setattr(beat, "producer", None, raising=False)
    for entry in beat.schedule.values():
        entry.last_run_at = entry.default_now()
    beat.tick()
    return beat


def be_an_hour_ahead(beat: Any) -> None:
    """Until now the clock was an hour ahead."""
    beat._offset += 3600
    for entry in beat.schedule.values():
        entry.last_run_at += timedelta(hours=1)
    beat.populate_heap()


def test_a_clock_set_back_does_not_stop_it(beat: SteadyScheduler) -> None:
    be_an_hour_ahead(beat)
    assert beat.tick() <= 1
    assert all(entry.last_run_at <= entry.default_now() for entry in beat.schedule.values())


def test_without_a_step_what_was_sent_stays_sent(beat: SteadyScheduler) -> None:
    before = [entry.last_run_at for entry in beat.schedule.values()]
    assert beat.tick() > 0
    assert [entry.last_run_at for entry in beat.schedule.values()] == before
