"""Sockets that close, fall asleep or repeat themselves; sessions that end; pages from the browser's memory."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Windows
from tests.browser.table import Table
from tests.browser.wire import Wire
from tests.processes import Site
from tests.serve.person import Person

Guest = Callable[[], Person]
DUEL = {"seats": 2, "bots": "", "pace": "relaxed", "visibility": "unlisted"}


@pytest.fixture
def wire() -> Wire:
    return Wire()


@pytest.fixture
def duel(windows: Windows, guest: Guest, wire: Wire) -> tuple[Table, Person]:
    """A window at a table whose socket goes through the wire, and a second person there who plays by HTTP."""
    person, other = guest(), guest()
    address = person.create(**DUEL)
    page = windows.open("/", person)
    page.route_web_socket("**/ws/t/**", wire)
    page.goto(address)
    table = Table(page)
    assert other.browser.post(f"{address}join/").status == 200
    expect(page.locator("#do-main")).to_be_visible()
    return table, other


def act(person: Person, table: Table) -> int:
    """The first thing that the person may do there; returns the new seq."""
    seen = person.view(table.url)
    answer = person.act(table.url, seen["legal"][0], seen["seq"])
    assert answer.status == 200
    return int(answer.json["seq"])


@pytest.mark.parametrize("code", [1000, 1001, 4012, 4000])
def test_a_page_comes_back_whatever_the_server_hung_up_with(duel: tuple[Table, Person], wire: Wire, code: int) -> None:
    table, other = duel
    wire.opened[-1].close(code=code)
    newest = act(other, table)
    expect(table.page.locator("#table")).to_have_attribute("data-seq", str(newest))
    expect(table.banner).to_be_hidden()
    assert len(wire.opened) == 2


@pytest.mark.parametrize("code", [4403, 4404])
def test_a_page_that_is_told_to_go_says_so_and_stays_away(duel: tuple[Table, Person], wire: Wire, code: int) -> None:
    table, _ = duel
    wire.opened[-1].close(code=code)
    expect(table.banner).to_contain_text("can no longer be followed")
    assert len(wire.opened) == 1


def test_an_older_frame_changes_nothing(duel: tuple[Table, Person], wire: Wire) -> None:
    table, other = duel
    newest = act(other, table)
    expect(table.page.locator("#table")).to_have_attribute("data-seq", str(newest))
    for frame in wire.frames[:-1]:
        wire.opened[-1].send(frame)
    table.move()
    assert table.seq == newest + 1


def test_a_page_that_slept_is_right_as_soon_as_somebody_looks(duel: tuple[Table, Person], wire: Wire) -> None:
    table, other = duel
    wire.open = False  # the phone took the connection away and told nobody
    newest = act(other, table)
    table.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(table.page.locator("#table")).to_have_attribute("data-seq", str(newest), timeout=3000)


def test_logging_out_in_another_tab_ends_the_table_with_a_clear_message(windows: Windows, member: Person) -> None:
    table = Table(windows.open(member.create(**DUEL), member))
    expect(table.page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    tab = windows.beside(table.page, "/")
    tab.locator(".site-header details.menu > summary").click()
    tab.get_by_role("button", name="Log out").click()
    expect(tab.get_by_role("link", name="Log in").first).to_be_visible()
    expect(table.banner).to_contain_text("can no longer be followed here")
    expect(table.page.locator("#room.asleep")).to_be_visible()


def test_back_after_logging_out_shows_nothing_private(windows: Windows, member: Person) -> None:
    address = member.create(seats=2, bots="easy", bot_pace="instant", visibility="invite")
    windows.allow("403")  # the table is not for strangers
    page = windows.open(address, member)
    expect(page.locator("#hand .pick").first).to_be_visible()
    for path in (f"/u/{member.name}/", "/accounts/email/", "/rules/"):
        page.goto(path)
        expect(page.locator(".site-header .menu-name")).to_have_text(member.name)
    page.locator(".site-header details.menu > summary").click()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in").first).to_be_visible()
    for _ in range(4):
        page.go_back()
        expect(page.get_by_role("link", name="Log in").first).to_be_visible()
        assert page.locator(".menu-name, #hand, #badge a").count() == 0
        assert f"{member.name}@example.org" not in page.content()


def test_back_to_a_table_shows_it_as_it_is_now(windows: Windows, guest: Guest) -> None:
    person, other = guest(), guest()
    table = Table(windows.open(person.create(**DUEL), person))
    assert other.browser.post(f"{table.url}join/").status == 200
    table.page.goto("/rules/")
    newest = act(other, table)
    table.page.go_back()
    expect(table.page.locator("#table")).to_have_attribute("data-seq", str(newest), timeout=3000)
    assert table.move() == newest + 1


def test_a_page_comes_back_by_itself_when_the_site_was_restarted(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    directory = tmp_path_factory.mktemp("restarted")
    site = Site(directory)
    again = None
    try:
        site.wait_until_healthy(90)
        person = Person(site.url)
        assert person.browser.post("/accounts/guest/").status == 200
        windows = Windows(chromium, site)
        table = Table(windows.open(person.create(seats=2, bots="easy", bot_pace="instant"), person))
        table.wait_for_my_move()
        site.stop()
        expect(table.banner).to_be_visible()
        again = Site(directory, PORT=str(site.port))
        expect(table.banner).to_be_hidden(timeout=60_000)
        table.move()
        windows.close(None)
    finally:
        for process in filter(None, (site, again)):
            process.kill()
