"""The least a live table could do: commit one row, then send one fixed fragment to everybody in the group."""

import uuid

from asgiref.sync import async_to_sync
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from games.models import Heartbeat


@csrf_exempt
def submit(request: HttpRequest, number: int, size: int) -> HttpResponse:
    """Insert one row; on commit have the fragment of `size` characters sent."""
    with transaction.atomic():
        Heartbeat.objects.create(name=uuid.uuid4().hex, at=timezone.now())
        message = {"type": "bare.changed", "size": size}
        transaction.on_commit(lambda: async_to_sync(get_channel_layer().group_send)(f"bare.{number}", message))
    return HttpResponse(status=204)


class BareConsumer(AsyncWebsocketConsumer):
    """A socket that shows the fixed fragment."""

    async def connect(self) -> None:
        self.group = f"bare.{self.scope['url_route']['kwargs']['number']}"
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()
        await self.send("joined")

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def bare_changed(self, message: dict) -> None:
        await self.send("x" * message["size"])
