"""With 10,000 matches in PostgreSQL, pages and sweeps read what they show, by an index, and not what is stored."""

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.stored import site
from tests.stored.asked import BY_THE_SERVER
from tests.stored.pages import EVERY
from tests.stored.plans import queries_of, scans

pytestmark = pytest.mark.stack

STORED: Final = 10_000  # matches; three times as many seats
# Rows that one scan may read: a person's own games, all tables in play, the entries of a month's events.
MOST: Final = 3_000
# Small for good, or grown by hands alone: read from end to end, they cost nothing.
SMALL: Final = frozenset({
    "auth_group", "auth_permission", "accounts_user_groups", "accounts_user_user_permissions", "django_content_type",
    "django_migrations", "games_heartbeat", "tournaments_series",
})  # fmt: skip
# The admin's look for a word within the names of events: a few thousand rows on the largest site.
WITHIN: Final = {"root /admin/tournaments/tournament/?q={cup}": {"tournaments_tournament"}}
ASKING: Final[dict[str, Callable[[], Any]]] = {
    **{str(page): lambda page=page: site.get(page) for page in EVERY},  # type: ignore[misc]
    **BY_THE_SERVER,
}


@pytest.fixture
def large_site(db: None) -> Iterator[None]:
    """Filled for this one test: the transaction is taken back."""
    site.begin()
    site.grow(0, STORED)
    yield
    site.values.cache_clear()
    site.browser.cache_clear()


def faults(name: str) -> Iterator[str]:
    """Queries that read a table from end to end, or too much of one."""
    site.forget()
    with CaptureQueriesContext(connection) as asked:
        ASKING[name]()
    for sql in queries_of(asked):
        for scan in scans(sql, as_if_large=True):
            whole = scan.kind == "Seq Scan" and scan.table not in SMALL | WITHIN.get(name, set())
            if whole or scan.rows > MOST:
                yield f"{name}: {scan}"


def test_whatever_is_asked_is_found_by_an_index_and_is_little(large_site: None) -> None:
    found = [fault for name in ASKING for fault in faults(name)]
    assert not found, "\n\n".join(found)


def test_reading_a_table_from_end_to_end_is_noticed(admin_user: Any) -> None:
    (scan,) = scans("SELECT id FROM accounts_user WHERE theme = 'pink'", as_if_large=True)
    assert (scan.kind, scan.table, scan.rows) == ("Seq Scan", "accounts_user", 1)
    (scan,) = scans(f"SELECT id FROM accounts_user WHERE id = {admin_user.pk}", as_if_large=True)
    assert (scan.kind.startswith("Index"), scan.rows) == (True, 1)
