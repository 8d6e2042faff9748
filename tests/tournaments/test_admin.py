"""The admin reads everything but secrets, and changes nothing that has begun."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.events import begun, event, fresh, kinds, play_to_the_end
from tournaments import services

pytestmark = pytest.mark.django_db


def page_of(tournament: Any) -> str:
    return reverse("admin:tournaments_tournament_change", args=[tournament.pk])


def form_of(client: Client, tournament: Any) -> dict[str, Any]:
    """What the browser would send back, unchanged."""
    form = client.get(page_of(tournament)).context["adminform"].form
    data: dict[str, Any] = {}
    for name, field in form.fields.items():
        value = form.initial.get(name)
        if name.endswith("_at") and value is not None:
            data |= {f"{name}_0": value.date().isoformat(), f"{name}_1": value.time().isoformat()}
        elif value is True:
            data[name] = "on"
        elif value is not None and value is not False:
            data[name] = field.prepare_value(value)
    for prefix in ("entries", "rounds"):
        data |= {f"{prefix}-TOTAL_FORMS": 0, f"{prefix}-INITIAL_FORMS": 0}
    return data


def test_the_secret_shows_once_it_is_over(six: list[Any], admin_client: Client) -> None:
    tournament = begun(six)
    assert tournament.secret not in admin_client.get(page_of(tournament)).content.decode()
    play_to_the_end(tournament)
    assert tournament.secret in admin_client.get(page_of(tournament)).content.decode()


def test_what_may_change_before_the_start_changes_and_is_logged(admin_client: Client) -> None:
    tournament = event()
    data = form_of(admin_client, tournament) | {"name": "Better cup", "max_players": 12, "format": "arena"}
    assert admin_client.post(page_of(tournament), data).status_code == 302
    row = fresh(tournament)
    assert (row.name, row.max_players, row.format) == ("Better cup", 12, "swiss_pods")
    changes = {"max_players": [None, 12], "name": ["Cup", "Better cup"]}
    assert tournament.log.get(kind="edited").data == {"fields": ["max_players", "name"], "changes": changes}


def test_after_the_start_nothing_changes(six: list[Any], admin_client: Client) -> None:
    tournament = event()
    data = form_of(admin_client, tournament) | {"name": "Other"}
    for user in six:
        services.register(tournament.slug, user)
    services.start(tournament.slug, tournament.organiser)
    services.advance(tournament.pk)
    before = kinds(tournament)
    assert admin_client.post(page_of(tournament), data).status_code == 403
    assert (fresh(tournament).name, kinds(tournament)) == ("Cup", before)


@pytest.mark.parametrize("rows", ["tournament", "series", "logline"])
def test_its_lists_open_and_cannot_be_asked_for_what_they_hide(rows: str, admin_client: Client) -> None:
    event()
    url = reverse(f"admin:tournaments_{rows}_changelist")
    assert admin_client.get(url).status_code == 200
    if rows == "tournament":
        assert admin_client.get(f"{url}?secret__gte=0").status_code == 400
