"""How often one person, or one address, may send something: counted by the minute in the cache, for all processes.

What the limits are for: a script gone wild, and guests made by the hundred. People who play fast stay far below.
Sign-up, log-in, reset and guests have allauth's limits besides (settings.ACCOUNT_RATE_LIMITS).
"""

import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, Final

from allauth.account.adapter import get_adapter
from asgiref.sync import sync_to_async
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from accounts.views import too_many

log = logging.getLogger(__name__)
WINDOW: Final = 60  # seconds
IPV6_NETWORK: Final = 64  # bits; one household has all addresses behind them


@dataclass(frozen=True, slots=True)
class Limit:
    """How many within a window: of a person who is signed in, and from an address.

    Without `address` only visitors are counted by theirs, against `user`: a club behind one address plays undisturbed.
    """

    user: int
    address: int | None = None


MAKING: Final = Limit(20, 120)  # every visitor who makes something is a new person: only the address tells
LIMITS: Final = {
    **dict.fromkeys(("games:new", "games:play_now", "games:quick_seat", "games:rematch"), MAKING),
    "games:join": Limit(40, 240),
    "games:act": Limit(240),
    "tournaments:new": Limit(10, 60),
    "tournaments:register": Limit(30, 600),  # registration closes, and a whole club is late
    "socket": Limit(180, 1800),  # a page opens two; after a restart all come back at once
}
OTHERS: Final = Limit(120)  # any other request that may change something
AT_ONCE: Final = Limit(40, 1000)  # sockets open in one process; a page has two, and many guests may share an address


class Throttle:
    """Answers 429 to requests that may change something and come too fast."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: Any) -> HttpResponse | None:
        """Count the request under the name of its address."""
        if request.method in ("GET", "HEAD", "OPTIONS", "TRACE") or not settings.RATE_LIMITS:
            return None
        name = request.resolver_match.view_name if request.resolver_match is not None else ""
        if not is_over(name, request.user.pk, address_of(request)):
            return None
        response = too_many(request)
        response.headers["Retry-After"] = str(WINDOW - int(time.time()) % WINDOW)
        return response


class SocketThrottle:
    """Refuses sockets that are opened too fast, or beside too many others, before they are accepted; the pages try
    again after a while. What a client sends over an open one is counted by `scope["is_over"]`: name -> too many.

    Open sockets are counted where they are held, in the process: what it forgets when it is killed is gone with it.
    """

    def __init__(self, application: Callable[..., Awaitable[None]]) -> None:
        self.application = application
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: dict[str, Any], receive: Callable[..., Any], send: Callable[..., Any]) -> None:
        if not settings.RATE_LIMITS:
            return await self.application(scope, receive, send)
        user_id, address = scope["user"].pk, _address_of_socket(scope)
        holders = _holders(user_id, address)
        if any(self._open[name] >= most for name, most in holders.items()):
            return await WebsocketDenier()(scope, receive, send)
        self._open.update(holders.keys())
        try:
            too_fast = await sync_to_async(is_over, thread_sensitive=False)("socket", user_id, address)
            application = WebsocketDenier() if too_fast else self.application
            await application({**scope, "is_over": lambda name: is_over(name, user_id, address)}, receive, send)
        finally:
            self._open.subtract(holders.keys())
            for name in holders:
                if not self._open[name]:
                    del self._open[name]


def _holders(user_id: int | None, address: str) -> dict[str, int]:
    """Against whom an open socket counts, and how many they may have."""
    person = {f"user:{user_id}": AT_ONCE.user} if user_id is not None else {}
    return person | ({f"address:{address}": AT_ONCE.address or AT_ONCE.user} if address else {})


def _address_of_socket(scope: dict[str, Any]) -> str:
    request, client = HttpRequest(), scope.get("client") or ("", 0)
    forwarded = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    request.META = {"REMOTE_ADDR": client[0], "HTTP_X_FORWARDED_FOR": ",".join(forwarded)}
    return address_of(request)


def address_of(request: HttpRequest) -> str:
    """The visitor's address: the one that the last trusted proxy saw, whatever a visitor claims before it.

    Of an IPv6 address the network. Empty where there is none (a server on a local socket).
    """
    text = get_adapter().get_client_ip(request)
    try:
        address = ip_address(text)
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        return str(ip_network((address, IPV6_NETWORK), strict=False).network_address)
    return text


def is_over(name: str, user_id: int | None, address: str) -> bool:
    """Count one more of `name`, and tell whether that is too many. Every count goes up, whichever says so."""
    limit = LIMITS.get(name, OTHERS)
    if name not in LIMITS:
        name = "others"
    counts = []
    if user_id is not None:
        counts.append(_count(f"{name}:user:{user_id}") > limit.user)
    if address and (user_id is None or limit.address is not None):
        counts.append(_count(f"{name}:address:{address}") > (limit.address or limit.user))
    return any(counts)


def _count(what: str) -> int:
    """How many there were in this window, this one included."""
    key = f"throttle:{what}:{int(time.time() // WINDOW)}"
    try:
        return cache.incr(key)
    except ValueError:  # the first one
        cache.add(key, 0, 2 * WINDOW)
    try:
        return cache.incr(key)
    except ValueError:
        return 1
