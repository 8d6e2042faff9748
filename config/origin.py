"""Sockets are for this site's own pages only."""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import validate_host

Application = Callable[[dict[str, Any], Callable[..., Any], Callable[..., Any]], Awaitable[None]]
DEFAULT_PORTS = {"http": 80, "https": 443}


class SameOrigin:
    """Refuse a socket whose Origin is not the very host and port it was opened on, before it is accepted.

    A browser sends the session cookie with a socket opened by any page of the web; the Origin header alone tells. No
    Origin at all, `null`, another port or a subdomain are all refused; over TLS a page of plain HTTP too, which anybody
    on the way may have written. CSRF_TRUSTED_ORIGINS are accepted as well.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Callable[..., Any], send: Callable[..., Any]) -> None:
        application = self.application if is_same_origin(scope) else WebsocketDenier()
        await application(scope, receive, send)


def is_same_origin(scope: dict[str, Any]) -> bool:
    """Tell whether the handshake's Origin names the host that its Host header names, and that host is ours."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    origin, host = headers.get(b"origin", "").lower(), headers.get(b"host", "").lower()
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    parts = urlsplit(origin)
    if parts.scheme not in DEFAULT_PORTS or not validate_host(without_port(host), settings.ALLOWED_HOSTS):
        return False
    if is_encrypted(headers) and parts.scheme != "https":
        return False
    port = f":{DEFAULT_PORTS[parts.scheme]}"
    return parts.netloc.removesuffix(port) == host.removesuffix(port)


def is_encrypted(headers: dict[bytes, str]) -> bool:
    """Tell whether the proxy in front says that the browser came over TLS."""
    if not settings.SECURE_PROXY_SSL_HEADER:
        return False
    name, value = settings.SECURE_PROXY_SSL_HEADER
    return headers.get(name.removeprefix("HTTP_").replace("_", "-").lower().encode()) == value


def without_port(host: str) -> str:
    """Return a Host header's name without its port; an IPv6 address keeps its brackets."""
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() else host
