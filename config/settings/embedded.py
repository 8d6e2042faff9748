"""The default stack: SQLite, in-memory channel layer and broker, one process (`make run`)."""

import os
from pathlib import Path

from config import env
from config.secret import kept_secret

from .base import *  # noqa: F403
from .base import BASE_DIR, STORAGES

EMBEDDED = True
EMBEDDED_DIR = Path(os.environ.get("EMBEDDED_DIR") or BASE_DIR / "var").resolve()
EMBEDDED_DIR.mkdir(parents=True, exist_ok=True)

DEBUG = env.flag("DEBUG", False)
SECRET_KEY = kept_secret(EMBEDDED_DIR / "secret_key")
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *env.words("ALLOWED_HOSTS")]
# For links in mails that no request asked for.
SITE_URL = os.environ.get("SITE_URL", f"http://localhost:{os.environ.get('PORT') or 8000}").rstrip("/")

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": EMBEDDED_DIR / "db.sqlite3",
        "CONN_MAX_AGE": None,  # for as long as its thread: opening one reads the whole schema
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
    }
}
CHANNEL_LAYERS = {"default": {"BACKEND": "config.layers.ThreadSafeInMemoryChannelLayer"}}

CELERY_BROKER_URL = "memory://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.02}
CELERY_WORKER_POOL = "threads"
CELERY_WORKER_CONCURRENCY = 2

EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
DEFAULT_FROM_EMAIL = "3UP 3DOWN <games@localhost>"

STATIC_ROOT = EMBEDDED_DIR / "static"
if DEBUG:  # files as they are on disk, read anew at every request
    STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True
