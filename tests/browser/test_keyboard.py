"""The whole game without a mouse, and what a screen reader finds on the way."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.keyboard import Keyboard
from tests.browser.table import Table, nameless
from tests.serve.person import Person

SHORT = {"seats": 2, "bots": "easy", "bot_pace": "instant", "colours": "red", "dry_turns": 20}


def test_a_whole_game_is_played_by_keyboard_and_the_focus_is_never_lost(
    guest: Callable[[], Person], table_of: Callable[..., Table]
) -> None:
    person = guest()
    table = table_of(person, person.create(**SHORT))
    keyboard, looked_at = Keyboard(table), set()
    for _ in range(300):
        if not table.wait_for_my_move():
            break
        mode = table.shown["mode"]
        if mode not in looked_at:
            looked_at.add(mode)
            assert nameless(table.page) == []
        keyboard.move()
        if mode in ("setup", "play"):  # the only moves for which the focus has to be somewhere
            assert not keyboard.now["lost"], (mode, table.shown)
    assert table.over
    assert nameless(table.page) == []
    assert {"setup", "play"} <= looked_at


@pytest.mark.parametrize("position", ["flip", "draw", "up"])
def test_keys_flip_draw_and_play_open_cards(
    regular: tuple[Person, dict[str, str]], table_of: Callable[..., Table], position: str
) -> None:
    person, tables = regular
    table = table_of(person, tables[f"{position}-too"])
    before = table.seq
    if position == "draw":
        table.page.keyboard.press("d")
        table.wait_for_newer(before)
    else:
        Keyboard(table).move()
    assert table.view()["seq"] > before


def test_escape_puts_cards_back_and_arrows_reach_both_ends(
    regular: tuple[Person, dict[str, str]], table_of: Callable[..., Table]
) -> None:
    person, tables = regular
    table = table_of(person, tables["setup"])
    keyboard = Keyboard(table)
    hand = keyboard.now["hand"]
    keyboard.pick(hand[0])
    keyboard.press("End")
    assert keyboard.now["id"] == hand[-1]
    keyboard.press("Space")
    pressed = table.page.locator('#hand .pick[aria-pressed="true"]')
    expect(pressed).to_have_count(2)
    keyboard.press("Escape")
    expect(pressed).to_have_count(0)
    keyboard.press("Home")
    assert keyboard.now["id"] == hand[0]


def test_the_list_of_keys_opens_closes_and_gives_the_focus_back(
    regular: tuple[Person, dict[str, str]], table_of: Callable[..., Table]
) -> None:
    person, tables = regular
    table = table_of(person, tables["play"])
    keyboard = Keyboard(table)
    keyboard.go_to(keyboard.now["hand"][0])
    before = keyboard.now["id"]
    keyboard.press("?")
    expect(table.page.get_by_role("dialog", name="Keys")).to_be_visible()
    keyboard.press("Escape")
    expect(table.page.get_by_role("dialog", name="Keys")).to_be_hidden()
    assert keyboard.now["id"] == before


def test_a_letter_does_nothing_that_is_not_offered(
    regular: tuple[Person, dict[str, str]], table_of: Callable[..., Table]
) -> None:
    person, tables = regular
    table = table_of(person, tables["play"])
    sent: list[str] = []
    table.page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    for key in ("p", "d", "1", "Enter"):
        table.page.keyboard.press(key)
    assert table.seq == table.view()["seq"]
    assert sent == []
