"""One site for all attacks: built once, in a transaction that every test's own lies in, and rolled back at the end."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from games import hints as game_hints
from games.selectors import folds
from tests.hostile import world as made
from tests.hostile.answers import stored
from tournaments import hints


@pytest.fixture(scope="package")
def _built(django_db_setup: None, django_db_blocker: Any) -> Iterator[made.World]:
    with pytest.MonkeyPatch.context() as patched, django_db_blocker.unblock():
        patched.setattr(hints, "_hint", lambda *call: None)
        patched.setattr(game_hints, "_hint", lambda *call: None)
        folds.forget_all()
        outer = transaction.atomic()
        outer.__enter__()
        try:
            world = made.build()
            world.stored = stored()
            yield world
        finally:
            transaction.set_rollback(True)
            outer.__exit__(None, None, None)


@pytest.fixture
def world(_built: made.World, db: None, monkeypatch: pytest.MonkeyPatch) -> made.World:
    """The site as it was built; what a test does to it is undone."""
    monkeypatch.setattr(hints, "_hint", lambda *call: None)
    monkeypatch.setattr(game_hints, "_hint", lambda *call: None)
    folds.forget_all()
    return _built
