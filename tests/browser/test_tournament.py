"""A tournament in the browser: entering, check-in, the call, standings that move, announcing one, directing it."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Windows
from tests.browser.table import nameless
from tests.browser.test_phone import assert_fits
from tests.processes import Site
from tests.serve.player import FAST, Player, in_minutes
from tests.waiting import wait_for

PHONE: dict[str, Any] = {"size": (360, 640), "is_mobile": True, "has_touch": True}
PAGES = ("", "standings/", "log/", "replays/", "round/1/", "round/1/pod/1/")
LONGEST = "Grand" + "wonderful" * 8 + "Cup"
DUEL = FAST | {"format": "swiss_pods", "rounds": 1, "pod_size": 2, "grace_seconds": 120}

Make = Callable[[], Player]


@pytest.fixture
def new(site: Site) -> Make:
    """Makes people with accounts."""
    return lambda: Player(site.url).sign_up()


def press_to(page: Page, selector: str, key: str = "Enter") -> None:
    """Go to a control with the Tab key alone, and press it."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            page.keyboard.press(key)
            return
    raise AssertionError(f"no way to {selector} with the Tab key")


def entered(organiser: Player, *players: Player, **fields: Any) -> str:
    """The address of a duel that the players have entered."""
    event = organiser.announce(**{"name": "Friday Cup", **DUEL, **fields})
    for player in players:
        player.do(event, "register")
    return event


def played(organiser: Player, event: str, *players: Player) -> None:
    """Have an event begin, and the players play it to its end."""
    organiser.do(event, "start")
    with ThreadPoolExecutor(len(players)) as pool:
        list(pool.map(lambda player: player.attend(event, lambda who, _round, table: who.play(table) or True), players))


def test_one_enters_and_checks_in_by_keyboard_alone(windows: Windows, new: Make) -> None:
    organiser, anna = new(), new()
    event = entered(organiser, starts_at=in_minutes(60), timezone="UTC", checkin_minutes=5)
    page = windows.open(event, anna)
    press_to(page, "#do-register")
    expect(page.locator(".me-title")).to_have_text("You are in")
    expect(page.locator("#event")).to_contain_text(anna.name)
    organiser.do(event, "postpone", starts_at=in_minutes(4))
    expect(page.locator("#do-check_in")).not_to_have_attribute("aria-disabled", "true")
    press_to(page, "#do-check_in")
    expect(page.locator(".me-title")).to_have_text("You are in and checked in")
    page.get_by_role("button", name="Withdraw").click()
    expect(page.locator("#do-register")).to_have_text("Enter")


def test_who_is_called_finds_the_way_from_another_page_and_is_led_from_the_page_of_the_event(
    windows: Windows, new: Make
) -> None:
    organiser, anna, bo = new(), new(), new()
    event = entered(organiser, anna, bo)
    away, there = windows.open("/rules/", anna), windows.open(event, bo)
    expect(there.locator(".me-title")).to_have_text("You are in")
    organiser.do(event, "start")
    there.wait_for_url("**/t/**")
    expect(away.locator("#call")).to_contain_text("Friday Cup")
    expect(away).to_have_title(re.compile("^◆ "))
    away.locator("#call a").first.click()
    away.wait_for_url("**/t/**")
    assert away.url == there.url
    for page in (away, there):
        page.locator('#table[data-mode="setup"]').wait_for()
    there.goto(event)  # whoever comes back to look stays, with the way to the table before them
    expect(there.locator("#to-table")).to_be_visible()
    assert there.url.endswith(event)


def test_standings_move_while_one_looks(windows: Windows, new: Make) -> None:
    organiser, anna, bo = new(), new(), new()
    event = entered(organiser, anna, bo)
    pages = [windows.open(event + path) for path in ("", "standings/")]
    for page in pages:
        page.evaluate("window.loadedOnce = true")
    played(organiser, event, anna, bo)
    winner = organiser.browser.get(f"{event}standings.json").json[0]["username"]
    for page in pages:
        expect(page.locator(".standings li").first).to_contain_text(winner)
        expect(page.locator(".standings li").first.locator(".slip-points")).to_contain_text("100")
        assert page.evaluate("window.loadedOnce")
    expect(pages[0].locator("#event")).to_have_attribute("data-status", "finished")
    expect(pages[0].locator(".event-hero")).to_contain_text(winner)


@pytest.mark.parametrize("size", [(360, 640), (390, 844)], ids=str)
def test_on_a_phone_no_page_of_a_tournament_scrolls_sideways(
    windows: Windows, new: Make, size: tuple[int, int]
) -> None:
    organiser, anna, bo = new(), new(), new()
    event = entered(organiser, anna, bo, name=LONGEST)
    page = windows.open(event, organiser, **PHONE | {"size": size})
    for path in ("/tournaments/", "/tournaments/calendar/", "/tournaments/new/", "/tournaments/mine/", event):
        page.goto(path)
        assert_fits(page)
        assert nameless(page, "body") == []
    page.locator("#tools > summary").click()
    assert_fits(page)
    played(organiser, event, anna, bo)
    for path in PAGES:
        page.goto(event + path)
        assert_fits(page)
        assert nameless(page, "body") == []


def test_one_is_announced_with_the_form(windows: Windows, new: Make) -> None:
    page = windows.open("/tournaments/new/", new())
    page.get_by_label("Name", exact=True).fill("Duels at <eight>")
    page.locator("#presets").get_by_text("Head-to-head").click()
    expect(page.locator(".new-side")).to_contain_text("head-to-head, two at a table")
    page.get_by_role("button", name="Announce it").click()
    page.wait_for_url(re.compile("/tournaments/[a-z0-9]{10}/$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Duels at <eight>")
    expect(page.locator("#event")).to_contain_text("head-to-head")


def test_a_form_with_a_mistake_says_where_and_keeps_the_rest(windows: Windows, new: Make) -> None:
    windows.allow("400")
    page = windows.open("/tournaments/new/", new())
    page.get_by_label("Name", exact=True).fill("Too late")
    page.locator('[name="starts_at"]').fill("2020-01-01T10:00")
    page.get_by_role("button", name="Announce it").click()
    expect(page.get_by_role("alert").first).to_contain_text("not announced")
    expect(page.locator('[name="name"]')).to_have_value("Too late")
    expect(page.locator('[name="starts_at"]')).to_have_attribute("aria-invalid", "true")


def test_the_organiser_adds_somebody_and_starts_early(windows: Windows, new: Make) -> None:
    organiser, anna, bo = new(), new(), new()
    event = entered(organiser, anna)
    assert windows.open(event, anna).locator("#tools").count() == 0
    page = windows.open(event, organiser)
    page.locator("#tools > summary").click()
    page.locator("#tool-add > summary").click()
    page.locator("#tool-add [name=username]").fill("nobody-of-that-name")
    windows.allow("400")
    page.locator("#tool-add button").click()
    expect(page.get_by_role("alert")).to_contain_text("nobody")
    page.locator("#tool-add [name=username]").fill(bo.name)
    page.locator("#tool-add button").click()
    expect(page.locator(".event-side")).to_contain_text(bo.name)
    page.locator("#tool-start > summary").click()
    sure = page.locator("#tool-start [type=checkbox]")
    if sure.count():
        sure.check()
    page.locator("#tool-start button").click()
    expect(page.locator("#event")).to_have_attribute("data-status", "running")
    table = wait_for(lambda: anna.state(event)["my_table"], "the call to a table")
    assert bo.state(event)["my_table"] == table
