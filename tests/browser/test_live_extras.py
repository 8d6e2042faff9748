"""The live table beyond plain play: looking back, going on without a socket, picking ahead of time, a small phone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Windows
from tests.browser.table import Table
from tests.serve.person import Person

PHONE = {"size": (360, 640), "is_mobile": True, "has_touch": True}
CORNER = {"x": 12, "y": 14}  # of a card: no other card lies over it there


@pytest.fixture
def pair(windows: Windows, guest: Callable[[], Person]) -> tuple[Table, Table]:
    """Two people after the choice of their 3UP, one at a phone: first the one on turn."""
    host = guest()
    address = host.create(seats=2, bots="", pace="relaxed")
    one, other = (Table(windows.open(address, host)), Table(windows.open(address, guest(), **PHONE)))
    other.page.locator("[data-action=join]").click()
    for table in (one, other):
        choose_3up(table.page)
    for table in (one, other):
        table.page.locator('#table[data-phase="play"]').wait_for()
    return (one, other) if one.shown["mine"] else (other, one)


def choose_3up(page: Page) -> None:
    page.locator('#table[data-mode="setup"]').wait_for()
    for card in range(3):
        page.locator("#hand .pick").nth(card).click(position=CORNER)
    page.locator("#do-main").click()
    expect(page.locator('#table[data-mode="setup"]')).to_have_count(0)
    expect(page.locator("#room.sending")).to_have_count(0)


def test_looking_back_is_not_disturbed_by_new_moves(pair: tuple[Table, Table]) -> None:
    first, second = pair
    first.move()
    first.page.keyboard.press(",")
    expect(first.page.locator("#look-back")).to_be_visible()
    seen = first.seq
    second.page.locator("#table[data-my-turn]").wait_for()
    newest = second.move()
    expect(first.page.locator("#look-back .look-at")).to_contain_text("2")
    assert first.seq == seen
    first.page.locator("#look-back [data-action=live]").click()
    assert first.seq == newest
    expect(first.page.locator("#look-back")).to_be_hidden()


def test_who_comes_mid_game_reads_why_there_is_nothing_to_look_back_at(
    pair: tuple[Table, Table],
) -> None:
    first = pair[0]
    page = first.page
    page.reload()
    back = page.locator("#side [data-action=back-step]")
    expect(back).to_have_attribute("aria-disabled", "true")
    expect(back).to_have_attribute("title", re.compile("nothing earlier"))
    page.keyboard.press(",")
    expect(page.locator("#toasts")).to_contain_text("nothing earlier")
    expect(page.locator("#look-back")).to_be_hidden()
    first.move()
    expect(back).not_to_have_attribute("aria-disabled", "true")


def test_the_end_of_the_game_is_told_to_players_and_watchers_who_look_back(
    windows: Windows, guest: Callable[[], Person]
) -> None:
    person, watcher = guest(), guest()
    address = person.create(seats=2, bots="easy", bot_pace="instant")
    pages = [windows.open(address, person), windows.open(address, watcher)]
    choose_3up(pages[0])
    for page in pages:
        page.locator('#table[data-phase="play"]').wait_for()
        page.keyboard.press(",")
        expect(page.locator("#look-back")).to_be_visible()
        expect(page.locator("#look-back .look-over")).to_be_hidden()
    person.browser.post(f"{address}leave/")
    for page in pages:
        expect(page.locator("#look-back .look-over")).to_be_visible()
        expect(page.locator("#results")).to_be_hidden()
        page.locator("#look-back [data-action=live]").click()
        expect(page.locator("#results")).to_be_visible()


def test_cards_picked_ahead_of_the_turn_stay_picked_and_focused(pair: tuple[Table, Table]) -> None:
    first, second = pair
    card = second.page.locator("#hand .pick").last
    card.click(position=CORNER)
    focused = second.page.evaluate("document.activeElement.id")
    first.move()
    second.page.locator("#table[data-my-turn]").wait_for()
    assert second.page.evaluate("document.activeElement.id") == focused
    fits = card.get_attribute("aria-disabled") != "true"
    expect(card).to_have_attribute("aria-pressed", "true" if fits else "false")


def test_a_small_phone_neither_scrolls_sideways_nor_has_small_targets(pair: tuple[Table, Table]) -> None:
    phone = next(table.page for table in pair if table.page.viewport_size == {"width": 360, "height": 640})
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    sizes = phone.evaluate("""() => [...document.querySelectorAll("#hand li, #controls .button")]
        .map((target) => target.getBoundingClientRect()).map(({width, height}) => Math.min(width, height))""")
    assert sizes
    assert min(sizes) >= 44


def test_the_table_goes_on_without_a_socket(windows: Windows, guest: Callable[[], Person]) -> None:
    person = guest()
    address = person.create(seats=2, bots="easy", bot_pace="instant")
    windows.allow("WebSocket")
    page = windows.open("/", person)
    page.context.route_web_socket("**/ws/t/**", lambda route: close(route))
    page.goto(address)
    table = Table(page)
    choose_3up(page)
    table.wait_for_my_move()
    expect(table.banner).to_contain_text("every few seconds")
    table.move()


def close(route: WebSocketRoute) -> None:
    route.close(code=1011)
