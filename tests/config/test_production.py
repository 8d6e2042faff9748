"""The production settings, loaded in a process of their own."""

import inspect
import json
import os
import re
import subprocess
import sys
from typing import Any

import pytest
from daphne.server import Server

from tests.processes import ROOT

GOOD = {
    "DJANGO_SETTINGS_MODULE": "config.settings.production",
    "SECRET_KEY": "0123456789abcdef" * 4,
    "DATABASE_URL": "postgres://u:p@db/three",
    "REDIS_URL": "redis://cache:6379/0",
    "ALLOWED_HOSTS": "play.example.org",
    "EMAIL_URL": "smtp+tls://u:p@mail.example:587",
}


def run(code: str, **changes: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"]} | GOOD | changes
    command = [sys.executable, "-c", f"import django; django.setup(); {code}"]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def settings() -> dict[str, Any]:
    """All production settings, as JSON can tell them."""
    names = "{n: getattr(s, n) for n in dir(s) if n.isupper()}"
    done = run(f"import json; from django.conf import settings as s; print(json.dumps({names}, default=str))")
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def test_it_names_all_that_is_missing_at_once() -> None:
    done = run("", DATABASE_URL="", SECRET_KEY="")
    assert "Set in the environment: SECRET_KEY, DATABASE_URL" in done.stderr


def test_it_rejects_an_address_that_is_none() -> None:
    assert "DATABASE_URL must look like" in run("", DATABASE_URL="sqlite:///x").stderr


def test_deployment_checks_pass() -> None:
    done = run(
        "from django.core.management import call_command; call_command('check', deploy=True, fail_level='WARNING')"
    )
    assert done.returncode == 0, done.stderr


def test_cookies_are_secure_and_the_browser_is_told_to_insist(settings: dict[str, Any]) -> None:
    on = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SESSION_COOKIE_HTTPONLY", "SECURE_SSL_REDIRECT")
    assert [settings[name] for name in on] == [True] * 4
    assert settings["SECURE_HSTS_SECONDS"] >= 180 * 24 * 3600
    assert settings["DEBUG"] is False


def test_a_killed_worker_loses_no_task(settings: dict[str, Any]) -> None:
    names = ("TASK_ACKS_LATE", "TASK_REJECT_ON_WORKER_LOST", "WORKER_PREFETCH_MULTIPLIER")
    assert [settings[f"CELERY_{name}"] for name in names] == [True, True, 1]
    assert settings["CELERY_BROKER_TRANSPORT_OPTIONS"]["visibility_timeout"] == 3600


def test_layer_broker_and_cache_use_different_redis_databases(settings: dict[str, Any]) -> None:
    assert settings["CHANNEL_LAYERS"]["default"]["CONFIG"]["hosts"][0]["address"] == "redis://cache:6379/0"
    assert settings["CELERY_BROKER_URL"] == "redis://cache:6379/1"
    assert settings["CACHES"]["default"]["LOCATION"] == "redis://cache:6379/2"


def test_the_pool_keeps_the_connections(settings: dict[str, Any]) -> None:
    database = settings["DATABASES"]["default"]
    assert (database["CONN_MAX_AGE"], database["OPTIONS"]["pool"]["max_size"]) == (0, 10)


def test_a_silent_socket_is_pinged_several_times_before_the_proxy_gives_it_up() -> None:
    every = inspect.signature(Server).parameters["ping_interval"].default
    sockets = (ROOT / "deploy/nginx/site.conf.template").read_text().split("location /ws/")[1]
    patience = re.search(r"proxy_read_timeout (\d+)s", sockets)
    assert patience is not None
    assert 0 < 3 * every < int(patience[1])


def test_mail_leaves_through_the_worker(settings: dict[str, Any]) -> None:
    assert settings["EMAIL_BACKEND"] == "config.mail.QueuedBackend"
    assert (settings["EMAIL_HOST"], settings["EMAIL_PORT"], settings["EMAIL_USE_TLS"]) == ("mail.example", 587, True)
