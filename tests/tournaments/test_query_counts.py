"""Pages of tournaments take as many queries for a dozen events, or players, as for a few (tests/stored/pages.py)."""

import pytest

from tests.stored.counting import grown, queries
from tests.stored.pages import TOURNAMENTS
from tests.stored.small import Site

pytestmark = pytest.mark.django_db


def test_no_page_takes_more_queries_for_more_rows(hinted: object) -> None:
    site = Site()
    site.lists_of_cups(2)
    site.cup(4)
    few = queries(site, TOURNAMENTS)
    site.lists_of_cups(10)
    site.cup(12)
    found = grown(few, queries(site, TOURNAMENTS))
    assert not found, "\n\n".join(f"{page}: {more}" for page, more in found.items())
