"""Phones: nothing scrolls sideways, everything can be reached with a thumb, forty cards included."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Windows
from tests.browser.positions import POSITIONS
from tests.browser.table import CAN, Table, nameless
from tests.serve.person import Person

Regular = tuple[Person, dict[str, str]]
SIZES = [(390, 844), (360, 640)]
SHALLOW = (640, 360)  # a phone that was turned, and less than what a small laptop has at 200 percent
THUMB = 44  # CSS pixels
TOUCH = {"is_mobile": True, "has_touch": True}

# What reaches beyond the right or left edge of the page, for the message of a failure.
BEYOND = """(width) => [...document.querySelectorAll("body *")].filter((element) => {
  const { left, right } = element.getBoundingClientRect();
  return right > width + 1 || left < -1;
}).slice(0, 5).map((element) => element.outerHTML.slice(0, 120))"""

# Controls of the table that a thumb hits over less than its own width or height. Words inside a sentence may be
# smaller; of the cards of the hand see below.
SMALL = """(thumb) => [...document.querySelectorAll("#table :is(button, a, summary)")].filter((control) => {
  if (!control.checkVisibility({ visibilityProperty: true }) || control.closest("p, #hand")) return false;
  control.scrollIntoView({ block: "center" });
  const { left, top, width, height } = control.getBoundingClientRect(), x = left + width / 2, y = top + height / 2;
  const hit = (dx, dy) => document.elementFromPoint(x + dx, y + dy)?.closest("button, a, summary") === control;
  const span = (dx, dy) => {
    let far = 0, near = 0;
    while (far < 60 && hit(dx * (far + 1), dy * (far + 1))) far += 1;
    while (near < 60 && hit(-dx * (near + 1), -dy * (near + 1))) near += 1;
    return far + near + 1;
  };
  return control.checkVisibility() && hit(0, 0) && Math.min(span(1, 0), span(0, 1)) < thumb - 1;
}).map((control) => control.outerHTML.slice(0, 120))"""

# How much of each card of the hand lies free: its value, and the width and height over which a finger hits it.
FREE = """() => [...document.querySelectorAll("#hand .pick")].map((card) => {
  card.scrollIntoView({ block: "center" });
  const box = card.getBoundingClientRect(), xs = [], ys = [];
  for (let x = box.left + 2; x < box.right; x += 5) for (let y = box.top + 2; y < box.bottom; y += 5)
    if (document.elementFromPoint(x, y)?.closest(".pick") === card) { xs.push(x); ys.push(y); }
  const span = (all) => all.length ? Math.max(...all) - Math.min(...all) + 5 : 0;
  return [card.dataset.value, span(xs), span(ys)];
})"""


def assert_fits(page: Page) -> None:
    """The page does not scroll sideways."""
    width = (page.viewport_size or {})["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width, page.evaluate(BEYOND, width)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_page_scrolls_sideways_or_has_nameless_controls(
    windows: Windows, regular: Regular, size: tuple[int, int]
) -> None:
    person, tables = regular
    page = windows.open("/", person, size, **TOUCH)
    waiting = person.create(seats=6, bots="easy,hard", visibility="unlisted")
    for path in ("/", "/tables/", "/tables/new/", "/rules/", f"/u/{person.name}/", waiting, f"{tables['over']}replay/"):
        page.goto(path)
        assert_fits(page)
        assert nameless(page, "body") == []
    page.goto("/tables/new/")
    page.locator(".options-panel > summary").click()
    assert_fits(page)
    page.context.clear_cookies()
    for path in ("/", "/accounts/signup/", "/accounts/login/"):
        page.goto(path)
        assert_fits(page)


@pytest.mark.parametrize("position", POSITIONS)
def test_the_table_fits_and_its_controls_are_named_and_thumb_sized(
    windows: Windows, regular: Regular, position: str
) -> None:
    person, tables = regular
    page = windows.open(tables[position], person, SIZES[0], **TOUCH)
    assert nameless(page) == []
    for width, height in (*SIZES, SHALLOW):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        assert_fits(page)
        for button in page.locator("#controls .button-primary").all() if width < height else ():
            expect(button).to_be_in_viewport(ratio=1)  # without scrolling
        assert page.evaluate(SMALL, THUMB) == []
        for control in page.locator(f"#controls .button{CAN}, .after .button").all():
            control.scroll_into_view_if_needed()
            expect(control).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [*SIZES, SHALLOW, (1280, 860)], ids=str)
def test_each_of_forty_cards_can_be_seen_and_touched(windows: Windows, regular: Regular, size: tuple[int, int]) -> None:
    person, tables = regular
    page = windows.open(tables["hand-of-40"], person, size, **(TOUCH if size[0] < 1000 else {}))
    assert_fits(page)
    free: list[list[Any]] = page.evaluate(FREE)
    assert len(free) >= 40
    assert [card for card in free if card[1] < 20 or card[2] < THUMB] == []


def test_the_last_of_forty_cards_is_played_by_touch(
    windows: Windows, guest: Callable[[], Person], regular: Regular
) -> None:
    person, tables = regular
    page = windows.open(tables["hand-of-40-too"], person, SIZES[1], **TOUCH)
    table = Table(page)
    before = table.seq
    last = page.locator(f"#hand .pick{CAN}").last
    last.tap()
    expect(last).to_have_attribute("aria-pressed", "true")
    page.locator("#do-main").tap()
    table.wait_for_newer(before)


def test_the_log_opens_over_the_table_and_closes_again(windows: Windows, regular: Regular) -> None:
    person, tables = regular
    page = windows.open(tables["play"], person, SIZES[1], **TOUCH)
    log = page.locator("#log")
    expect(log).not_to_be_in_viewport()
    page.locator(".log-open").tap()
    expect(log).to_be_in_viewport()
    page.locator(".side-close").tap()
    expect(log).not_to_be_in_viewport()


def test_turning_the_phone_in_the_middle_of_a_turn_keeps_what_was_picked(windows: Windows, regular: Regular) -> None:
    person, tables = regular
    page = windows.open(tables["setup"], person, SIZES[1], **TOUCH)
    page.locator("#hand .pick").first.tap()
    page.set_viewport_size({"width": 640, "height": 360})
    assert_fits(page)
    expect(page.locator('#hand .pick[aria-pressed="true"]')).to_have_count(1)
    page.locator("#do-main").scroll_into_view_if_needed()
    expect(page.locator("#do-main")).to_be_in_viewport(ratio=1)
