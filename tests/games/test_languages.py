"""What is kept of a table is kept by language: whoever was served before, each reader gets their own."""

import gettext
import sys
from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from django.utils.translation import trans_real

from games.rendering import table_html
from games.selectors import TableSnapshot
from tests.games.presenting import played_until, snapshot, waiting


class Marked(gettext.NullTranslations):
    """A language that says everything in English, with a mark before it."""

    def gettext(self, message: str) -> str:
        return "¿" + message.rpartition("\x04")[2]

    def ngettext(self, one: str, several: str, n: int) -> str:
        return self.gettext(one if n == 1 else several)

    def to_language(self) -> str:
        return "de"


@pytest.fixture(autouse=True)
def german(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(trans_real._translations, "de", Marked())


def forget_all() -> None:
    """Empty what the presenters and template tags keep."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("games.presenters", "games.templatetags")):
            for value in vars(module).values():
                getattr(value, "cache_clear", int)()


def shown(table: TableSnapshot, *languages: str) -> dict[str, list[str]]:
    """A table as player and watcher see it, in one language after the other, with nothing kept from before."""
    forget_all()
    return {language: [table_html(table, seat, None, language) for seat in (0, None)] for language in languages}


def of_people_alone() -> TableSnapshot:
    """A table in play whose names are the same in every language."""
    table = snapshot(played_until(lambda state: state.turn == 0 and len(state.discard) > 2, scoring=2))
    table.seats[-1].bot, table.seats[-1].user = "", get_user_model()(pk=9, username="Ola")
    return table


TABLES: dict[str, Callable[[], TableSnapshot]] = {
    "waiting": waiting,
    "choosing": lambda: snapshot(played_until(lambda state: state.phase == "setup")),
    "in play": lambda: snapshot(played_until(lambda state: state.turn == 0 and len(state.discard) > 2)),
    "of people alone": of_people_alone,
}


@pytest.mark.parametrize("table", TABLES)
def test_a_table_is_in_its_readers_language_whoever_was_served_before(table: str) -> None:
    one = TABLES[table]()
    first, last = shown(one, "de", "en"), shown(one, "en", "de")
    assert first == last
    assert "¿" not in "".join(last["en"])
    assert "".join(last["de"]).count("¿") > 10
