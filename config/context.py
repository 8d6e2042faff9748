"""What every template knows beside its view's context."""

from typing import Any

from django.http import HttpRequest

from accounts import preferences


def site(request: HttpRequest) -> dict[str, Any]:
    """The reader's preferences (`prefs`). No query for somebody who is not signed in."""
    return {"prefs": preferences.for_request(request)}
