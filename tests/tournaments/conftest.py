"""A broker that only takes notes, for both apps; the cast."""

from typing import Any

import pytest

from games import hints as game_hints
from games.selectors import folds
from tests.tournaments.events import people, person
from tournaments import hints
from tournaments.models import Series


@pytest.fixture(autouse=True)
def hinted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """(tournament, countdown) of every hint; nothing is sent."""
    sent: list[tuple[Any, ...]] = []
    monkeypatch.setattr(hints, "_hint", lambda *call: sent.append(call))
    monkeypatch.setattr(game_hints, "_hint", lambda *call: None)
    folds.forget_all()
    return sent


@pytest.fixture
def organiser(db: None) -> Any:
    return person("olga")


@pytest.fixture
def six(db: None) -> list[Any]:
    return people(6)


@pytest.fixture
def anna(db: None) -> Any:
    return person("anna", email="anna@example.org")


@pytest.fixture
def bo(db: None) -> Any:
    return person("bo")


@pytest.fixture
def guest(db: None) -> Any:
    return person("Visitor", is_guest=True)


@pytest.fixture
def quiet_calendar(db: None) -> None:
    """Without the series that a new installation has."""
    Series.objects.all().delete()


@pytest.fixture
def commits(django_capture_on_commit_callbacks: Any) -> Any:
    """`with commits(): ...` runs what was to happen after the commit."""
    return lambda: django_capture_on_commit_callbacks(execute=True)
