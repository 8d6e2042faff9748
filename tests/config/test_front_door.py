"""Web processes look whether people get through to them."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest

from config import front_door
from tests.processes import free_port


@contextmanager
def door(status: int, asked: list[str]) -> Iterator[tuple[str, int]]:
    """Something that answers everything with a status."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(f"{self.headers['Host']}{self.path}")
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answers) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield "127.0.0.1", server.server_port
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("status", "is_open"), [(200, True), (301, True), (400, True), (503, True), (502, False), (504, False)]
)
def test_it_is_open_when_something_other_than_the_proxy_answers(settings: Any, status: int, is_open: bool) -> None:
    settings.ALLOWED_HOSTS = [".games.example.org", "other.example.org"]
    asked: list[str] = []
    with door(status, asked) as settings.FRONT_DOOR:
        assert front_door.is_open() is is_open
    assert asked == ["games.example.org/healthz"]


def test_it_is_shut_when_nobody_listens(settings: Any) -> None:
    for place in (("127.0.0.1", free_port()), ("no..host", 80)):
        settings.FRONT_DOOR = place
        assert not front_door.is_open()


def test_it_is_shut_when_nobody_answers(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front_door, "PATIENCE", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.FRONT_DOOR = silent.getsockname()
        assert not front_door.is_open()


def test_it_is_shut_when_what_answers_is_no_http(settings: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        settings.FRONT_DOOR = other.getsockname()

        def answer() -> None:
            peer, _ = other.accept()
            with peer:
                peer.recv(4096)
                peer.sendall(b"220 mail.example.org\r\n")

        thread = Thread(target=answer, daemon=True)
        thread.start()
        assert not front_door.is_open()
        thread.join()


def test_where_none_is_named_nobody_asks(settings: Any) -> None:
    settings.FRONT_DOOR = None
    assert front_door.is_open()
