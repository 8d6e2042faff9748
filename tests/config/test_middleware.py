"""Headers that every page carries."""

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from config.middleware import ReaderZone


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/rules/", "/tables/", "/accounts/login/", "/t/nobody-knows/"])
def test_no_cache_keeps_a_page(path: str) -> None:
    assert "no-store" in Client().get(path).headers["Cache-Control"]


@pytest.mark.django_db
def test_logging_out_changes_the_csrf_token_as_logging_in_does(django_user_model) -> None:
    client = Client()
    client.force_login(django_user_model.objects.create_user("anna"))
    before = client.get("/rules/").cookies["csrftoken"].value
    client.post("/accounts/logout/")
    assert client.cookies["csrftoken"].value != before


@pytest.mark.parametrize(("cookie", "zone"), [
    ("Europe%2FBerlin", "Europe/Berlin"),
    ("America/New_York", "America/New_York"),
    ("../../etc/passwd", "UTC"),
    ("Europe/Nowhere", "UTC"),
    ("x" * 3000, "UTC"),
    (None, "UTC"),
])  # fmt: skip
def test_times_are_those_of_the_zone_that_the_browser_named(cookie: str | None, zone: str) -> None:
    request = RequestFactory().get("/")
    request.COOKIES = {"timezone": cookie} if cookie else {}
    seen = []
    ReaderZone(lambda _: seen.append(timezone.get_current_timezone_name()) or HttpResponse())(request)
    assert seen == [zone]
    assert timezone.get_current_timezone_name() == "UTC"
