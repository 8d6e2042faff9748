"""/healthz tells whether the site is fit to be played on."""

from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from config import health
from config.tasks import heartbeat
from games.models import Heartbeat
from tests.processes import free_port

pytestmark = pytest.mark.django_db


def test_it_is_healthy_once_each_queue_has_a_worker(client: Client) -> None:
    heartbeat("turns")
    heartbeat("events")
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"ok": True, "problems": []})


def test_it_names_the_queue_that_no_worker_serves(client: Client) -> None:
    heartbeat("turns")
    response = client.get("/healthz")
    assert (response.status_code, response.json()["problems"]) == (503, ["no worker on queue 'events'"])


def test_a_worker_that_fell_silent_is_noticed(client: Client) -> None:
    heartbeat("turns")
    heartbeat("events")
    Heartbeat.objects.filter(name="worker:turns").update(at=timezone.now() - health.STALE - timedelta(seconds=1))
    assert client.get("/healthz").json()["problems"] == ["no worker on queue 'turns'"]


def test_it_says_when_migrations_are_missing(client: Client) -> None:
    with mock.patch.object(health, "migrated", return_value=False):
        response = client.get("/healthz")
    assert (response.status_code, response.json()["problems"]) == (503, ["migrations have not been applied"])


def test_it_says_when_the_database_is_away(client: Client) -> None:
    with mock.patch.object(health, "migrated", side_effect=OperationalError):
        assert client.get("/healthz").json()["problems"] == ["database: OperationalError"]


def test_no_cache_keeps_the_answer(client: Client) -> None:
    assert "no-store" in client.get("/healthz").headers["Cache-Control"]


@pytest.fixture
def alive() -> None:
    """Everything that /healthz asks for, and the clocks."""
    heartbeat("turns")
    heartbeat("events")
    Heartbeat.objects.create(name="clocks", at=timezone.now())


def test_it_is_ready_when_healthy_and_the_clocks_are_watched(client: Client, alive: None) -> None:
    response = client.get("/readyz")
    assert (response.status_code, response.json()) == (200, {"ok": True, "problems": []})


def test_it_is_not_ready_while_nobody_watches_the_clocks(client: Client, alive: None) -> None:
    Heartbeat.objects.filter(name="clocks").update(at=timezone.now() - timedelta(seconds=9))
    response = client.get("/readyz")
    assert (response.status_code, response.json()["problems"]) == (503, ["the sweep last ran 9 s ago"])
    assert client.get("/healthz").status_code == 200


def test_it_is_not_ready_without_its_redis_and_tells_no_password(client: Client, alive: None, settings: Any) -> None:
    settings.REDIS_DATABASES = {"queue": f"redis://:hunter2@127.0.0.1:{free_port()}/1"}
    response = client.get("/readyz")
    assert (response.status_code, response.json()["problems"]) == (503, ["redis (queue): ConnectionError"])


def test_it_is_not_ready_while_nobody_gets_through(client: Client, alive: None, settings: Any) -> None:
    settings.FRONT_DOOR = ("127.0.0.1", free_port())
    response = client.get("/readyz")
    assert (response.status_code, response.json()["problems"]) == (503, ["nothing gets through where FRONT_DOOR says"])
    assert client.get("/healthz").status_code == 200


def test_without_a_database_it_says_so_once(client: Client, alive: None) -> None:
    away = {"migrated": mock.DEFAULT, "sweep_age": mock.DEFAULT}
    with mock.patch.multiple(health, **away) as patched:
        for each in patched.values():
            each.side_effect = OperationalError
        assert client.get("/readyz").json()["problems"] == ["database: OperationalError"]
