"""Somebody who tries one thing after the other."""

import json
from typing import Any, Final
from urllib.parse import urlencode

from django.conf import settings
from django.db import transaction

from tests.hostile.answers import PROBES, check
from tests.hostile.world import World

JSON: Final = {"Accept": "application/json"}
FORM: Final = "application/x-www-form-urlencoded"


class Attacker:
    """One person with one session; whatever came of an attack is undone."""

    def __init__(self, world: World, role: str) -> None:
        self.world, self.role, self.client = world, role, world.client(role)
        self.session = self.client.cookies.get(settings.SESSION_COOKIE_NAME)

    def send(self, what: str, method: str, path: str, data: Any = "", **more: Any) -> tuple[int, str]:
        """Make a request; its status and text, once they are found to be clear. Bytes are sent as they are."""
        with transaction.atomic():
            if isinstance(data, bytes):
                response = self.client.generic(method, path, data, **more)
            else:
                response = getattr(self.client, method)(path, data or None, **more)
            text = check(self.world, self.role, response, f"{path}: {what}")
            if response.headers["Content-Type"] == "application/json" and response.status_code >= 400:
                assert json.loads(text).get("error") or PROBES.search(path), (path, what)
            transaction.set_rollback(True)
        self.client.cookies.clear()
        if self.session is not None:
            self.client.cookies[settings.SESSION_COOKIE_NAME] = self.session.value
        return response.status_code, text

    def ask(self, what: str, path: str, query: dict[str, str]) -> None:
        """Open a page with a query."""
        self.send(what, "get", f"{path}?{urlencode(query, errors='surrogatepass')}")

    def post(self, what: str, path: str, body: dict[str, Any]) -> None:
        """Send a form."""
        content = urlencode(body, doseq=True, errors="surrogatepass").encode()
        self.send(what, "POST", path, content, content_type=FORM, headers=JSON)
