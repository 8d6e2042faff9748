"""Pages of games, people and the admin take as many queries for a dozen rows as for two (tests/stored/pages.py)."""

import pytest

from tests.stored.counting import grown, queries
from tests.stored.pages import ADMINS, GAMES, NOBODY, Page
from tests.stored.small import Site

pytestmark = pytest.mark.django_db


def test_no_page_takes_more_queries_for_more_rows(hinted: object) -> None:
    site = Site()
    site.games(2)
    site.lists_of_cups(2)
    site.cup(4)
    few = queries(site, (*GAMES, *ADMINS))
    site.games(10)
    site.lists_of_cups(10)
    site.cup(12)
    found = grown(few, queries(site, (*GAMES, *ADMINS)))
    assert not found, "\n\n".join(f"{page}: {more}" for page, more in found.items())


def test_a_query_for_each_row_is_noticed() -> None:
    once, often = {"/x/": ["SELECT 1"]}, {"/x/": ["SELECT 1", "SELECT 2"]}
    assert list(grown(once, often)) == ["/x/"]
    assert not grown(often, once)
    assert str(Page(NOBODY, "/x/")) == "nobody /x/"
