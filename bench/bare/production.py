"""The production stack plus the bare view, its socket, and a count of what is asked of the database."""

from config.settings.production import *  # noqa: F403
from config.settings.production import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "bench.bare"]
ROOT_URLCONF = "bench.bare.urls"
ASGI_APPLICATION = "bench.bare.asgi.application"
