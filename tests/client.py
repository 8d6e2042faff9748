"""A visitor over real HTTP: keeps cookies, sends the CSRF token, does not follow redirects."""

import http.client
import json
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import SplitResult, urlencode, urlsplit


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)

    @property
    def location(self) -> str:
        """Where a redirect leads."""
        return self.headers.get("Location", "")


class Client:
    """One visitor with one cookie jar. Extra headers are sent with every request.

    `source`: the address to come from, for instance another one of this machine's own, 127.0.0.2.
    """

    def __init__(self, url: str, source: str = "", **headers: str) -> None:
        self.url, self.source = url, (source, 0) if source else None
        self.cookies: dict[str, str] = {}
        self._headers = {name.replace("_", "-"): value for name, value in headers.items()}

    def get(self, path: str, **headers: str) -> Answer:
        """GET a path."""
        return self._request("GET", path, None, headers)

    def post(self, path: str, data: dict[str, Any] | None = None, **headers: str) -> Answer:
        """POST a form, with the token of the csrftoken cookie; asks for JSON unless `Accept` says otherwise."""
        if "csrftoken" not in self.cookies:
            self.get("/")
        form = {"Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": self.cookies.get("csrftoken", "")}
        secure = self._headers.get("X-Forwarded-Proto") == "https"
        origin = {"Origin": self.url.replace("http:", "https:") if secure else self.url, "Accept": "application/json"}
        return self._request("POST", path, urlencode(data or {}, doseq=True), form | origin | headers)

    def _connection(self, parts: SplitResult) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(parts.hostname or "", parts.port, 30, self.source)

    def _request(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        connection = self._connection(urlsplit(self.url))
        cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        sent = self._headers | {name.replace("_", "-"): value for name, value in headers.items()} | cookie
        try:
            connection.request(method, path, body, sent)
            response = connection.getresponse()
            answer = Answer(response.status, response.headers, response.read())
        finally:
            connection.close()
        for line in answer.headers.get_all("Set-Cookie", []):
            for name, morsel in SimpleCookie(line).items():
                self.cookies[name] = morsel.value
        return answer
