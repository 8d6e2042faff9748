"""What every template knows beside its view's context."""

from importlib.util import find_spec
from typing import Any

from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, Any]:
    """The reader's preferences (`prefs`). No query for somebody who is not signed in."""
    if not find_spec("accounts.preferences"):
        return {}
    from accounts import preferences

    return {"prefs": preferences.for_request(request)}
