"""System checks: a misconfigured site says what is wrong and does not start.

Django runs them before every management command, Celery before a worker starts, config.asgi before the first request.
"""

import os
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register, run_checks
from django.core.checks import Warning as Caution
from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string

from config.logs import FORMATS

TAG = "site"
SWITCHES = ("DEBUG", "RATE_LIMITS", "SSL_REDIRECT", "VERIFY_EMAIL")
NUMBERS = ("PORT", "PROXIES", "HSTS_SECONDS", "DATABASE_POOL")
HOOKS = (
    "ACCOUNTS_BANNED", "ACCOUNTS_DELETING", "ACCOUNTS_SIGNED_OUT", "GAMES_CLOCK_SET_BACK", "GAMES_MATCH_FINISHED",
    "GAMES_MATCH_REMOVED", "GAMES_PREFERENCES", "GAMES_WELCOME_GUEST", "MAIL_ADDRESS",
)  # fmt: skip
Check = Callable[..., Iterator[CheckMessage]]


def refuse_misconfiguration() -> None:
    """Raise ImproperlyConfigured when any check of the site finds an error."""
    errors = [str(message) for message in run_checks(tags=[TAG]) if message.is_serious()]
    if errors:
        raise ImproperlyConfigured("\n".join(errors))


def site_check(check: Check) -> Check:
    """Register a generator of messages as a check of the site."""

    def run(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
        return list(check())

    register(run, TAG)
    return check


@site_check
def one_process_parts_stay_embedded() -> Iterator[CheckMessage]:
    """What lives in one process's memory cannot carry a site of several processes."""
    if settings.DEBUG or getattr(settings, "EMBEDDED", False):
        return
    if "InMemory" in settings.CHANNEL_LAYERS["default"]["BACKEND"]:
        yield Error("The in-memory channel layer does not reach other processes.", "Set REDIS_URL.", id="site.E001")
    if settings.CELERY_BROKER_URL.startswith("memory:"):
        yield Error("The memory:// broker does not reach other processes.", "Set REDIS_URL.", id="site.E002")


@site_check
def hosts_are_named() -> Iterator[CheckMessage]:
    """With any host allowed, a forged Host header puts a stranger's address into our mails."""
    if any(host in ("*", ".") for host in settings.ALLOWED_HOSTS):
        yield Error("ALLOWED_HOSTS allows every host.", "Name the site's own hosts.", id="site.E003")


@site_check
def times_are_aware() -> Iterator[CheckMessage]:
    """Clocks and beat both go wrong at a change of the clocks when times are naive."""
    if not settings.USE_TZ:
        yield Error("USE_TZ is off.", "Set USE_TZ = True.", id="site.E004")


@site_check
def sqlite_waits_its_turn() -> Iterator[CheckMessage]:
    """In SQLite's default mode racing writers answer "database is locked"; begun as writers, they queue."""
    for alias, database in settings.DATABASES.items():
        if not database["ENGINE"].endswith("sqlite3"):
            continue
        options = database.get("OPTIONS", {})
        if options.get("transaction_mode") != "IMMEDIATE" or options.get("timeout", 5) < 20:
            hint = "OPTIONS need transaction_mode IMMEDIATE and a timeout of 20 s."
            yield Error(f"Writers of the SQLite database {alias!r} do not queue.", hint, id="site.E005")


@site_check
def environment_can_be_read() -> Iterator[CheckMessage]:
    """A typing error in the environment is reported, not silently replaced by the default."""
    for name in NUMBERS:
        text = os.environ.get(name, "").strip()
        if text and not (text.isascii() and text.isdigit()):
            yield Error(f"{name} must be a number, not {text!r}.", id="site.E006")
        elif name == "PORT" and text and not 0 < int(text) < 65536:
            yield Error(f"PORT must be from 1 to 65535, not {text}.", id="site.E006")
    for name in SWITCHES:
        text = os.environ.get(name, "").strip().lower()
        if text and text not in {"on", "off", "1", "0", "true", "false", "yes", "no"}:
            yield Error(f"{name} must be on or off, not {text!r}.", id="site.E007")
    if (form := os.environ.get("LOGS") or "text") not in FORMATS:
        yield Error(f"LOGS must be one of {', '.join(FORMATS)}, not {form!r}.", id="site.E014")


@site_check
def connections_do_not_leak() -> Iterator[CheckMessage]:
    """A kept connection belongs to one thread. SQLite's are files; a server's are few, and the pool shares them."""
    for alias, database in settings.DATABASES.items():
        kept = database.get("CONN_MAX_AGE", 0) != 0 and not database["ENGINE"].endswith(".sqlite3")
        if kept or database.get("ATOMIC_REQUESTS"):
            hint = "CONN_MAX_AGE must be 0 and ATOMIC_REQUESTS off; the pool keeps connections."
            yield Error(f"Database {alias!r} keeps connections or transactions per request.", hint, id="site.E008")


@site_check
def redis_is_not_shared() -> Iterator[CheckMessage]:
    """Flushing the broker must not cut every socket's messages, nor the other way round."""
    hosts = settings.CHANNEL_LAYERS["default"].get("CONFIG", {}).get("hosts", [])
    if settings.CELERY_BROKER_URL in [host.get("address") if isinstance(host, dict) else host for host in hosts]:
        yield Error("Broker and channel layer share a Redis database.", "Give each its own number.", id="site.E009")


@site_check
def no_task_is_lost_with_its_worker() -> Iterator[CheckMessage]:
    """Late acknowledgement alone loses the task of a killed child."""
    late, rejected = (
        getattr(settings, f"CELERY_TASK_{name}", False) for name in ("ACKS_LATE", "REJECT_ON_WORKER_LOST")
    )
    if late != rejected:
        hint = "Set CELERY_TASK_ACKS_LATE and CELERY_TASK_REJECT_ON_WORKER_LOST together."
        yield Error("A killed worker's task would be lost.", hint, id="site.E010")


@site_check
def beat_keeps_up() -> Iterator[CheckMessage]:
    """Beat sleeps at most its loop interval; a shorter period would be skipped. All periodic work expires."""
    shortest = min(entry["schedule"] for entry in settings.CELERY_BEAT_SCHEDULE.values())
    if timedelta(seconds=settings.CELERY_BEAT_MAX_LOOP_INTERVAL) > shortest:
        yield Error("Beat's loop interval is longer than the shortest period.", id="site.E011")
    for name, entry in settings.CELERY_BEAT_SCHEDULE.items():
        if "expires" not in entry["options"] or entry["options"]["queue"] not in settings.CELERY_TASK_QUEUES:
            yield Error(f"Periodic work {name!r} does not expire or has no queue.", id="site.E012")


@site_check
def hooks_can_be_called() -> Iterator[CheckMessage]:
    """A listener that cannot be imported would fail only when an account is deleted or a match ends."""
    for name in HOOKS:
        named = getattr(settings, name)
        for dotted in [named] if isinstance(named, str) else named:
            try:
                import_string(dotted)
            except ImportError as error:
                yield Error(f"{name}: {dotted} cannot be imported ({error}).", id="site.E013")


@site_check
def mail_goes_somewhere() -> Iterator[CheckMessage]:
    """Without mail nobody can reset a password."""
    if not (settings.DEBUG or settings.EMBEDDED or settings.EMAIL_HOST != "localhost"):
        yield Caution("EMAIL_URL is not set: mail goes to port 25 of this machine.", id="site.W001")
