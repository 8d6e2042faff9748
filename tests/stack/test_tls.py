"""The site as a public one is reached: the template of nginx with a certificate, and plain HTTP beside it."""

import http.client
import json
import re
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import SplitResult

import pytest

from tests.client import Client
from tests.processes import free_port
from tests.serve.person import Person
from tests.stack.services import Stack
from tests.waiting import wait_for
from tests.websocket import Refused, Socket
from tools.up import find_nginx, write_nginx

pytestmark = [pytest.mark.stack, pytest.mark.timeout(120)]
OPTIONS = {"seats": 2, "bots": "easy", "pace": "relaxed", "bot_pace": "instant", "visibility": "unlisted"}


class Secure(Client):
    """A visitor over TLS who knows the site's certificate."""

    def __init__(self, url: str, certificate: Path) -> None:
        super().__init__(url)
        self.certificate = certificate
        self.context = ssl.create_default_context(cafile=certificate)

    def _connection(self, parts: SplitResult) -> http.client.HTTPConnection:
        return http.client.HTTPSConnection(parts.hostname or "", parts.port, timeout=30, context=self.context)


class SecureSocket(Socket):
    """wss://"""

    def __init__(self, visitor: Secure, path: str, origin: str = "same") -> None:
        self._context = visitor.context
        super().__init__(visitor, path, origin)

    def _connected(self, plain: socket.socket) -> socket.socket:
        return self._context.wrap_socket(plain, server_hostname="127.0.0.1")


@pytest.fixture(scope="module")
def site(running_stack: Stack, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Secure]]:
    """The address of plain HTTP, and a visitor over TLS."""
    running_stack.revive()
    directory, plain, secure = tmp_path_factory.mktemp("tls"), free_port(), free_port()
    certificate, key = directory / "fullchain.pem", directory / "privkey.pem"
    names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    made = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-out", str(certificate), "-keyout", str(key)]
    subprocess.run(["openssl", "req", *made, *names], check=True, capture_output=True)
    listen = f"listen 127.0.0.1:{plain}; listen 127.0.0.1:{secure} ssl; ssl_certificate {certificate}; "
    main = write_nginx(directory, f"{listen} ssl_certificate_key {key};", running_stack.ports)
    nginx = subprocess.Popen([find_nginx(), "-c", str(main)])
    visitor = Secure(f"https://127.0.0.1:{secure}", certificate)

    def answers() -> bool:
        assert nginx.poll() is None
        with suppress(ConnectionRefusedError):
            return visitor.get("/healthz").status == 200
        return False

    try:
        wait_for(answers, "the start of nginx", 40)
        yield f"http://127.0.0.1:{plain}", visitor
    finally:
        nginx.terminate()
        nginx.wait(20)


def test_plain_http_is_sent_to_https(site: tuple[str, Secure]) -> None:
    answer = Client(site[0]).get("/rules/?a=1")
    assert (answer.status, "Set-Cookie" in answer.headers) == (301, False)
    assert re.fullmatch(r"https://127\.0\.0\.1(:\d+)?/rules/\?a=1", answer.location)


def test_browsers_are_told_to_insist_and_keep_cookies_to_tls(site: tuple[str, Secure]) -> None:
    answer = Secure(site[1].url, site[1].certificate).get("/")
    assert answer.headers["Strict-Transport-Security"].startswith("max-age=")
    cookies = answer.headers.get_all("Set-Cookie") or []
    assert cookies
    assert all("; Secure" in cookie for cookie in cookies)


def test_somebody_plays_over_an_encrypted_socket(site: tuple[str, Secure]) -> None:
    person = Person(site[1].url)
    person.browser = site[1]
    person.sign_up()
    table = person.create(**OPTIONS)
    seen = wait_for(lambda: (view := person.view(table))["legal"] and view, "the first choice", 30)
    with SecureSocket(site[1], f"/ws{table}") as line:
        line.receive()
        line.send(json.dumps({"action": seen["legal"][0], "seq": seen["seq"], "id": "1"}))
        answer = wait_for(lambda: 'data-answer="1"' in (frame := line.receive())[:200] and frame, "the answer")
    assert answer
    assert 'data-status="200"' in answer[:300]
    assert person.view(table)["seq"] > seen["seq"]


def test_a_page_of_plain_http_opens_no_socket(site: tuple[str, Secure]) -> None:
    with pytest.raises(Refused) as refused:
        SecureSocket(site[1], "/ws/lobby/", origin=site[1].url.replace("https", "http"))
    assert refused.value.status == 403
