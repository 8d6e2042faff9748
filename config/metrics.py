"""/metrics for Prometheus: shut unless METRICS_TOKEN or METRICS_FROM say for whom it is open.

Counts live in the process, or in files below PROMETHEUS_MULTIPROC_DIR, where the web processes, the workers and their
children add up. What only the database knows is asked when somebody looks.
"""

import hmac
import ipaddress
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Count, Min
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Gauge, Histogram
from prometheus_client import generate_latest as as_text
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector

from config import metric_files
from config.health import sweep_age
from games.metrics import QUICK
from games.models import Match
from tournaments.models import Tournament

Handler = Callable[[HttpRequest], HttpResponse]
Application = Callable[[dict[str, Any], Callable[..., Any], Callable[..., Any]], Awaitable[None]]

REQUESTS: Final = Histogram(
    "threeup_request_seconds", "Requests by view and status.", ["view", "method", "status"], buckets=QUICK
)
SOCKETS: Final = Gauge("threeup_open_sockets", "Sockets that are open now.", ["path"], multiprocess_mode="livesum")
METHODS: Final = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
SOCKET_PATHS: Final = frozenset({"t", "lobby", "me", "tournaments"})


@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Everything that is counted, as text. Raises Http404 for whoever may not read it."""
    if not may_read(request):
        raise Http404
    registry: CollectorRegistry = REGISTRY
    if settings.METRICS_DIR:
        metric_files.drop_dead_gauges(settings.METRICS_DIR)
        registry = CollectorRegistry()
        MultiProcessCollector(registry, settings.METRICS_DIR)
    return HttpResponse(as_text(registry) + as_text(_Rows()), content_type=CONTENT_TYPE_LATEST)


def may_read(request: HttpRequest) -> bool:
    """Whether the request carries the token, or comes from an address that the host named."""
    token = settings.METRICS_TOKEN
    if token and hmac.compare_digest(request.headers.get("Authorization", "").encode(), f"Bearer {token}".encode()):
        return True
    try:
        address = ipaddress.ip_address(address_of(request))
    except ValueError:
        return False
    return any(address in network for network in settings.METRICS_FROM)


def address_of(request: HttpRequest) -> str:
    """Who asks: what the outermost trusted proxy saw, or the peer itself where nothing was forwarded."""
    forwarded = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",") if part.strip()]
    trusted = getattr(settings, "ALLAUTH_TRUSTED_PROXY_COUNT", 0)
    if not forwarded or not trusted:
        return str(request.META.get("REMOTE_ADDR") or "")
    return forwarded[-trusted] if trusted <= len(forwarded) else ""


class _Rows:
    """What the database knows: rows that are due, how late the oldest is, and when the clocks were last looked at."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """One query for each table. Without a database there is nothing to say: /readyz tells of that."""
        due = GaugeMetricFamily("threeup_due_rows", "Rows the server should have acted at by now.", labels=["rows"])
        late = GaugeMetricFamily("threeup_due_oldest_seconds", "How late the oldest of them is.", labels=["rows"])
        age = GaugeMetricFamily("threeup_sweep_age_seconds", "Since the sweep last kept the clocks.")
        now = timezone.now()
        try:
            for name, model in (("matches", Match), ("tournaments", Tournament)):
                row = model.objects.filter(due_at__lte=now).aggregate(count=Count("pk"), oldest=Min("due_at"))
                due.add_metric([name], row["count"])
                late.add_metric([name], (now - row["oldest"]).total_seconds() if row["oldest"] else 0)
            seconds = sweep_age()
        except DatabaseError:
            return
        if seconds is not None:
            age.add_metric([], seconds)
        yield from (due, late, age)


class Requests:
    """Times every request. Views go by their name in the urls, so that no address of a table becomes a label."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started = time.perf_counter()
        response = self.get_response(request)
        view = request.resolver_match.view_name if request.resolver_match else ""
        method = request.method if request.method in METHODS else "other"
        REQUESTS.labels(view or "none", method, response.status_code).observe(time.perf_counter() - started)
        return response


class Sockets:
    """Counts the sockets that are open."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Callable[..., Any], send: Callable[..., Any]) -> None:
        kind = scope["path"].removeprefix("/ws/").partition("/")[0]
        with SOCKETS.labels(kind if kind in SOCKET_PATHS else "other").track_inprogress():
            await self.application(scope, receive, send)
