"""Every address of the site."""

from importlib.util import find_spec

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from config.health import healthz


def of(prefix: str, module: str) -> list[URLPattern | URLResolver]:
    """Return the addresses of a module."""
    return [path(prefix, include(module))] if find_spec(module) else []


urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
    *of("", "config.pages"),
    *of("accounts/", "accounts.urls"),
    *of("", "games.urls"),
]
