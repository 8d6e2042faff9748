"""Every address, opened by everybody: a clear answer, nothing of anybody else's, nothing changed."""

import pytest
from django.test import Client

from tests.hostile.addresses import Address, all_addresses
from tests.hostile.answers import assert_hides_cards, check, stored
from tests.hostile.world import ROLES, World, values_for

ADDRESSES = all_addresses()
OF_A_TABLE = {each.name for each in ADDRESSES if each.template.startswith(("/t/", "/tournaments/{"))}
UNSAFE = ("post", "put", "patch", "delete")
FOR_PLAYERS = ("leave", "start", "act", "resume", "rematch", "kick", "react", "invite")


@pytest.mark.parametrize("address", ADDRESSES, ids=str)
def test_opening_it_answers_clearly_gives_nothing_away_and_changes_nothing(world: World, address: Address) -> None:
    roles = ("player", "admin") if address.admin else ROLES  # whoever is no admin is one to it
    path = address.path(values_for(world, address))
    for role in roles:
        client = world.client(role)
        response = client.get(path)
        text = check(world, role, response, f"{path} as {role}")
        if address.name in OF_A_TABLE:
            assert_hides_cards(world, role, text, f"{path} as {role}")
        if address.admin and role != "admin":
            assert response.status_code in (302, 403, 404), (path, role)
    for method in ("head", "options"):
        check(world, role, getattr(client, method)(path), f"{path} by {method}")
    assert stored() == world.stored


def test_no_unsafe_request_passes_without_its_token(world: World) -> None:
    paths = [address.path(values_for(world, address)) for address in ADDRESSES]
    for role, methods in {"player": UNSAFE, "admin": UNSAFE[:1], "anonymous": UNSAFE[:1]}.items():
        client = world.client(role, strict=True)
        client.defaults["HTTP_ACCEPT"] = "application/json"
        answers = {(method, path): getattr(client, method)(path).status_code for path in paths for method in methods}
        passed = [asked for asked, status in answers.items() if status != 403]
        assert passed == [], role
    assert stored() == world.stored


@pytest.mark.parametrize("name", FOR_PLAYERS)
@pytest.mark.parametrize("table", ["playing", "waiting", "invited", "sealed", "over"])
def test_what_is_for_the_people_of_a_table_is_refused_to_all_others(world: World, name: str, table: str) -> None:
    slug = getattr(world, table).slug
    fields = {"action": "forfeit", "seq": "1", "seat": "0", "reaction": "hello", "username": "eve"}
    for role in ("anonymous", "watcher", "admin"):
        answer = world.client(role).post(f"/t/{slug}/{name}/", fields, headers={"Accept": "application/json"})
        assert answer.status_code in (403, 409), role
        check(world, role, answer, f"{name} at {table} as {role}")
    assert stored() == world.stored


@pytest.mark.parametrize("table", ["invited", "sealed"])
@pytest.mark.parametrize("path", ["", "view.json", "replay/", "replay/plies/", "record.json", "record.txt", "log.json"])
def test_a_table_that_is_not_for_everybody_is_shut(world: World, table: str, path: str) -> None:
    for role in ("anonymous", "stranger", "watcher", "admin"):
        assert world.client(role).get(f"/t/{getattr(world, table).slug}/{path}").status_code == 403, role


def test_what_is_for_the_organiser_is_refused_to_all_others(world: World) -> None:
    own = ("start", "postpone", "cancel", "add", "remove", "replace", "redraw", "void", "correct", "go-on", "invite",
           "edit")  # fmt: skip
    for role in ("anonymous", "stranger", "player", "watcher"):
        client = world.client(role)
        for name in own:
            path = f"/tournaments/{world.cup.slug}/{name}/"
            assert client.post(path, headers={"Accept": "application/json"}).status_code == 403, (role, name)
    assert stored() == world.stored


def test_every_page_sends_the_headers_that_fence_it_in(client: Client, db: None) -> None:
    headers = client.get("/rules/").headers
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]
