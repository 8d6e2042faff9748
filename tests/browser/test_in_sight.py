"""On a phone the piles, the hand and the buttons of a turn are on the screen together, without scrolling."""

from typing import Any

import pytest

from tests.browser.conftest import Windows
from tests.browser.table import box_of
from tests.serve.person import Person

Regular = tuple[Person, dict[str, str]]
SMALL, USUAL, DESKTOP = (360, 640), (390, 844), (1280, 800)
TURNED, SMALL_TURNED = (844, 390), (667, 375)
TOUCH: dict[str, Any] = {"is_mobile": True, "has_touch": True}
OPPONENTS_CARD = 33  # CSS pixels: as narrow as a card may be


def bottom(place: dict[str, float]) -> float:
    return place["y"] + place["height"]


@pytest.mark.parametrize(
    ("position", "size"),
    [("play", SMALL), ("five-seats", SMALL), ("setup", SMALL), ("hand-of-40", SMALL), ("hand-of-40", USUAL)],
)
def test_piles_hand_and_buttons_are_in_sight_together(
    windows: Windows, regular: Regular, position: str, size: tuple[int, int]
) -> None:
    person, tables = regular
    page = windows.open(tables[position], person, size, **TOUCH)
    page.reload()  # the first page also said welcome
    buttons = box_of(page, "#do-main")
    assert box_of(page, "#fan")["y"] > 0
    assert bottom(buttons) <= size[1]
    shown = buttons["y"] - box_of(page, "#hand .pick")["y"]
    assert shown >= (44 if position != "hand-of-40" else 4 * 44)
    assert box_of(page, "#table .seat .card")["width"] >= OPPONENTS_CARD


@pytest.mark.parametrize("size", [TURNED, SMALL_TURNED])
@pytest.mark.parametrize("position", ["play", "five-seats", "setup", "exchange", "draw", "flip", "hand-of-40"])
def test_a_phone_on_its_side_shows_them_too(
    windows: Windows, regular: Regular, position: str, size: tuple[int, int]
) -> None:
    person, tables = regular
    page = windows.open(tables[position], person, size, **TOUCH)
    page.reload()
    buttons = box_of(page, "#do-main")
    assert box_of(page, "#fan")["y"] > 0
    assert bottom(box_of(page, "#fan")) < size[1]
    assert bottom(buttons) <= size[1]
    choice = box_of(page, "#table .own .stacks .pick" if position == "flip" else "#hand .pick")
    assert buttons["y"] - choice["y"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_on_a_desktop_forty_cards_the_own_stacks_and_the_buttons_fit(windows: Windows, regular: Regular) -> None:
    person, tables = regular
    page = windows.open(tables["hand-of-40"], person, DESKTOP)
    page.reload()
    assert box_of(page, "#fan")["y"] > 0
    assert bottom(box_of(page, "#table .own")) <= DESKTOP[1]
