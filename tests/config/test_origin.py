"""A socket opens for this site's own pages only."""

from typing import Any

import pytest
from django.test import override_settings

from config.origin import is_same_origin


def handshake(origin: str | None, host: str = "localhost:8000") -> dict[str, Any]:
    headers = [(b"host", host.encode())]
    return {"headers": headers + ([] if origin is None else [(b"origin", origin.encode())])}


@pytest.mark.parametrize(("origin", "host"), [
    ("http://localhost:8000", "localhost:8000"),
    ("HTTP://LocalHost:8000", "localhost:8000"),
    ("http://127.0.0.1", "127.0.0.1:80"),
    ("https://localhost", "localhost"),
    ("https://localhost:443", "localhost"),
])  # fmt: skip
def test_the_sites_own_origin_is_accepted(origin: str, host: str) -> None:
    assert is_same_origin(handshake(origin, host))


@pytest.mark.parametrize("origin", [
    None, "", "null", "file://", "http://evil.example", "http://evil.example:8000", "http://localhost", "http://localhost:8001",
    "http://a.localhost:8000", "http://localhost:8000.evil.example", "http://localhost:8000@evil.example", "ws://localhost:8000",
])  # fmt: skip
def test_it_rejects_any_other_origin(origin: str | None) -> None:
    assert not is_same_origin(handshake(origin))


def test_it_rejects_a_host_that_is_not_ours_even_with_a_matching_origin() -> None:
    assert not is_same_origin(handshake("http://evil.example", "evil.example"))


@pytest.mark.parametrize(
    ("origin", "accepted"), [("https://localhost", True), ("http://localhost:443", False), ("http://localhost", False)]
)
def test_over_tls_a_page_of_plain_http_is_another_origin(settings: Any, origin: str, accepted: bool) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    asked = handshake(origin, "localhost")
    asked["headers"].append((b"x-forwarded-proto", b"https"))
    assert is_same_origin(asked) is accepted


@override_settings(CSRF_TRUSTED_ORIGINS=["https://www.example.org"])
def test_a_trusted_origin_is_accepted() -> None:
    assert is_same_origin(handshake("https://www.example.org"))
