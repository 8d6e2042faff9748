"""Web processes say that they are there."""

import pytest
from django.conf import settings
from django.db import OperationalError

from config import presence
from games.models import Heartbeat
from games.services import sweeps


class Twice:
    """A pause of no length, which is over after two times."""

    def __init__(self) -> None:
        self.left = 2

    def wait(self, seconds: float) -> bool:
        assert seconds <= 1
        self.left -= 1
        return self.left < 0


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "Event", Twice)
    monkeypatch.setattr(presence.connection, "close", lambda: None)
    monkeypatch.setattr(presence, "tell_again", lambda: None)


@pytest.mark.django_db
def test_it_is_noted() -> None:
    presence._run()
    assert Heartbeat.objects.filter(name=sweeps.WEB).count() == 1


@pytest.mark.django_db
def test_who_is_shut_in_is_not_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence.front_door, "is_open", lambda: False)
    presence._run()
    assert not Heartbeat.objects.filter(name=sweeps.WEB).exists()


@pytest.mark.parametrize("error", [OperationalError, RuntimeError])
def test_a_database_that_is_away_ends_nothing(monkeypatch: pytest.MonkeyPatch, error: type[Exception]) -> None:
    tried = []

    def away() -> None:
        tried.append(1)
        raise error

    monkeypatch.setattr(presence, "web_is_here", away)
    presence._run()
    assert tried == [1, 1, 1]


def test_the_tests_themselves_say_nothing() -> None:
    assert not settings.SAYS_WEB_IS_HERE
