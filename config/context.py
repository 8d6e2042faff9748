"""What every template knows beside its view's context."""

from typing import Any

from django.http import HttpRequest

from accounts import preferences
from games.presenters.lobby import badge_context


def site(request: HttpRequest) -> dict[str, Any]:
    """The reader's preferences (`prefs`) and, signed in, the tables that wait for them (`badge`).

    No query for somebody who is not signed in, one for everybody else.
    """
    user = getattr(request, "user", None)
    badge = badge_context(user) if user is not None and user.is_authenticated else {}
    return {"prefs": preferences.for_request(request), **badge}
