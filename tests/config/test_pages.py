"""What every answer of the site carries, and what is refused before any view runs."""

import asyncio
from typing import Any

import pytest
from django.conf import settings
from django.test import AsyncClient, Client

from config.limits import BodyLimit

pytestmark = pytest.mark.django_db


def test_a_page_forbids_inline_script_and_foreign_sources(client: Client) -> None:
    policy = client.get("/").headers["Content-Security-Policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["script-src"] == "'self'"
    assert rules["default-src"] == "'none'"
    assert rules["connect-src"] == "'self' ws://testserver wss://testserver"


def test_every_page_sets_the_csrf_cookie_and_it_is_readable_by_scripts(client: Client) -> None:
    cookie = client.get("/rules/").cookies["csrftoken"]
    assert not cookie["httponly"]


def test_a_form_without_token_gets_a_page_with_a_way_on() -> None:
    response = Client(enforce_csrf_checks=True).post("/accounts/login/", {"login": "x"})
    assert response.status_code == 403
    assert "403_csrf.html" in [template.name for template in response.templates]


def test_a_script_without_token_gets_json() -> None:
    response = Client(enforce_csrf_checks=True).post("/accounts/login/", headers={"Accept": "application/json"})
    assert response.status_code == 403
    assert response.json()["ok"] is False


def test_a_forged_host_is_refused_and_named_nowhere(client: Client) -> None:
    answer = client.get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert "wss://invalid;" in answer.headers["Content-Security-Policy"]
    assert "evil.example" not in answer.headers["Content-Security-Policy"] + answer.content.decode()


def test_an_unknown_address_is_a_page_with_a_way_on(client: Client) -> None:
    response = client.get("/no/such/page")
    assert response.status_code == 404
    assert 'href="/"' in response.content.decode()


async def test_pages_are_served_under_asgi(async_client: AsyncClient) -> None:
    assert (await async_client.get("/rules/")).status_code == 200


async def ask(headers: list[tuple[bytes, bytes]], chunks: list[bytes]) -> int:
    """Send a request through the limit to an application that reads it all; return the status."""
    sent: list[dict[str, Any]] = []
    incoming = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]

    async def application(scope: Any, receive: Any, send: Any) -> None:
        for _ in chunks:
            await receive()
        await send({"type": "http.response.start", "status": 200})

    async def receive() -> dict[str, Any]:
        return incoming.pop(0)

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await BodyLimit(application)({"type": "http", "headers": headers}, receive, send)
    return int(sent[0]["status"])


@pytest.mark.parametrize(("announced", "chunks", "status"), [
    (b"10", [b"x" * 10], 200),
    (b"50000000", [], 413),
    (b"nonsense", [], 413),
    (b"10", [b"x" * settings.MAX_BODY_BYTES, b"x"], 413),
])  # fmt: skip
def test_a_body_that_is_too_long_is_refused(announced: bytes, chunks: list[bytes], status: int) -> None:
    assert asyncio.run(ask([(b"content-length", announced)], chunks)) == status
