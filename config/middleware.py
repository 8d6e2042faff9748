"""Headers that every page carries."""

from collections.abc import Callable
from urllib.parse import unquote

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils import timezone
from django.utils.cache import add_never_cache_headers

from tournaments import zones

Handler = Callable[[HttpRequest], HttpResponse]

# 'unsafe-inline' for style attributes only: cards carry their place as a CSS variable.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self'; media-src 'self'; manifest-src 'self'; connect-src 'self' ws://{host} wss://{host}; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# What a card game never asks a browser for.
PERMISSIONS = ", ".join(
    f"{name}=()" for name in ("camera", "display-capture", "geolocation", "microphone", "midi", "payment", "usb")
)


class ContentSecurityPolicy:
    """Nothing loads from elsewhere and no inline script runs. The sockets' own scheme needs the host by name."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY.format(host=host_of(request)))
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response


def host_of(request: HttpRequest) -> str:
    """Return the request's host, or a name that matches nothing when the host itself was refused."""
    try:
        return request.get_host()
    except DisallowedHost:
        return "invalid"


class CsrfCookie:
    """Every answer of a view sets the `csrftoken` cookie, so that scripts and htmx always have one to send back."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        get_token(request)
        return self.get_response(request)


class ReaderZone:
    """Times are written in the zone that the reader's browser named (static/js/times.js); UTC until it has."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        zone = zones.find(unquote(request.COOKIES.get(zones.COOKIE, "")))
        with timezone.override(zone or timezone.get_default_timezone()):
            return self.get_response(request)


class NotStored:
    """Every page names its reader: no cache keeps it, so that Back shows nothing private after log-out.

    A view that sets Cache-Control itself knows better.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response
