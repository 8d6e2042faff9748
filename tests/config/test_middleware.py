"""Headers that every page carries."""

import pytest
from django.test import Client


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
