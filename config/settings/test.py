"""The suite: the embedded stack by default, PostgreSQL and Redis when DATABASE_URL and REDIS_URL are set."""

import atexit
import os
import shutil
import tempfile

# Everything a run writes lives and dies in a directory of its own, so that runs side by side never meet.
_own = tempfile.mkdtemp(prefix="threeup-test-")
atexit.register(shutil.rmtree, _own, ignore_errors=True)
os.environ["EMBEDDED_DIR"] = _own

from config import env  # noqa: E402

from .embedded import *  # noqa: E402, F403
from .embedded import DATABASES, EMBEDDED_DIR, STORAGES  # noqa: E402

DEBUG = False
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]
SECRET_KEY = "only for tests"  # noqa: S105
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True
RATE_LIMITS = False
ACCOUNT_RATE_LIMITS = False

if os.environ.get("DATABASE_URL"):
    DATABASES = {"default": env.database(os.environ["DATABASE_URL"])}
    DATABASES["default"]["OPTIONS"] |= env.PREPARED
    DATABASES["default"]["TEST"] = {"NAME": f"test_threeup_{os.getpid()}"}
else:  # a file: threads of a test share it as the site's threads do, which an in-memory database does not allow
    DATABASES["default"]["TEST"] = {"NAME": EMBEDDED_DIR / "test.sqlite3"}

if os.environ.get("REDIS_URL"):  # the broker stays in memory: tasks are called, only tests/stack queues them for real
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [env.redis_database(os.environ["REDIS_URL"], 0)], "prefix": f"test-{os.getpid()}"},
        }
    }
