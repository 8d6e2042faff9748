"""Several processes behind nginx: PostgreSQL, Redis, daphne, Celery workers and one beat. README has the list."""

import os

from django.core.exceptions import ImproperlyConfigured

from config import env, logs, metric_files, sentry, watched

from .base import *  # noqa: F403

NEEDED = ("SECRET_KEY", "DATABASE_URL", "REDIS_URL", "ALLOWED_HOSTS")
if missing := [name for name in NEEDED if not os.environ.get(name)]:
    raise ImproperlyConfigured(f"Set in the environment: {', '.join(missing)} (see README, 'For the host').")

EMBEDDED = False
DEBUG = False
SECRET_KEY = os.environ["SECRET_KEY"]
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")

try:
    DATABASES = {"default": env.database(os.environ["DATABASE_URL"])}
    CELERY_BROKER_URL = env.redis_database(os.environ["REDIS_URL"], 1)
    LAYER_URL = env.redis_database(os.environ["REDIS_URL"], 0)
    CACHE_URL = env.redis_database(os.environ["REDIS_URL"], 2)
    REDIS_DATABASES = {"messages": LAYER_URL, "queue": CELERY_BROKER_URL, "limits": CACHE_URL}
    FRONT_DOOR = env.front_door(os.environ.get("FRONT_DOOR", ""))
    vars().update(env.mail(os.environ["EMAIL_URL"]) if os.environ.get("EMAIL_URL") else {})
except ValueError as error:
    raise ImproperlyConfigured(str(error)) from error

# Persistent connections leak under ASGI (each request may run in a thread of its own); the pool does not.
# A health check when one is taken lets the site outlive a restart of the database.
DATABASES["default"] |= {"CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True, "ATOMIC_REQUESTS": False}
DATABASES["default"]["OPTIONS"] |= env.PREPARED
DATABASES["default"]["OPTIONS"] |= {"pool": {"min_size": 2, "max_size": env.number("DATABASE_POOL", 10), "timeout": 10}}

# A connection that a restart of Redis cut, or that has gone silent, is opened anew.
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [watched.host(LAYER_URL)], "prefix": "threeup"},
    }
}

# Rate limits count here, for all processes together. A Redis that does not answer must not hold up log-ins and moves.
CACHES = {
    "default": {
        "BACKEND": "config.cache.ForgivingCache",
        "LOCATION": CACHE_URL,
        "OPTIONS": {"socket_timeout": 0.5, "socket_connect_timeout": 0.5},
    }
}

# Without time-outs beat, workers and senders of hints would wait for ever on a connection that has gone silent.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 3600,
    "socket_connect_timeout": 3,
    "socket_timeout": 3,
    "health_check_interval": 5,
}
SAYS_WEB_IS_HERE = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True  # late acknowledgement alone loses a killed child's task

# nginx ends TLS and says so in X-Forwarded-Proto; it must set that header itself on every request.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = env.flag("SSL_REDIRECT", True)
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
SECURE_HSTS_SECONDS = env.number("HSTS_SECONDS", 365 * 24 * 3600)
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = False
ALLAUTH_TRUSTED_PROXY_COUNT = env.number("PROXIES", 1)

EMAIL_BACKEND = "config.mail.QueuedBackend"
MAIL_TRANSPORT = "django.core.mail.backends.smtp.EmailBackend"
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = SERVER_EMAIL = os.environ.get("EMAIL_FROM") or f"3UP 3DOWN <games@{ALLOWED_HOSTS[0].lstrip('.')}>"

# Subdomains and the browsers' preload list are the host's to decide, not the site's.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
# For links in mails that no request asked for.
SITE_URL = (os.environ.get("SITE_URL") or f"https://{ALLOWED_HOSTS[0].lstrip('.')}").rstrip("/")

LOGGING = logs.configuration(os.environ.get("LOGS") or "json")
# All processes of a machine count in the files of one directory.
METRICS_DIR = os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")
if METRICS_DIR:
    metric_files.share(METRICS_DIR)
sentry.start(os.environ.get("SENTRY_DSN", ""))
