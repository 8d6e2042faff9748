"""What holds of every answer of the site, whoever asked for whatever."""

import re
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpResponse

from tests.games.leaks import Watch
from tests.hostile.world import World, hidden_from

CLEAR = frozenset({200, 204, 301, 302, 303, 400, 403, 404, 405, 409, 410, 429})
PROBES = re.compile(r"/(healthz|readyz|metrics)\b")  # they say 503 on a site without workers
MARKUP = "<b>hostile</b>"
COUNTED = ("accounts", "games", "tournaments", "account", "auth")
PASSING = ("seen_at", "last_login")  # that somebody came, or looked at a table at which they wait, is no change


def text_of(response: Any) -> str:
    """The body as text."""
    body = b"".join(response.streaming_content) if response.streaming else response.content
    return str(body.decode())


def check(world: World, role: str, response: HttpResponse, what: str) -> str:
    """A clear answer that leads nowhere else and gives nothing away. Returns its text."""
    text = text_of(response)
    assert response.status_code in CLEAR or PROBES.search(what), (what, response.status_code, text[:300])
    for header in ("Location", "HX-Redirect", "HX-Location"):
        assert_on_site(response.headers.get(header, ""), what)
    assert MARKUP not in text or not response.headers["Content-Type"].startswith("text/html"), what
    assert response.headers["X-Content-Type-Options"] == "nosniff", what
    assert "script-src 'self'" in response.headers["Content-Security-Policy"], what
    for secret, kind in world.secrets(role).items():
        assert secret not in text, (what, kind)
    return text


def assert_on_site(url: str, what: str) -> None:
    """A redirect stays on this site, as a browser reads it: a backslash is a slash, controls are nothing."""
    seen = re.sub(r"[\x00-\x20]", "", url).replace("\\", "/")
    parts = urlsplit(seen)
    assert parts.netloc in ("", "testserver"), (what, url)
    assert parts.scheme in ("", "http", "https"), (what, url)
    assert parts.netloc or not seen.startswith("//"), (what, url)


def assert_hides_cards(world: World, role: str, text: str, what: str) -> None:
    """No face of the game in play that this reader has not seen."""
    watch, state = hidden_from(world, role)
    assert isinstance(watch, Watch)
    watch.assert_hides(state, text, what)


def stored() -> str:
    """Everything in the database that an address could have changed."""
    from django.apps import apps

    models = [model for app in COUNTED for model in apps.get_app_config(app).get_models()]
    return str([list(model._default_manager.order_by("pk").values_list(*_columns(model))) for model in models])


def _columns(model: Any) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields if field.name not in PASSING]
