"""The embedded stack plus the bare view and its socket."""

from config.settings.embedded import *  # noqa: F403

ROOT_URLCONF = "bench.bare.urls"
ASGI_APPLICATION = "bench.bare.asgi.application"
