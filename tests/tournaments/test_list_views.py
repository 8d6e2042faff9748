"""List, calendar, "my tournaments", and what home and profile show of them."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.listed import HOSTILE, JSON, announced, enter, finished, page, signed_in
from tournaments import services
from tournaments.forms import TournamentForm
from tournaments.models import Entry, Invitation, Part, Series, Tournament
from tournaments.presenters.lists import cards, soon
from tournaments.selectors import lists

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet_calendar")]

LIST, NEW, MINE, CALENDAR = "/tournaments/", "/tournaments/new/", "/tournaments/mine/", "/tournaments/calendar/"
Status = Tournament.Status


# The lists


def test_each_event_stands_in_the_list_of_its_state(anna: Any, bo: Any) -> None:
    now = timezone.now()
    announced(anna, "Runs", status=Status.RUNNING, round=2)
    announced(anna, "Open")
    announced(anna, "Checking", status=Status.CHECK_IN)
    announced(anna, "Later", status=Status.ANNOUNCED)
    finished(anna, bo, anna)
    announced(anna, "Called off", status=Status.CANCELLED, ended_at=now)
    announced(anna, "Long ago", status=Status.FINISHED, ended_at=now - timedelta(days=30))
    found = lists.lists()
    names = {
        part: [row.tournament.name for row in getattr(found, part)] for part in ("running", "open", "soon", "lately")
    }
    assert names == {"running": ["Runs"], "open": ["Open", "Checking"], "soon": ["Later"], "lately": ["Past cup"]}
    html = page(Client(), LIST)
    for words in ("Now running", "round 2 of 5", "Open to enter", "Announced", "Lately finished", "Won by", "no bots"):
        assert words in html


def test_an_empty_list_leads_on() -> None:
    html = page(Client(), LIST)
    assert "Nothing can be entered just now" in html
    assert f'href="{NEW}"' in html


def test_for_htmx_the_list_is_its_fragment(anna: Any) -> None:
    announced(anna)
    answer = Client().get(LIST, headers={"HX-Request": "true"})
    assert answer.content.decode().lstrip().startswith('<div id="tournaments"')
    assert "HX-Request" in answer.headers["Vary"]


def test_of_a_series_the_next_event_is_listed_and_marked(anna: Any) -> None:
    form = TournamentForm({"name": "Daily", "format": "arena", "repeat": "daily"})
    assert form.is_valid()
    services.repeat(anna, form.spec(), Series.Every.DAY)
    services.announce_all()
    assert Tournament.objects.count() > 1
    html = page(Client(), LIST)
    assert html.count("event-name") == 1
    assert "every day" in html


def test_hostile_names_are_shown_as_text_everywhere(anna: Any) -> None:
    found = announced(anna, HOSTILE)
    enter(found, anna)
    finished(anna, anna, name=HOSTILE)
    Series.objects.create(key="k", name=HOSTILE, every="day", time="03:00", template={"format": "arena"})
    client = signed_in(anna)
    for path in (LIST, CALENDAR, MINE, "/", "/u/anna/"):
        html = page(client, path)
        assert "&lt;img src=x" in html, path
        assert "<img src=x" not in html
        assert "{{ 7*7 }}" in html


def test_a_reader_sees_their_own_part_and_one_press_enters(anna: Any, bo: Any, guest: Any) -> None:
    found = announced(anna)
    assert cards(lists.lists(bo).open, bo)[0].enter_url == reverse("tournaments:register", args=[found.slug])
    for reader in (AnonymousUser(), guest):
        assert cards(lists.lists(reader).open, reader)[0].enter_url == ""
    enter(found, bo)
    (card,) = cards(lists.lists(bo).open, bo)
    assert (card.standing, card.enter_url, card.players) == ("you are in", "", 1)


@pytest.mark.parametrize(("columns", "invited", "can"), [
    ({"password": "hashed"}, False, False),
    ({"invite_only": True}, False, False),
    ({"invite_only": True}, True, True),
    ({"status": Status.ANNOUNCED}, False, False),
    ({"status": Status.RUNNING}, False, False),
    ({"status": Status.RUNNING, "format": "arena"}, False, True),
])  # fmt: skip
def test_who_needs_more_than_one_press_goes_to_the_page(
    anna: Any, bo: Any, columns: dict[str, Any], invited: bool, can: bool
) -> None:
    found = announced(anna, **columns)
    if invited:
        Invitation.objects.create(tournament=found, user=bo)
    every = lists.lists(bo)
    (card,) = cards(every.running + every.open + every.soon, bo)
    assert bool(card.enter_url) is can


@pytest.mark.parametrize("path", [LIST, CALENDAR, MINE, "/", "/u/anna/"])
def test_pages_cost_the_same_number_of_queries_however_many_events(anna: Any, bo: Any, path: str) -> None:
    def add() -> None:
        enter(announced(anna, status=Status.RUNNING), anna)
        enter(announced(anna, invite_only=True), anna)
        finished(bo, anna, bo)

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as seen:
            page(client, path)
        return len(seen)

    client = signed_in(anna)
    add()
    page(client, path)
    few = queries()
    for _ in range(5):
        add()
    assert queries() == few


# The calendar


@pytest.mark.parametrize("view", ["month", "week"])
def test_the_calendar_shows_a_day_in_the_readers_zone(anna: Any, view: str) -> None:
    announced(anna, "Late show", starts_at=datetime(2026, 3, 10, 23, 30, tzinfo=UTC))
    client = Client()
    client.cookies["timezone"] = "Europe%2FBerlin"
    answer = client.get(CALENDAR, {"view": view, "day": "2026-03-11"})
    day = next(day for day in answer.context["calendar"].days if day.day.isoformat() == "2026-03-11")
    assert [item.name for item in day.items] == ["Late show"]
    assert "00:30" in answer.content.decode()


def test_the_calendar_goes_on_with_the_dates_of_a_series(anna: Any) -> None:
    form = TournamentForm({"name": "Weekly", "format": "swiss_pods", "repeat": "weekly"})
    assert form.is_valid()
    services.repeat(anna, form.spec(), Series.Every.WEEK)
    first = Tournament.objects.get().starts_at
    for weeks in (0, 5):
        day = (first + timedelta(weeks=weeks)).date().isoformat()
        answer = Client().get(CALENDAR, {"view": "week", "day": day})
        (item,) = [item for day in answer.context["calendar"].days for item in day.items]
        assert (item.name, item.at, item.planned) == ("Weekly", first + timedelta(weeks=weeks), weeks > 0)
        assert "every week" in answer.content.decode()


@pytest.mark.parametrize("change", ["cancelled", "moved"])
def test_a_date_of_a_series_that_was_given_up_is_not_on_the_calendar(anna: Any, change: str) -> None:
    form = TournamentForm({"name": "Weekly", "format": "swiss_pods", "repeat": "weekly"})
    assert form.is_valid()
    slug = services.repeat(anna, form.spec(), Series.Every.WEEK).slug
    at = Tournament.objects.get().starts_at
    if change == "cancelled":
        services.cancel(slug, anna, "holiday")
    else:
        services.postpone(slug, anna, at + timedelta(weeks=20))
    answer = Client().get(CALENDAR, {"view": "week", "day": at.date().isoformat()})
    assert answer.context["calendar"].empty


@pytest.mark.parametrize("view", ["month", "week"])
def test_many_events_of_a_series_on_one_day_are_one_line(view: str) -> None:
    Series.objects.create(key="h", name="Hourly", every="hour", time="00:10", template={"format": "arena"})
    day = timezone.localdate() + timedelta(days=3)
    found = Client().get(CALENDAR, {"day": day.isoformat(), "view": view}).context["calendar"]
    (item,) = next(shown for shown in found.days if shown.day == day).items
    assert item.times == 24


def test_an_empty_month_says_so() -> None:
    assert "No tournament in this month" in page(Client(), CALENDAR)


@pytest.mark.parametrize(("query", "status"), [
    ("view=year", 400), ("day=2026-02-30", 400), ("day=<b>", 400), ("day=1066-01-01", 200), ("day=9999-12-31", 200),
])  # fmt: skip
def test_other_days_are_refused_or_clamped(query: str, status: int) -> None:
    assert Client().get(f"{CALENDAR}?{query}").status_code == status


# One's own


def test_my_tournaments_are_those_i_am_in_organise_and_was_in(anna: Any, bo: Any) -> None:
    enter(announced(bo, "Mine"), anna)
    enter(announced(bo, "Given up"), anna, status=Entry.Status.WITHDRAWN)
    announced(anna, "Organised")
    finished(bo, bo, anna, name="Past")
    found = lists.mine(anna)
    assert [row.tournament.name for row in found.current] == ["Mine"]
    assert [row.tournament.name for row in found.organised] == ["Organised"]
    assert [row.tournament.name for row in found.past] == ["Past"]
    assert "You came 2nd" in page(signed_in(anna), MINE)


def test_my_tournaments_ask_a_visitor_to_log_in_and_lead_on_when_empty(anna: Any) -> None:
    assert Client().get(MINE).status_code == 302
    assert "Find one to enter" in page(signed_in(anna), MINE)


def test_an_organiser_ends_their_series_and_nobody_else(anna: Any, bo: Any) -> None:
    form = TournamentForm({"name": "Weekly", "format": "arena", "repeat": "weekly"})
    assert form.is_valid()
    services.repeat(anna, form.spec(), Series.Every.WEEK)
    series = Series.objects.get()
    stop = reverse("tournaments:stop_series", args=[series.key])
    assert stop in page(signed_in(anna), MINE)
    assert stop not in page(signed_in(bo), MINE)
    assert signed_in(bo).post(stop, headers=JSON).status_code == 403
    assert Client().post(stop, headers=JSON).status_code == 403
    assert signed_in(anna).post(reverse("tournaments:stop_series", args=["none"])).status_code == 404
    assert Series.objects.get().active
    assert signed_in(anna).post(stop).status_code == 303
    assert not Series.objects.get().active
    assert Tournament.objects.exists()


# Home, profile, download


def test_home_shows_what_runs_and_what_comes_with_the_next_arena_to_enter(anna: Any, bo: Any) -> None:
    announced(anna, "Runs", status=Status.RUNNING)
    for number in range(6):
        announced(anna, f"Swiss {number}", starts_at=timezone.now() + timedelta(hours=number + 1))
    arena = announced(anna, "Night arena", format="arena", starts_at=timezone.now() + timedelta(days=1))
    shown = soon(lists.lists(bo), bo)
    assert [card.name for card in shown] == ["Runs", "Swiss 0", "Swiss 1", "Night arena"]
    html = page(signed_in(bo), "/")
    assert "Tournaments soon" in html
    assert f'action="{reverse("tournaments:register", args=[arena.slug])}"' in html


def test_a_profile_shows_what_was_won_and_played(anna: Any, bo: Any) -> None:
    finished(bo, anna, bo, name="Spring cup")
    winner, other = page(Client(), "/u/anna/"), page(Client(), "/u/bo/")
    assert "Tournaments won" in winner
    assert "first of 2 players" in winner
    assert "Tournaments won" not in other
    assert "Spring cup" in other
    assert "2nd place" in other


def test_where_nobody_came_nobody_won(anna: Any, bo: Any) -> None:
    cup = finished(bo, anna, bo)
    cup.entries.update(place=1)
    Part.objects.filter(entry__tournament=cup).update(outcome="absent")
    assert "Tournaments won" not in page(Client(), "/u/anna/")
    assert lists.lists().lately[0].winners == ()


def test_my_data_holds_entries_rounds_and_organised_events(anna: Any, bo: Any) -> None:
    found = finished(anna, bo, anna)
    Part.objects.filter(entry__user=anna).update(outcome="bye")
    data = json.loads(signed_in(anna).get("/accounts/download/").content)["tournaments"]
    assert [(entry["name"], entry["place"]) for entry in data["entries"]] == [("Past cup", 2)]
    assert data["entries"][0]["rounds"] == [{"round": 1, "outcome": "bye", "place": None}]
    assert [one["tournament"] for one in data["organised"]] == [found.slug]
    assert data["no_shows"] == []
