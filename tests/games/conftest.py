"""The cast of the games tests, and a broker that only takes notes."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model

from games import hints
from games.selectors import folds
from games.services import sweeps


@pytest.fixture(autouse=True)
def hinted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """(task, queue, countdown, arguments...) of every hint; nothing is sent."""
    sent: list[tuple[Any, ...]] = []
    monkeypatch.setattr(hints, "_hint", lambda *call: sent.append(call))
    monkeypatch.setattr(sweeps, "_noted", None)
    folds.forget_all()
    return sent


@pytest.fixture
def anna(db: None) -> Any:
    return get_user_model().objects.create_user("anna", email="anna@example.org")


@pytest.fixture
def bo(db: None) -> Any:
    return get_user_model().objects.create_user("bo", email="bo@example.org")


@pytest.fixture
def cleo(db: None) -> Any:
    return get_user_model().objects.create_user("cleo")


@pytest.fixture
def commits(django_capture_on_commit_callbacks: Any) -> Any:
    """`with commits(): ...` runs what was to happen after the commit."""
    return lambda: django_capture_on_commit_callbacks(execute=True)
