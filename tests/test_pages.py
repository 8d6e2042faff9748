"""The pages that everybody meets: they answer, escape, load nothing from elsewhere, and lead on."""

import json
import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.test import Client, RequestFactory

from config.errors import csrf_failure
from games.models import Match, Seat

pytestmark = pytest.mark.django_db

ANYBODY = ["/", "/rules/", "/tables/", "/tables/new/", "/tournaments/", "/accounts/login/", "/accounts/signup/"]
ERRORS = ["400.html", "403.html", "403_csrf.html", "404.html", "409.html"]
FAN_MADE = "An unofficial, fan-made implementation"
HOSTILE = "<b>x\"'{{7*7}}${1}"
PERSIAN = "شیرین"
LONGEST = "a" * 30


def person(name: str, **more: Any) -> Any:
    """A row as a bug or an old release might have left it: `HOSTILE` is no name that the forms let through."""
    return get_user_model().objects.create_user(name, **more)


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def finished_game(*users: Any) -> Match:
    """A game that is over; the first of `users` won."""
    from django.utils import timezone

    from games.engine import Options

    match = Match.objects.create(
        slug="finished01", status=Match.Status.OVER, options=Options().to_dict(), size=len(users),
        secret="0" * 64, commitment="1" * 64, ended_at=timezone.now(), placings=list(range(1, len(users) + 1)),
    )  # fmt: skip
    for index, user in enumerate(users):
        Seat.objects.create(match=match, index=index, user=user, taken=True, name=user.username, place=index + 1)
    return match


