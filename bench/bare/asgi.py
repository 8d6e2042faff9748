"""The site's application, with one more socket."""

from collections.abc import Awaitable, Callable
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import path

from config.asgi import application as site

from .views import BareConsumer

bare = AuthMiddlewareStack(URLRouter([path("ws/bare/<int:number>/", BareConsumer.as_asgi())]))


def sockets(scope: dict[str, Any], receive: Callable[..., Any], send: Callable[..., Any]) -> Awaitable[None]:
    """The bare socket, or one of the site's."""
    serve = bare if scope["path"].startswith("/ws/bare/") else site.application_mapping["websocket"]
    answer: Awaitable[None] = serve(scope, receive, send)
    return answer


application = ProtocolTypeRouter({"http": site.application_mapping["http"], "websocket": sockets})
