"""Optional: reports of faults to a Sentry, when SENTRY_DSN is set and sentry-sdk installed (requirements-sentry.txt).

A report holds the kind of the error and where in the code it was. It holds no person, address, cookie, body or
variable: the variables of this site are hands of cards.
"""

from typing import Any, Final

from django.core.exceptions import ImproperlyConfigured

from config.logs import kind

DROPPED: Final = ("user", "breadcrumbs", "extra", "server_name")


def start(dsn: str, **options: Any) -> None:
    """Report to this address; an empty one reports nothing. Raises ImproperlyConfigured without the package."""
    if not dsn:
        return
    try:
        import sentry_sdk
    except ImportError as error:
        raise ImproperlyConfigured("SENTRY_DSN needs: pip install -r requirements-sentry.txt") from error
    sentry_sdk.init(
        dsn=dsn,
        include_local_variables=False,
        include_source_context=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        traces_sample_rate=0.0,
        before_send=scrub,
        **options,
    )


def scrub(event: dict[str, Any], hint: dict[str, Any]) -> dict[str, Any]:
    """Keep of a report what is about the code. Of the request: its method and path; of the error: what logs keep."""
    for name in DROPPED:
        event.pop(name, None)
    request = event.pop("request", {})
    event["request"] = {"method": request.get("method"), "url": str(request.get("url", "")).partition("?")[0]}
    if celery := event.get("contexts", {}).pop("celery-job", None):
        event["contexts"]["task"] = {"name": celery.get("task_name")}
    error = hint.get("exc_info", (None, None, None))[1]
    for value in event.get("exception", {}).get("values", []):
        told = kind(error).partition(": ")[2] if error is not None and value.get("type") == type(error).__name__ else ""
        value["value"] = told
    return event
