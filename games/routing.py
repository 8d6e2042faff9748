"""Addresses of the sockets."""

from django.urls import path

from games import consumers

websocket_urlpatterns = [
    path("ws/t/<slug:slug>/", consumers.TableConsumer.as_asgi()),
    path("ws/lobby/", consumers.LobbyConsumer.as_asgi()),
    path("ws/me/", consumers.BadgeConsumer.as_asgi()),
]