class Links(HTMLParser):
    """Collects what a page loads or leads to, and what would run inline."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.inline: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.addresses += [found[name] or "" for name in ("href", "src", "action", "content") if name in found]
        self.inline += [name for name in found if name.startswith(("on", "hx-on"))]
        if tag == "style" or (tag == "script" and "src" not in found and found.get("type") != "application/json"):
            self.inline.append(tag)
        if not re.fullmatch(r"(--[\w-]+:\s*-?[\d.]+;?\s*)*", found.get("style") or ""):
            self.inline.append(f"style={found['style']}")


def check(response: HttpResponse, status: int = 200) -> str:
    """What holds of every page; returns its HTML."""
    html = response.content.decode()
    links = Links(html)
    assert response.status_code == status
    assert html.count(FAN_MADE) == 1
    assert [address for address in links.addresses if re.match(r"(https?:)?//", address)] == []
    assert links.inline == []
    assert html.count("<h1") == 1
    assert re.search(r"<title>[^<]+</title>", html)
    return html


@pytest.mark.parametrize("path", ANYBODY)
def test_page_opens_for_a_visitor_and_sets_the_token(client: Client, path: str) -> None:
    response = client.get(path)
    check(response)
    assert "csrftoken" in response.cookies


@pytest.mark.parametrize("path", [*ANYBODY[:5], "/accounts/preferences/"])
@pytest.mark.parametrize("name", [PERSIAN, LONGEST, HOSTILE])
def test_page_opens_for_every_name_and_escapes_it(path: str, name: str) -> None:
    html = check(signed_in(person(name)).get(path))
    assert "<b>x" not in html
    assert "${1}" not in html or "&lt;b&gt;x" in html


def test_visitor_costs_the_header_no_query(client: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        client.get("/rules/")


def test_signed_in_person_costs_the_header_one_query(django_assert_num_queries: Any) -> None:
    client = signed_in(person("anna"))
    with django_assert_num_queries(3):  # session, user, where it is their turn
        client.get("/rules/")


def test_home_offers_one_click_play_to_everybody(client: Client) -> None:
    html = check(client.get("/"))
    assert 'action="/tables/play-now/"' in html
    assert 'action="/tables/quick/"' in html
    assert html.count('name="ticket"') == 2


def test_home_shows_tables_with_their_people() -> None:
    client = signed_in(person(PERSIAN))
    client.post("/tables/new/", {"seats": "3", "bots": "easy"})
    html = check(signed_in(person("bo")).get("/"))
    assert f"<bdi>{PERSIAN}</bdi>" in html
    assert "Sit down" in html


def test_rules_explain_every_option_and_never_by_number(client: Client) -> None:
    html = check(client.get("/rules/"))
    for words in ("Leave colours out", "Ones reverse", "Play for places", "Colour bonus", "Swap cards", "Scoring"):
        assert words in html
    assert not re.search(r"(section|rule|§)\s*\d", re.sub(r"<[^>]+>", "", html), re.IGNORECASE)


def test_new_table_form_has_every_field_of_the_design(client: Client) -> None:
    from games.engine import OPTION_NAMES

    html = check(client.get("/tables/new/"))
    for name in [*OPTION_NAMES, "seats", "bots", "bot_pace", "pace", "visibility", "nonce", "ticket"]:
        assert f'name="{name}"' in html, name


def test_new_table_form_takes_a_preset_without_script(client: Client) -> None:
    html = client.get("/tables/new/?preset=house").content.decode()
    assert re.search(r'name="ones_reverse" value="on"[^>]* checked', html)


def test_new_table_form_keeps_what_was_typed_when_refused() -> None:
    form = {"seats": "6", "colours": ["red", "blue"], "ones_reverse": "on"}
    html = check(signed_in(person("anna")).post("/tables/new/", form), 400)
    assert "leaving colours out is for 2 to 4 seats" in html
    assert re.search(r'name="ones_reverse" value="on"[^>]* checked', html)
    assert re.search(r'name="seats" value="6"[^>]* checked', html)


@pytest.mark.parametrize("name", ["anna", PERSIAN, LONGEST, "a-b_c", HOSTILE])
def test_profile_opens_for_every_name(client: Client, name: str) -> None:
    one = person(name)
    finished_game(one, person("bo"))
    html = check(client.get(f"/u/{one.username}/"))
    assert "<b>x" not in html
    assert "/t/finished01/replay/" in html


def test_a_title_keeps_a_name_from_turning_the_words_around_it(client: Client) -> None:
    from games.engine import Options
    from tests.games.playing import Playing
    from tests.games.stored import store
    from tests.tournaments.events import event
    from tournaments.models import Tournament

    one, cup = person(PERSIAN), event()
    store(Playing(Options(), 2, 1).play(), one)
    Tournament.objects.update(name=PERSIAN)
    pages = [f"/u/{PERSIAN}/", "/t/stored22/replay/", *(f"/tournaments/{cup.slug}/{path}" for path in ("", "log/"))]
    for path in pages:
        title = re.search(r"<title>(.*)</title>", check(client.get(path)))
        assert title is not None
        assert f"\u2068{PERSIAN}\u2069" in unescape(title[1]), path


def test_profile_names_whoever_sat_there(client: Client) -> None:
    match = finished_game(person("anna"), person("bo"), person("cleo"))
    match.seats.filter(index=1).update(user=None, deleted=True, name="")
    match.seats.filter(index=2).update(user=None, bot="hard", name="hard")
    html = check(client.get("/u/anna/"))
    for name in ("anna", "deleted player", "Hard"):
        assert f"<bdi>{name}</bdi>" in html
    assert "<bdi></bdi>" not in html


def test_profile_address_ignores_case(client: Client) -> None:
    person("Anna")
    response = client.get("/u/aNNa/")
    assert (response.status_code, response.url) == (301, "/u/Anna/")


def test_profile_of_a_newcomer_says_how_to_begin(client: Client) -> None:
    anna = person("anna")
    assert "No finished game yet" in check(client.get("/u/anna/"))
    assert "Play your first game" in check(signed_in(anna).get("/u/anna/"))


@pytest.mark.parametrize("name", ["nobody", "%00", "a" * 200, "..%2f"])
def test_profile_of_nobody_is_a_page_that_leads_on(client: Client, name: str) -> None:
    html = check(client.get(f"/u/{name}/"), 404)
    assert 'href="/"' in html


def test_profile_of_an_account_on_its_way_out_is_gone(client: Client) -> None:
    person("anna", is_active=False)
    check(client.get("/u/anna/"), 404)


def test_profile_blocks_a_person_and_lifts_the_block() -> None:
    anna = person("anna")
    person(PERSIAN)
    client = signed_in(anna)
    client.post(f"/u/{PERSIAN}/block/")
    assert "People you do not sit with" in check(client.get("/u/anna/"))
    assert "Meet this person again" in check(client.get(f"/u/{PERSIAN}/"))
    client.post(f"/u/{PERSIAN}/block/", {"undo": "1"})
    assert "People you do not sit with" not in check(client.get("/u/anna/"))


@pytest.mark.parametrize(("name", "status"), [("nobody", 404), ("anna", 200)])
def test_block_answers_programs_in_json(name: str, status: int) -> None:
    client = signed_in(person("anna"))
    response = client.post(f"/u/{name}/block/", headers={"accept": "application/json"})
    assert (response.status_code, response.json()["ok"]) == (status, status == 200)


def test_block_is_for_people_who_are_signed_in(client: Client) -> None:
    person("anna")
    assert client.post("/u/anna/block/", headers={"accept": "application/json"}).status_code == 403
    assert client.post("/u/anna/block/").url.startswith("/accounts/login/")


def test_own_data_comes_as_one_file() -> None:
    anna = person("anna", email="anna@example.org")
    finished_game(anna, person("bo"))
    response = signed_in(anna).get("/accounts/download/")
    data = json.loads(response.content)
    assert "attachment" in response["Content-Disposition"]
    assert data["account"]["username"] == "anna"
    assert data["games"][0]["players"][1] == {"name": "bo", "kind": "person"}


def test_own_data_is_for_nobody_else(client: Client) -> None:
    response = client.get("/accounts/download/")
    assert response.status_code == 302
    assert response.url.startswith("/accounts/login/")


@pytest.mark.parametrize("template", ERRORS)
@pytest.mark.parametrize("name", [None, PERSIAN])
def test_error_page_leads_on(template: str, name: str | None, rf: RequestFactory) -> None:
    from django.contrib.auth.models import AnonymousUser

    request = rf.get("/somewhere/")
    request.user = person(name) if name else AnonymousUser()
    html = check(HttpResponse(render_to_string(template, {"message": HOSTILE}, request)))
    assert "<b>x" not in html
    assert 'href="/"' in html


def test_error_500_needs_no_context_and_no_database() -> None:
    html = check(HttpResponse(render_to_string("500.html")))
    assert 'href="/"' in html


def test_stale_form_gets_a_page_that_leads_back(rf: RequestFactory) -> None:
    from django.contrib.auth.models import AnonymousUser

    request = rf.post("/tables/play-now/")
    request.user = AnonymousUser()
    assert "data-back" in check(csrf_failure(request), 403)


def test_unknown_address_is_a_page_in_our_own_look(client: Client) -> None:
    html = check(client.get("/nothing/here/"), 404)
    assert "site-header" in html


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/nothing/here/", {}, 404),
        ("/t/no.such.table/act/", {}, 404),
        ("/accounts/confirm-email/no:such:key/", {}, 404),
        ("/accounts/theme/", {str(number): "" for number in range(300)}, 400),
    ],
)
def test_a_program_gets_its_refusals_as_json(client: Client, path: str, body: dict[str, str], status: int) -> None:
    response = client.post(path, body, headers={"Accept": "application/json"})
    said = response.json()
    assert (response.status_code, said.pop("ok"), bool(said.pop("error"))) == (status, False, True)
    assert said == {"seq": None, "url": None}


def test_a_program_hears_of_a_fault_of_ours_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.services.play_now", lambda *args: 1 / 0)
    client = signed_in(person("anna"))
    client.raise_request_exception = False
    response = client.post("/tables/play-now/", headers={"Accept": "application/json"})
    assert (response.status_code, response.json()["ok"]) == (500, False)


@pytest.mark.parametrize("name", ["%00", "a%00b", "%F0%9F%98%80", "a" * 500, "%D9%A3", "'--"])
def test_there_is_nobody_of_a_name_that_is_none(name: str) -> None:
    client = signed_in(person("anna"))
    assert client.get(f"/u/{name}/").status_code == 404
    assert client.post(f"/u/{name}/block/").status_code == 404


@pytest.mark.parametrize("key", [r"\000\000\000\000\000\000\000\000\000", "x" * 3000, "%00"])
def test_a_session_key_that_is_none_is_nobodys(client: Client, key: str) -> None:
    assert "Log in" in check(client.get("/", headers={"Cookie": f'sessionid="{key}"'}))


def test_header_tells_of_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    from config import context

    monkeypatch.setattr(context, "badge_context", lambda user: {"badge": {"count": 2, "url": "/t/abc/"}})
    html = check(signed_in(person("anna")).get("/rules/"))
    assert "Your turn at 2 tables" in html


def test_vendored_scripts_are_the_ones_listed() -> None:
    import hashlib

    from django.conf import settings

    folder = settings.BASE_DIR / "static" / "vendor"
    listed = (folder / "README.md").read_text()
    for script in folder.glob("*.js"):
        assert hashlib.sha256(script.read_bytes()).hexdigest() in listed, script.name
