"""Events as rows of lists, for tests of the pages that show them."""

from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from tournaments import services
from tournaments.forms import TournamentForm
from tournaments.models import Entry, Tournament

HOSTILE = "<img src=x onerror=alert(1)> & {{ 7*7 }}"
JSON = {"Accept": "application/json"}


def signed_in(user: Any, **more: Any) -> Client:
    """A browser of somebody."""
    client = Client(**more)
    client.force_login(user)
    return client


def announced(organiser: Any, name: str = "Cup", **columns: Any) -> Tournament:
    """An event announced through the form and service, its columns then set as a test needs them."""
    form = TournamentForm({"name": name, "format": columns.pop("format", "swiss_pods")})
    assert form.is_valid(), form.errors
    slug = services.create(organiser, form.spec()).slug
    Tournament.objects.filter(slug=slug).update(**columns)
    return Tournament.objects.get(slug=slug)


def enter(tournament: Tournament, user: Any, place: int | None = None, **columns: Any) -> Entry:
    """An entry as a row, with the place that it ended on."""
    number = tournament.entries.count() + 1
    return tournament.entries.create(user=user, name=str(user), number=number, place=place, **columns)


def finished(organiser: Any, winner: Any, *others: Any, name: str = "Past cup") -> Tournament:
    """An event that is over, after one round in which everybody played."""
    found = announced(organiser, name, status=Tournament.Status.FINISHED, ended_at=timezone.now() - timedelta(hours=1))
    row = found.rounds.create(number=1, starts_at=timezone.now(), status="finished")
    for place, user in enumerate((winner, *others), 1):
        row.parts.create(entry=enter(found, user, place), outcome="played")
    return found


def page(client: Client, path: str, status: int = 200) -> str:
    """What a page shows."""
    answer = client.get(path)
    assert answer.status_code == status
    return answer.content.decode()
