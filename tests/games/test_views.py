"""The addresses of tables: statuses in their order, JSON for programs, fragments for htmx, pages for browsers."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from games import services
from games.models import Match
from tests.games.tables import against_bots, choose_all, first_legal, of_people, waiting

JSON = {"Accept": "application/json"}
HTMX = {"HX-Request": "true"}
POSTS = ("join", "leave", "start", "act", "resume", "rematch", "kick", "react", "invite", "block")


def as_(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def at(match: Match, name: str = "table") -> str:
    return reverse(f"games:{name}", args=[match.slug])


@pytest.mark.parametrize("name", POSTS)
def test_reading_changes_nothing(anna: Any, name: str) -> None:
    assert as_(anna).get(at(waiting(anna), name)).status_code == 405


@pytest.mark.parametrize("name", POSTS)
def test_unknown_tables_are_404_and_strangers_403(anna: Any, bo: Any, name: str) -> None:
    match = choose_all(of_people(anna, bo), anna, bo)
    client = Client()
    assert as_(anna).post(reverse(f"games:{name}", args=["nowhere123"]), headers=JSON).status_code == 404
    assert client.post(at(match, name), headers=JSON).status_code == 403


@pytest.mark.parametrize("name", POSTS)
def test_every_post_needs_a_token(anna: Any, name: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(anna)
    assert client.post(at(waiting(anna), name)).status_code == 403


def test_the_csrf_cookie_comes_with_every_page(anna: Any) -> None:
    for url in (at(waiting(anna)), reverse("games:lobby"), reverse("games:new")):
        assert "csrftoken" in Client().get(url).cookies


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({}, 400),
        ({"action": "dance", "seq": "1"}, 400),
        ({"action": "pickup"}, 400),
        ({"action": "pickup", "seq": "one"}, 400),
        ({"action": ["pickup", "draw"], "seq": ["1", "2"]}, 409),
        ({"action": "pickup", "seq": "1"}, 409),
        ({"action": "pickup", "seq": "100000"}, 409),
    ],
)
def test_wrong_and_late_actions_say_so(anna: Any, data: dict[str, Any], status: int) -> None:
    match = against_bots(anna)
    answer = as_(anna).post(at(match, "act"), data, headers=JSON)
    assert answer.status_code == status
    said = answer.json()
    assert (said["ok"], said["seq"], said["url"]) == (False, match.seq, at(match))
    assert said["error"]


def test_a_good_action_answers_with_the_new_position(anna: Any) -> None:
    match = against_bots(anna)
    answer = as_(anna).post(at(match, "act"), {"action": first_legal(match, 0), "seq": match.seq}, headers=JSON)
    assert answer.json() == {"ok": True, "seq": match.seq + 1, "error": None, "url": at(match)}


def test_an_illegal_action_is_400(anna: Any) -> None:
    match = against_bots(anna)
    answer = as_(anna).post(at(match, "act"), {"action": "flip 0", "seq": match.seq}, headers=JSON)
    assert (answer.status_code, "up " in answer.json()["error"]) == (400, True)


def test_an_action_after_the_end_is_409(anna: Any, bo: Any) -> None:
    match = of_people(anna, bo)
    services.leave(match.slug, bo)
    answer = as_(anna).post(at(match, "act"), {"action": "pickup", "seq": "1"}, headers=JSON)
    assert answer.status_code == 409


def test_a_full_table_is_409(anna: Any, bo: Any, cleo: Any) -> None:
    match = of_people(anna, bo)
    assert as_(cleo).post(at(match, "join"), headers=JSON).status_code == 409


def test_htmx_gets_the_table_back(anna: Any) -> None:
    match = against_bots(anna)
    answer = as_(anna).post(at(match, "act"), {"action": first_legal(match, 0), "seq": match.seq}, headers=HTMX)
    html = answer.content.decode()
    assert html.lstrip().startswith('<section id="table"')
    assert f'data-seq="{match.seq + 1}"' in html


@pytest.mark.parametrize(("action", "status"), [("dance", 400), ("pickup", 409)])
def test_htmx_gets_the_table_and_the_reason(anna: Any, action: str, status: int) -> None:
    match = against_bots(anna)
    answer = as_(anna).post(at(match, "act"), {"action": action, "seq": "0"}, headers=HTMX)
    assert answer.status_code == status
    assert 'id="table"' in answer.content.decode()
    assert 'role="alert"' in answer.content.decode()


def test_a_browser_without_scripts_goes_back_to_the_table(anna: Any) -> None:
    match = against_bots(anna)
    answer = as_(anna).post(at(match, "act"), {"action": first_legal(match, 0), "seq": match.seq})
    assert (answer.status_code, answer.headers["Location"]) == (303, at(match))
    assert as_(anna).post(at(match, "act"), {"action": "x", "seq": "0"}).status_code == 400


def test_pages_and_fragments_are_told_apart_and_kept_by_nobody(anna: Any) -> None:
    match = against_bots(anna)
    page, fragment = as_(anna).get(at(match)), as_(anna).get(at(match), headers=HTMX)
    assert b"<!doctype" in page.content
    assert b"<!doctype" not in fragment.content
    for answer in (page, fragment, as_(anna).get(at(match, "view_json"))):
        assert "no-store" in answer.headers["Cache-Control"]
    assert "HX-Request" in page.headers["Vary"]


def test_the_view_is_the_readers_own(anna: Any, bo: Any) -> None:
    match = choose_all(of_people(anna, bo), anna, bo)
    own, other = (as_(user).get(at(match, "view_json")).json() for user in (anna, bo))
    anonymous = Client().get(at(match, "view_json")).json()
    assert (own["seat"], other["seat"], anonymous["seat"]) == (0, 1, None)
    assert own["hands"][1] is None
    assert anonymous["hands"] == [None, None]
    assert [bool(view["legal"]) for view in (own, other)] == [match.turn_seat == 0, match.turn_seat == 1]
    assert own["seq"] == match.seq
    assert (own["round"], own["status"]) == (1, "playing")
    assert own["players"][1] == {"seat": 1, "name": "bo", "kind": "person", "away": False}
    assert 100_000 < own["remaining_ms"] <= 120_000


def test_a_waiting_table_has_a_view(anna: Any) -> None:
    view = Client().get(at(waiting(anna), "view_json")).json()
    assert (view["status"], view["round"], view["legal"], view["remaining_ms"]) == ("waiting", 0, [], None)
    assert view["players"][1]["kind"] == "free"


@pytest.mark.parametrize(
    ("pace", "verified", "told"), [("days", False, True), ("days", True, False), ("live", False, False)]
)
def test_who_sits_down_where_a_turn_takes_days_hears_that_no_mail_will_come(
    anna: Any, bo: Any, pace: str, verified: bool, told: bool
) -> None:
    for person in (anna, bo):
        EmailAddress.objects.create(user=person, email=person.email, verified=verified, primary=True)
    made = as_(anna).post(reverse("games:new"), {"seats": 2, "pace": pace, "visibility": "public"}, follow=True)
    came = as_(bo).post(at(Match.objects.get(), "join"), follow=True)
    assert [b"No mail will tell you" in page.content for page in (made, came)] == [told, told]


def test_invite_only_tables_are_shut_to_strangers(anna: Any, bo: Any) -> None:
    match = waiting(anna, visibility="invite")
    for name in ("table", "view_json"):
        assert Client().get(at(match, name)).status_code == 403
        assert as_(bo).get(at(match, name)).status_code == 403
        assert as_(anna).get(at(match, name)).status_code == 200
    assert as_(bo).post(at(match, "join"), headers=JSON).status_code == 403
    as_(anna).post(at(match, "invite"), {"username": "bo"})
    assert as_(bo).get(at(match)).status_code == 200


def test_sealed_tables_are_shut_to_everybody_else(anna: Any, bo: Any, cleo: Any) -> None:
    match = of_people(anna, bo)
    Match.objects.update(sealed=True)
    assert as_(cleo).get(at(match)).status_code == 403
    assert as_(anna).get(at(match)).status_code == 200


def test_a_visitor_sits_down_as_a_guest(anna: Any) -> None:
    match = waiting(anna)
    client = Client()
    assert client.post(at(match, "join")).status_code == 303
    assert match.seats.get(index=1).kind == "guest"
    assert client.get(at(match, "view_json")).json()["seat"] == 1


def test_one_click_is_enough_for_a_visitor(db: None) -> None:
    client = Client()
    answer = client.post(reverse("games:play_now"))
    assert answer.status_code == 303
    view = client.get(answer.headers["Location"] + "view.json").json()
    assert (view["seat"], view["status"], len(view["players"])) == (0, "playing", 4)


def test_programs_have_to_sign_in(anna: Any) -> None:
    for url in (
        reverse("games:play_now"),
        reverse("games:quick_seat"),
        reverse("games:new"),
        at(waiting(anna), "join"),
    ):
        answer = Client().post(url, headers=JSON)
        assert (answer.status_code, answer.json()["ok"]) == (403, False)


def test_a_quick_seat_leads_to_a_table(anna: Any) -> None:
    answer = as_(anna).post(reverse("games:quick_seat"), {"fill": "on"}, headers=JSON)
    match = Match.objects.get()
    assert answer.json()["url"] == at(match)
    assert match.fill_with_bots_at is not None


def test_leaving_a_waiting_table_leads_to_the_lobby(anna: Any, bo: Any) -> None:
    match = waiting(anna)
    assert as_(anna).post(at(match, "leave"), headers=JSON).json()["url"] == reverse("games:lobby")
    running = of_people(anna, bo)
    assert as_(anna).post(at(running, "leave"), headers=JSON).json()["url"] == at(running)


def test_the_lobby_page_and_fragment(anna: Any) -> None:
    match = waiting(anna)
    page, fragment = Client().get(reverse("games:lobby")), Client().get(reverse("games:lobby"), headers=HTMX)
    assert match.slug in page.content.decode()
    assert fragment.content.decode().lstrip().startswith('<div id="lobby"')


def test_a_table_page_takes_few_queries(anna: Any, django_assert_max_num_queries: Any) -> None:
    client, match = as_(anna), against_bots(anna, seats=4)
    client.get(at(match))
    with django_assert_max_num_queries(6):
        client.get(at(match))
    with django_assert_max_num_queries(4):
        client.get(at(match, "view_json"))


def test_names_are_shown_as_text(anna: Any, bo: Any) -> None:
    bo.username = "<script>alert(1)</script>"
    type(bo).objects.filter(pk=bo.pk).update(username=bo.username)
    match = of_people(anna, bo)
    for url in (at(match), reverse("games:lobby")):
        assert b"<script>alert" not in as_(anna).get(url).content
