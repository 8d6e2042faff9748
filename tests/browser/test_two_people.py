"""Two people, two browsers, one table: whatever one of them does, both see the same, and each move counts once."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Windows
from tests.browser.table import Table
from tests.processes import Site
from tests.serve.person import Person

SHORT = {"seats": 2, "bots": "", "pace": "relaxed", "colours": "red", "visibility": "unlisted", "max_turns": 100}
SOON = 5000  # ms within which everybody must see the same again
OFFLINE = ("ERR_INTERNET_DISCONNECTED", "WebSocket")  # what a browser without a network complains of
PUBLIC = ("seq", "phase", "pile", "draw", "log", "places")


def sit_down(windows: Windows, one: Person, other: Person, **options: Any) -> tuple[Table, Table]:
    """Two windows at a table that the first opened and the second came to by its link."""
    address = one.create(**SHORT | options)
    first, second = Table(windows.open(address, one)), Table(windows.open(address, other))
    second.page.get_by_role("button", name="Sit down").click()
    second.page.locator("#do-main").wait_for()
    return first, second


def agree(*tables: Table) -> bool:
    """Whether these windows show the same, once the slowest has caught up with the fastest."""
    newest = max(table.seq for table in tables)
    for table in tables:
        expect(table.page.locator("#table")).to_have_attribute("data-seq", str(newest), timeout=SOON)
    shown = [table.shown for table in tables]
    return all(one[key] == shown[0][key] for one in shown for key in PUBLIC)


def turn_of(*tables: Table) -> tuple[Table, Table] | None:
    """The window whose turn it is, and the other, once both show the same; None when the game is over."""
    assert agree(*tables)
    if tables[0].over:
        return None
    mine = next(table for table in tables if table.shown["mine"])
    return mine, next(table for table in tables if table is not mine)


def drop_the_network(table: Table) -> None:
    """No network in this window; it says so and its controls sleep."""
    table.page.context.set_offline(True)
    expect(table.banner).to_be_visible(timeout=SOON)
    expect(table.page.locator("#room.asleep")).to_be_visible()


def get_it_back(table: Table) -> None:
    """The network is back, and so is everything else within five seconds."""
    table.page.context.set_offline(False)
    expect(table.banner).to_be_hidden(timeout=SOON)


def test_reloads_double_clicks_and_a_lost_network_neither_lose_nor_double_a_move(windows: Windows, site: Site) -> None:
    windows.allow(*OFFLINE)
    one, other = Person(site.url).sign_up(), Person(site.url).sign_up()
    first, second = sit_down(windows, one, other)
    moves = 0
    while (turn := turn_of(first, second)) is not None:
        mover, waiting = turn
        before = mover.seq
        if moves % 4 == 1:
            drop_the_network(waiting)
        after = mover.move(clicks=2)
        assert after == before + 1  # a double click is one move
        if moves % 4 == 1:
            get_it_back(waiting)
        if moves % 4 == 3:
            (mover if moves % 8 == 3 else waiting).page.reload()
        assert agree(first, second)
        moves += 1
    assert moves > 10
    record = one.browser.get(f"{first.url}record.json").json
    assert len(record["rounds"][0]["actions"]) == moves
    assert {by for _, _, by, _ in record["rounds"][0]["actions"]} == {"player"}
    check_the_end(first, second, [one.name, other.name], record["placings"])


def check_the_end(first: Table, second: Table, names: list[str], placings: list[int]) -> None:
    """The result on both pages, the record and the replay tell the same."""
    due = sorted((place, name) for place, name in zip(placings, names, strict=True))
    for table in (first, second):
        assert sorted((int(place[0]), name) for name, place in table.shown["places"]) == due
    first.page.get_by_role("link", name="Watch the replay").click()
    rows = first.page.locator(".places .place").all()
    assert sorted((int(row.inner_text()[0]), row.locator("bdi").inner_text()) for row in rows) == due


def test_a_person_without_a_network_is_told_that_nothing_was_sent(
    windows: Windows, guest: Callable[[], Person]
) -> None:
    windows.allow(*OFFLINE)
    first, second = sit_down(windows, guest(), guest())
    button = first.page.locator(first.choose())
    before = first.seq
    drop_the_network(first)
    button.click(force=True)
    first.page.keyboard.press("Enter")
    get_it_back(first)
    assert second.seq == first.seq == before
    assert first.page.locator('#hand .pick[aria-pressed="true"]').count() == 3
    button.click()
    first.wait_for_newer(before)
    assert agree(first, second)


def test_two_tabs_of_one_account_both_live_and_are_one_seat(windows: Windows, guest: Callable[[], Person]) -> None:
    first, second = sit_down(windows, guest(), guest())
    tab = Table(windows.beside(first.page, first.url))
    first.move()
    assert agree(first, tab, second)
    second.move()
    turn = turn_of(tab, second)
    if turn is not None and turn[0] is tab:
        tab.move()
    assert agree(first, tab, second)
    first.page.close()
    assert turn_of(tab, second)[0].move() == max(tab.seq, second.seq)
    assert agree(tab, second)


def test_a_stale_tab_cannot_sit_down_a_second_time(windows: Windows, guest: Callable[[], Person]) -> None:
    person, address = guest(), guest().create(seats=3, bots="", visibility="unlisted")
    page = windows.open("/", person)
    page.context.route_web_socket("**/ws/t/**", lambda socket: None)  # it stays open and says nothing
    page.goto(address)
    tab = windows.beside(page, address)
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("you", exact=True)).to_have_count(1)
    tab.get_by_role("button", name="Sit down").click()
    expect(tab.get_by_text("you", exact=True)).to_have_count(1)
    kinds = [player["kind"] for player in Table(tab).view()["players"]]
    assert kinds == ["guest", "guest", "free"]
