"""Each way to misconfigure the site is named before it starts."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured
from django.test import override_settings

from config.checks import TAG, refuse_misconfiguration

REDIS_LAYER = {
    "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": ["redis://h/0"]}}
}
MEMORY_LAYER = {"default": {"BACKEND": "config.layers.ThreadSafeInMemoryChannelLayer"}}
IMMEDIATE = {"transaction_mode": "IMMEDIATE", "timeout": 20}


def sqlite(**options: Any) -> dict[str, Any]:
    return {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "x", "OPTIONS": IMMEDIATE | options}}


def entry(**options: Any) -> dict[str, Any]:
    return {"x": {"task": "x", "schedule": timedelta(seconds=1), "options": {"queue": "turns", "expires": 1} | options}}


def found() -> set[str]:
    return {str(message.id) for message in run_checks(tags=[TAG])}


def test_the_suite_itself_is_well_configured() -> None:
    assert found() == set()


@pytest.mark.filterwarnings("ignore:Overriding setting DATABASES")
@pytest.mark.parametrize(("message", "wrong"), [
    ("site.E001", {"EMBEDDED": False, "CHANNEL_LAYERS": MEMORY_LAYER}),
    ("site.E002", {"EMBEDDED": False, "CELERY_BROKER_URL": "memory://"}),
    ("site.E003", {"ALLOWED_HOSTS": ["example.org", "*"]}),
    ("site.E004", {"USE_TZ": False}),
    ("site.E005", {"DATABASES": sqlite(transaction_mode="DEFERRED")}),
    ("site.E005", {"DATABASES": sqlite(timeout=5)}),
    ("site.E008", {"DATABASES": {"default": {"ENGINE": "django.db.backends.postgresql", "CONN_MAX_AGE": 60}}}),
    ("site.E009", {"CHANNEL_LAYERS": REDIS_LAYER, "CELERY_BROKER_URL": "redis://h/0"}),
    ("site.E010", {"CELERY_TASK_ACKS_LATE": True, "CELERY_TASK_REJECT_ON_WORKER_LOST": False}),
    ("site.E011", {"CELERY_BEAT_MAX_LOOP_INTERVAL": 5}),
    ("site.E012", {"CELERY_BEAT_SCHEDULE": entry(queue="nobody")}),
    ("site.E013", {"GAMES_MATCH_FINISHED": ["tournaments.nowhere.listen"]}),
])  # fmt: skip
def test_it_rejects_a_wrong_setting(message: str, wrong: dict[str, Any]) -> None:
    with override_settings(**wrong):
        assert message in found()


@pytest.mark.parametrize(("message", "name", "value"), [
    ("site.E006", "PORT", "80a"),
    ("site.E006", "PORT", "70000"),
    ("site.E006", "HSTS_SECONDS", "a year"),
    ("site.E007", "RATE_LIMITS", "none"),
])  # fmt: skip
def test_it_rejects_a_typing_error_in_the_environment(
    monkeypatch: pytest.MonkeyPatch, message: str, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    assert message in found()


def test_the_web_server_refuses_to_start_on_an_error() -> None:
    with override_settings(ALLOWED_HOSTS=["*"]), pytest.raises(ImproperlyConfigured, match="allows every host"):
        refuse_misconfiguration()


def test_debug_may_use_the_parts_of_one_process() -> None:
    with override_settings(EMBEDDED=False, DEBUG=True, CELERY_BROKER_URL="memory://"):
        assert "site.E002" not in found()
