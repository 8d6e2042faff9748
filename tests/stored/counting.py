"""How many queries pages take."""

from collections.abc import Iterable

from django.contrib.auth import get_user_model
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.selectors import folds
from tests.stored.pages import Page
from tests.stored.plans import queries_of
from tests.stored.small import Site
from tournaments.selectors import events

Counted = dict[str, list[str]]


def queries(site: Site, pages: Iterable[Page]) -> Counted:
    """The queries of each page, nothing remembered from before."""
    return {str(page): _queries(site, page) for page in pages}


def grown(few: Counted, many: Counted) -> dict[str, str]:
    """By page: from how many queries to how many, and those asked more often now."""
    return {
        page: f"{len(few[page])} to {len(many[page])}\n" + "\n".join(sql[:400] for sql in many[page])
        for page in many
        if len(many[page]) > len(few[page])
    }


def _queries(site: Site, page: Page) -> list[str]:
    client = Client()
    if page.reader:
        client.force_login(get_user_model().objects.get(username=page.reader))
    folds.forget_all()
    events._kept.clear()
    ContentType.objects.clear_cache()
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(page.path.format(**site.values))
    assert answer.status_code == 200, f"{page}: {answer.status_code}"
    return queries_of(asked)
