"""The site's application, with one more socket."""

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import path

from config.asgi import pages
from games.routing import websocket_urlpatterns

from .views import BareConsumer

sockets = [path("ws/bare/<int:number>/", BareConsumer.as_asgi()), *websocket_urlpatterns]
application = ProtocolTypeRouter({"http": pages, "websocket": AuthMiddlewareStack(URLRouter(sockets))})
