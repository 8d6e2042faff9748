"""The production settings, loaded in a process of their own."""

import json
import os
import subprocess
import sys
from typing import Any

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


def settings(*names: str) -> dict[str, Any]:
    code = (
        f"import json; from django.conf import settings as s; print(json.dumps({{n: getattr(s, n) for n in {names}}}, default=str))"
    )
    done = run(code)
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


def test_cookies_are_secure_and_the_browser_is_told_to_insist() -> None:
    found = settings(
        "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SESSION_COOKIE_HTTPONLY", "DEBUG", "SECURE_SSL_REDIRECT"
    )
    assert found == {
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SESSION_COOKIE_HTTPONLY": True,
        "DEBUG": False,
        "SECURE_SSL_REDIRECT": True,
    }
    assert settings("SECURE_HSTS_SECONDS")["SECURE_HSTS_SECONDS"] >= 180 * 24 * 3600


def test_a_killed_worker_loses_no_task() -> None:
    found = settings("CELERY_TASK_ACKS_LATE", "CELERY_TASK_REJECT_ON_WORKER_LOST", "CELERY_WORKER_PREFETCH_MULTIPLIER")
    assert list(found.values()) == [True, True, 1]


def test_broker_and_layer_use_different_redis_databases() -> None:
    found = settings("CELERY_BROKER_URL", "CHANNEL_LAYERS")
    assert found["CELERY_BROKER_URL"] == "redis://cache:6379/1"
    assert found["CHANNEL_LAYERS"]["default"]["CONFIG"]["hosts"][0]["address"] == "redis://cache:6379/0"


def test_the_pool_keeps_the_connections() -> None:
    database = settings("DATABASES")["DATABASES"]["default"]
    assert (database["CONN_MAX_AGE"], database["OPTIONS"]["pool"]["max_size"]) == (0, 10)
