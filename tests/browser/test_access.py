"""What people who do not see, or do not look at, the table get to know of it: and what nobody may."""

import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.engine import parse_card
from games.templatetags.cards import card_name
from tests.browser.conftest import Windows
from tests.browser.table import Table
from tests.serve.person import Person

Guest = Callable[[], Person]
Regular = tuple[Person, dict[str, str]]
EVERY_FACE = [colour + rank for colour in "RBG" for rank in ("10", *map(str, range(1, 10)), "C", "+1", "+2")]
COUNT_ANIMATIONS = """(() => {
  const animate = Element.prototype.animate;
  window.animated = 0;
  Element.prototype.animate = function (...how) { window.animated += 1; return animate.apply(this, how); };
})();"""


def spoken(page: Page) -> Iterator[str]:
    """Every name, description and value in the page's accessibility tree."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    for node in nodes:
        for key in ("name", "description", "value"):
            yield str(node.get(key, {}).get("value", ""))
        for more in node.get("properties", []):
            yield str(more["value"].get("value", ""))


def named(page: Page) -> set[str]:
    """The faces that the accessibility tree names."""
    everything = " | ".join(spoken(page)).lower()
    faces = {face: re.escape(card_name(parse_card(face)).lower()) for face in EVERY_FACE}
    return {face for face, name in faces.items() if re.search(rf"\b{name}(?!\d| \+)", everything)}


def open_to(view: dict[str, Any]) -> set[str]:
    """The faces that the reader of a view knows to be somewhere."""
    seat = view["seat"]
    known = [view["discard"], view["removed"], *view["up"], *view["public"]]
    if seat is not None:
        known += [view["hands"][seat], [card for card in view["down"][seat] if card and card != "?"]]
    return set(chain(*known))


@pytest.mark.parametrize("position", ["setup", "play", "flip", "exchange"])
def test_no_name_in_the_accessibility_tree_gives_a_hidden_card_away(
    regular: Regular, table_of: Callable[..., Table], position: str
) -> None:
    person, tables = regular
    table = table_of(person, tables[position])
    view = table.view()
    assert named(table.page) <= open_to(view)
    assert named(table.page) >= set(view["hands"][view["seat"]])


def test_a_watcher_hears_of_nothing_but_open_cards(regular: Regular, table_of: Callable[..., Table]) -> None:
    table = table_of(None, regular[1]["play"])
    assert named(table.page) <= open_to(table.view())
    assert table.page.locator("#controls, #table .pick").count() == 0


def test_cards_piles_and_blind_cards_say_what_they_are(regular: Regular, table_of: Callable[..., Table]) -> None:
    person, tables = regular
    page = table_of(person, tables["play"]).page
    hand = page.get_by_role("list", name="Your hand")
    assert hand.get_by_role("button").count() == page.locator("#hand .pick").count()
    expect(page.get_by_role("img", name="face-down card 2 of 3").first).to_be_attached()
    for off in page.locator('#hand .pick[aria-disabled="true"]').all():
        assert "too low" in (off.get_attribute("aria-label") or "")
    for off in page.locator('#controls [aria-disabled="true"][aria-describedby]').all():
        assert page.locator(f"#{off.get_attribute('aria-describedby')}").inner_text()


@pytest.fixture
def duel(windows: Windows, guest: Guest) -> tuple[Person, Person, str]:
    """Two people at a table, both still to choose; nobody has a window there yet."""
    one, other = guest(), guest()
    address = one.create(seats=2, bots="", pace="relaxed", first_seat="0")
    assert other.browser.post(f"{address}join/").status == 200
    return one, other, address


def act(person: Person, address: str) -> str:
    """Do the first legal things there until it is somebody else's turn; returns the last of them."""
    action = ""
    while (seen := person.view(address))["legal"]:
        action = seen["legal"][0]
        assert person.act(address, action, seen["seq"]).status == 200
        if action.startswith("up"):
            break
    return action


def test_a_polite_line_tells_the_move_of_somebody_else_and_the_turn(
    windows: Windows, duel: tuple[Person, Person, str]
) -> None:
    one, other, address = duel
    table = Table(windows.open(address, other))
    act(other, address)
    act(one, address)
    table.page.locator('#table[data-phase="play"]').wait_for()
    card = act(one, address).split()[1]
    line = table.page.locator("#announce")
    expect(line).to_have_attribute("aria-live", "polite")
    expect(line).to_contain_text(card_name(parse_card(card)))
    expect(line).to_contain_text("Your turn")


def test_title_icon_and_badge_say_on_another_page_that_it_is_your_turn(
    windows: Windows, duel: tuple[Person, Person, str]
) -> None:
    one, other, address = duel
    act(other, address)
    page = windows.open("/rules/", other)
    badge, icon = page.locator("#badge a"), page.locator("#favicon")
    expect(badge).to_have_count(0)
    assert "▲" not in page.title()
    act(one, address)
    act(one, address)
    expect(badge).to_have_text("Your turn")
    assert page.title().startswith("▲")
    assert "turn" in str(icon.get_attribute("href"))
    badge.click()
    page.wait_for_url(f"**{address}")
    act(other, address)
    page.goto("/rules/")
    expect(badge).to_have_count(0)
    assert "▲" not in page.title()


@pytest.mark.parametrize(("wish", "moves"), [("reduce", False), ("no-preference", True)])
def test_cards_fly_unless_reduced_motion_is_asked_for(
    windows: Windows, duel: tuple[Person, Person, str], wish: str, moves: bool
) -> None:
    one, other, address = duel
    act(other, address)
    act(one, address)
    page = windows.open("/", one, reduced_motion=wish)
    page.add_init_script(COUNT_ANIMATIONS)
    page.goto(address)
    Table(page).move()
    assert (page.evaluate("window.animated") > 0) == moves
    running = page.evaluate("document.getAnimations().filter((one) => one.effect.getTiming().duration > 20).length")
    assert moves or running == 0
