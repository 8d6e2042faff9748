"""A large site to read: what `{name}` stands for in the addresses of pages, and a browser of each reader."""

from functools import cache
from typing import Any

from django.contrib.auth import get_user_model
from django.test import Client

from games.models import Match
from games.selectors import folds
from tests.stored import cups, rows
from tests.stored.pages import Page
from tournaments.models import Tournament
from tournaments.selectors import events


def begin() -> None:
    """All that does not grow."""
    rows.begin()
    cups.begin_cups()


def grow(before: int, after: int) -> None:
    """So many finished matches and what belongs to them, from how many there were."""
    rows.grow(before, after)
    cups.grow_cups(before, after)
    rows.analyze()


@cache
def values() -> dict[str, Any]:
    """What stands for the names in addresses."""
    over = Match.objects.get(slug=f"m{rows.STRIDE * 3:09x}")
    cup = Tournament.objects.get(slug=cups.slug_of(3))
    return {
        "regular": rows.REGULAR,
        "veteran": rows.VETERAN,
        "playing": f"{rows.PLAYING}00",
        "waiting": f"{rows.WAITING}xx1001",
        "over": over.slug,
        "match": over.pk,
        "cup": cup.slug,
        "event": cup.pk,
        "big": cups.slug_of(cups.BIG_AT),
        "running": cups.slug_of(cups.RUNNING_AT),
        "open": cups.slug_of(cups.OPEN_AT),
        "user": get_user_model().objects.get(username=rows.REGULAR).pk,
    }


@cache
def browser(reader: str) -> Client:
    """A browser of somebody, signed in already."""
    client = Client()
    if reader:
        client.force_login(get_user_model().objects.get(username=reader))
    return client


def forget() -> None:
    """Empty what this process remembers of games and standings, so that a page asks the database for everything."""
    folds.forget_all()
    events._kept.clear()


def get(page: Page) -> Any:
    """What the page answers."""
    answer = browser(page.reader).get(page.path.format(**values()))
    assert answer.status_code == 200, f"{page}: {answer.status_code}"
    return answer
