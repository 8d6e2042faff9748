"""The pages of one tournament: who may do what, what programs read, what nobody may see, how many queries it takes."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournaments.events import begun, event, fresh, open_pods, people, person, play_round, play_to_the_end, result
from tournaments import rendering, selectors, services
from tournaments.formats.base import Settings
from tournaments.models import Entry, Tournament
from tournaments.presenters.event_words import tiebreak_formula, value_text

pytestmark = pytest.mark.django_db

JSON = {"Accept": "application/json"}
HTMX = {"HX-Request": "true"}
HOSTILE = "<img src=x onerror=alert(1)> {{ 7*7 }}"
SUBPAGES = ("", "standings/", "log/", "replays/", "state.json", "standings.json", "standings.csv")
BY_ORGANISER = (
    "start",
    "postpone",
    "cancel",
    "add",
    "remove",
    "replace",
    "redraw",
    "void",
    "correct",
    "go-on",
    "invite",
)


def client_of(user: Any) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def get(tournament: Tournament, path: str = "", user: Any = None, **headers: str) -> Any:
    return client_of(user).get(f"/tournaments/{tournament.slug}/{path}", headers=headers)


def post(tournament: Tournament, step: str, user: Any, *, headers: Any = JSON, **data: Any) -> Any:
    return client_of(user).post(f"/tournaments/{tournament.slug}/{step}/", data, headers=headers)


@pytest.fixture
def cup(organiser: Any) -> Tournament:
    return event(organiser)


def test_somebody_registers_checks_in_and_withdraws_by_its_addresses(organiser: Any, six: list[Any]) -> None:
    cup = event(organiser, checkin_minutes=90)
    answer = post(cup, "register", six[0])
    assert answer.status_code == 200
    assert answer.json() == {"ok": True, "seq": fresh(cup).version, "error": None, "url": f"/tournaments/{cup.slug}/"}
    services.advance(cup.pk)
    assert post(cup, "check-in", six[0]).status_code == 200
    assert Entry.objects.get(tournament=cup, user=six[0]).checked_in
    assert post(cup, "withdraw", six[0]).json()["ok"]
    assert not Entry.objects.filter(tournament=cup, status="in").exists()


def test_a_browser_is_led_back_and_htmx_gets_the_element(cup: Tournament, six: list[Any]) -> None:
    browser = post(cup, "register", six[0], headers={"Accept": "text/html"})
    assert (browser.status_code, browser["Location"]) == (303, f"/tournaments/{cup.slug}/")
    fragment = post(cup, "register", six[1], headers=HTMX)
    assert fragment.content.decode().lstrip().startswith('<article id="event"')
    assert "You are in" in fragment.content.decode()


@pytest.mark.parametrize("step", BY_ORGANISER)
def test_the_organisers_steps_are_for_organiser_and_admins_alone(cup: Tournament, six: list[Any], step: str) -> None:
    assert post(cup, step, None).status_code == 403
    assert post(cup, step, six[0]).status_code == 403  # before anything is said about its fields
    assert post(cup, step, cup.organiser).status_code != 403
    assert post(cup, step, person("root", is_staff=True)).status_code != 403


@pytest.mark.parametrize(
    ("step", "data", "status"),
    [
        ("remove", {"entry": "x"}, 400),
        ("add", {}, 400),
        ("add", {"username": "p1", "bot": "hard"}, 400),
        ("postpone", {"starts_at": "soon"}, 400),
        ("correct", {"round": "1", "pod": "1", "reason": "r"}, 400),
        ("void", {"round": "-1", "pod": "1", "reason": "r"}, 400),
        ("cancel", {}, 400),
        ("cancel", {"reason": "  "}, 400),
        ("cancel", {"reason": "r" * 500}, 400),
        ("cancel", {"reason": "r\0"}, 400),
        ("invite", {}, 400),
        ("redraw", {}, 409),
    ],
)
def test_malformed_steps_are_400_and_untimely_ones_409(cup: Tournament, step: str, data: Any, status: int) -> None:
    answer = post(cup, step, cup.organiser, **data)
    assert (answer.status_code, answer.json()["ok"]) == (status, False)
    assert answer.json()["error"]


def test_an_unknown_event_is_404_everywhere(organiser: Any) -> None:
    nowhere = Tournament(slug="nowhere-at-all")
    assert {get(nowhere, path, organiser).status_code for path in SUBPAGES} == {404}
    assert post(nowhere, "cancel", organiser).status_code == 404


def test_a_start_without_an_offset_is_read_in_the_zone_of_the_event(organiser: Any) -> None:
    cup = event(organiser, timezone="Asia/Kolkata")
    day = (timezone.now() + timedelta(days=9)).date()
    assert post(cup, "postpone", organiser, starts_at=f"{day}T18:30").status_code == 200
    assert fresh(cup).starts_at.isoformat() == f"{day}T13:00:00+00:00"


def test_somebody_not_signed_in_is_asked_to(cup: Tournament) -> None:
    assert post(cup, "register", None).status_code == 403
    led = post(cup, "register", None, headers={"Accept": "text/html"})
    assert led.status_code == 302
    assert f"next=/tournaments/{cup.slug}/" in led["Location"]


def test_every_post_asks_for_the_token(cup: Tournament, six: list[Any]) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(six[0])
    assert client.post(f"/tournaments/{cup.slug}/register/", headers=JSON).status_code == 403


def test_state_tells_the_pods_and_the_readers_own_table(six: list[Any]) -> None:
    cup = begun(six)
    state = get(cup, "state.json", six[2]).json()
    assert (state["status"], state["round"], state["version"]) == ("running", 1, cup.version)
    assert sorted(name for pod in state["pods"] for name in pod["seats"]) == [f"p{n}" for n in range(1, 7)]
    assert state["my_table"] in {pod["table"] for pod in state["pods"] if "p3" in pod["seats"]}
    assert {pod["status"] for pod in state["pods"]} == {"playing"}
    assert "table" in state["waiting_for"]
    assert get(cup, "state.json").json()["my_table"] is None


def test_standings_of_programs_have_numbers_and_outcomes(six: list[Any]) -> None:
    cup = play_round(begun(six, settings=Settings(rounds=2)), absent=[6])
    rows = get(cup, "standings.json").json()
    assert list(rows[0]) == ["place", "username", "points", "outcomes", "tiebreaks"]
    named = {row["username"]: row for row in rows}
    assert (named["p1"]["points"], named["p1"]["outcomes"][0]) == (100, "played")
    assert (named["p6"]["points"], named["p6"]["outcomes"][0]) == (0, "absent")
    table = get(cup, "standings.csv").content.decode().splitlines()
    assert table[0].startswith("place,username,points,outcomes,head_to_head,firsts")
    assert len(table) == 7


def test_standings_show_every_tie_break_of_everybody_with_its_value_and_formula(six: list[Any]) -> None:
    cup = play_round(begun(six, settings=Settings(rounds=2)))
    page = unescape(get(cup, "standings/").content.decode())
    lists = re.findall(r'<dl class="ties">(.*?)</dl>', page, re.DOTALL)
    lines = selectors.standings_of(fresh(cup))
    assert len(lists) == len(lines) == 6
    for shown, line in zip(lists, lines, strict=True):
        values = re.findall(r"<strong>(.*?)</strong>", shown)
        assert values == [value_text(value) for value in line.tiebreaks.values()]
        assert all(tiebreak_formula(name) in shown for name in line.tiebreaks)


def test_everything_a_person_typed_is_escaped(organiser: Any, six: list[Any]) -> None:
    cup = begun(six, organiser=organiser)
    Tournament.objects.filter(pk=cup.pk).update(name=HOSTILE)
    services.remove(cup.slug, organiser, 6, HOSTILE)
    pod = open_pods(cup)[0]
    for path in ("", "standings/", "log/", "replays/", "round/1/", f"round/1/pod/{pod.number}/"):
        page = get(cup, path, organiser).content.decode()
        assert "<img" not in page, path
        assert " 49" not in page, path


def test_a_deleted_player_has_no_name_and_a_bot_is_called_one(organiser: Any, six: list[Any]) -> None:
    cup = event(organiser, bots=Tournament.Bots.OPEN)
    services.add(cup.slug, organiser, bot="hard")
    for user in six:
        services.register(cup.slug, user)
    services.start(cup.slug, organiser)
    services.advance(cup.pk)
    services.leave_everything(six[0])
    six[0].delete()
    page = get(cup).content.decode()
    assert "deleted player" in page
    assert ">p1<" not in page
    assert '<bdi class="who-bot">Hard 1</bdi> <span class="chip">bot</span>' in page


@pytest.mark.parametrize("path", ["", "standings/", "round/1/", "state.json", "standings.json", "replays/", "log/"])
def test_queries_do_not_grow_with_the_players(path: str) -> None:
    counts = []
    for size in (4, 12):
        cup = play_round(begun(people(size, f"of{size}-"), settings=Settings(rounds=2)))
        with CaptureQueriesContext(connection) as queries:
            assert get(cup, path).status_code == 200
        # Without those that bring a table this process has not seen yet: games.api.glance keeps what it read.
        counts.append(len([query for query in queries if "games_matchevent" not in query["sql"]]))
    assert counts[0] == counts[1] <= 16


def test_nothing_of_a_sealed_table_is_shown_before_its_round_is_over() -> None:
    cup = begun(people(8, "d"), settings=Settings(rounds=1, pod_size=4, fill=True), duplicate=True)
    first, second = open_pods(cup)
    services.match_finished(result(first))
    reader = cup.organiser
    for path in ("", "round/1/", "round/1/pod/1/", "replays/"):
        page = get(cup, path, reader).content.decode()
        assert "/replay/" not in page
        assert f"/t/{second.table}/" not in page
        assert "cards-left" not in page
        assert not any(sign in page for sign in ("seat-place", "pod-result", 'name="place_'))
        assert cup.secret not in page
    assert get(cup, "round/1/draw.json", reader).status_code == 403
    assert "counts when the round is over" in get(cup, "standings/", reader).content.decode()


def test_the_seed_is_shown_when_the_event_is_over_and_draws_the_same_pods(six: list[Any]) -> None:
    cup = begun(six, settings=Settings(rounds=2))
    assert cup.secret not in get(cup).content.decode() + get(cup, "round/1/pod/1/").content.decode()
    cup = play_to_the_end(cup)
    assert cup.secret in get(cup).content.decode()
    draw = get(cup, "round/2/draw.json").json()
    assert draw["event"]["seed"] == cup.secret
    assert sorted(len(pod) for pod in draw["pods"]) == [3, 3]
    assert get(cup, "round/3/draw.json").status_code == 404
    page = get(cup, "round/2/pod/1/").content.decode()
    assert "Why this table" in page
    assert "draw.json" in page


def test_the_page_of_a_finished_event_shows_its_winner(six: list[Any]) -> None:
    cup = play_to_the_end(begun(six[:4], settings=Settings(rounds=1)))  # one table: nobody is level with its first
    page = get(cup, user=six[0]).content.decode()
    assert "You won" in page
    assert 'data-card="R1"' in page
    assert "You came 4 of 4" in get(cup, user=six[3]).content.decode()
    assert "me-nothing" in get(cup).content.decode()


def test_where_nobody_came_the_page_names_no_winner(six: list[Any]) -> None:
    cup = begun(six[:2], settings=Settings(rounds=1, pod_size=2))
    for user in six[:2]:
        services.withdraw(cup.slug, user)
    cup = play_to_the_end(cup)
    assert cup.status == "finished"
    for user in six[:2]:
        page = get(cup, user=user).content.decode()
        assert "You won" not in page
        assert "Winner" not in page


def test_a_called_player_is_led_to_the_table_and_a_visitor_is_not(six: list[Any]) -> None:
    cup = begun(six)
    table = get(cup, "state.json", six[0]).json()["my_table"]
    assert f'data-goto="/t/{table}/"' in get(cup, user=six[0]).content.decode()
    assert "data-goto" not in get(cup).content.decode()
    client = client_of(six[0])
    client.get(f"/t/{table}/")
    assert "data-goto" not in client.get(f"/tournaments/{cup.slug}/").content.decode()


def test_readers_share_one_rendering_and_only_their_own_entry_is_marked(six: list[Any]) -> None:
    shared = rendering.shared(begun(six).slug, "en")
    assert shared is not None
    with CaptureQueriesContext(connection) as queries:
        anonymous = rendering.event_html(shared, None, "en")
    assert len(queries) == 0
    own = rendering.event_html(shared, six[1], "en")
    assert "data-me" not in anonymous
    assert 'data-entry="2" data-me' in own
    assert 'data-entry="1" data-me' not in own


def test_organisers_alone_see_their_panel(cup: Tournament, six: list[Any]) -> None:
    assert 'id="tools"' in get(cup, user=cup.organiser).content.decode()
    assert 'id="tools"' not in get(cup, user=six[0]).content.decode()


def test_who_may_not_enter_reads_why(organiser: Any) -> None:
    cup = event(organiser)
    guest = person("Visitor", is_guest=True)
    page = get(cup, user=guest).content.decode()
    assert 'aria-disabled="true"' in page
    assert "Guests cannot enter" in page
    assert post(cup, "register", guest).status_code == 403
