"""Addresses of the tournaments' sockets."""

from django.urls import path

from tournaments import consumers

websocket_urlpatterns = [
    path("ws/tournaments/", consumers.ListConsumer.as_asgi()),
    path("ws/tournaments/<slug:slug>/", consumers.EventConsumer.as_asgi()),
]
