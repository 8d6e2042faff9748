"""The ASGI application: pages by Django, sockets by Channels."""

import gc
import os

import django

from config import memory

memory.look_after()  # before anything starts a thread
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
django.setup(set_prefix=False)  # before anything that imports models

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.conf import settings  # noqa: E402

from config import presence  # noqa: E402
from config.checks import refuse_misconfiguration  # noqa: E402
from config.limits import BodyLimit  # noqa: E402
from config.metrics import Sockets  # noqa: E402
from config.origin import SameOrigin  # noqa: E402
from config.threads import Pages  # noqa: E402
from config.throttle import SocketThrottle  # noqa: E402
from games.routing import websocket_urlpatterns as tables  # noqa: E402
from tournaments.routing import websocket_urlpatterns as events  # noqa: E402

refuse_misconfiguration()
pages = Pages()
if settings.SAYS_WEB_IS_HERE:
    presence.start()

application = ProtocolTypeRouter(
    {
        "http": BodyLimit(pages),
        "websocket": SameOrigin(Sockets(AuthMiddlewareStack(SocketThrottle(URLRouter([*tables, *events]))))),
    }
)

# What was imported so far lives as long as the process: kept out of the collector's way (halved the p99 of requests).
gc.freeze()
