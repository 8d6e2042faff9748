"""Around the game: the lobby, the waiting room, swaps, preferences at the table, coming back."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Windows
from tests.browser.table import CAN, HAND, Table
from tests.serve.person import Person

Guest = Callable[[], Person]
Regular = tuple[Person, dict[str, str]]
DUEL = {"seats": 2, "bots": "", "pace": "relaxed"}


def prefer(page: Page, box: str, on: bool) -> None:
    """Set a preference on its page."""
    page.goto("/accounts/preferences/")
    page.get_by_label(box).set_checked(on, force=True)
    page.get_by_role("button", name="Save").click()
    page.wait_for_load_state()


def test_the_lobby_shows_a_new_table_at_once_and_one_sits_down_from_there(windows: Windows, guest: Guest) -> None:
    lobby = windows.open("/tables/", guest())
    host = guest()
    address = host.create(**DUEL, visibility="public")
    tile = lobby.locator(f"#open .tile:has(a[href='{address}'])")
    tile.get_by_role("button", name="Sit down").click()
    lobby.wait_for_url(f"**{address}")
    assert Table(lobby).wait_for_my_move()
    assert host.view(address)["status"] == "playing"


def test_the_host_sends_somebody_away_and_starts_with_bots(windows: Windows, guest: Guest) -> None:
    host, other = guest(), guest()
    table = Table(windows.open(host.create(seats=3, bots="", visibility="unlisted", bot_pace="instant"), host))
    seat = Table(windows.open(table.url, other))
    seat.page.get_by_role("button", name="Sit down").click()
    table.page.get_by_role("button", name="Send away").click()
    expect(seat.page.locator(".chair.me")).to_have_count(0)
    expect(table.page.locator(".chair.free")).to_have_count(2)
    table.page.get_by_role("button", name="Start with bots").click()
    assert table.wait_for_my_move()
    seat.page.get_by_text("You are watching").wait_for()


@pytest.mark.parametrize("position", ["exchange", "bonus"])
def test_a_card_of_the_hand_is_swapped_for_an_open_one(
    regular: Regular, table_of: Callable[..., Table], position: str
) -> None:
    person, tables = regular
    table = table_of(person, tables[f"{position}-too"])
    before, given = table.seq, table.shown["hand"][0]
    table.page.locator(HAND).first.click()
    taken = table.page.locator(f"#table .stacks .pick{CAN}").last
    face = (taken.get_attribute("data-value") or "").split(":")[-1]
    taken.click()
    table.main.click()
    table.wait_for_newer(before)
    expected = table.view()["hands"][0]
    assert sorted(table.shown["hand"]) == sorted(expected)
    assert face in expected or given == face


def test_one_who_was_away_takes_the_seat_back(regular: Regular, table_of: Callable[..., Table]) -> None:
    person, tables = regular
    table = table_of(person, tables["away-too"])
    table.page.get_by_role("button", name="I'm back").click()
    expect(table.page.get_by_role("button", name="I'm back")).to_have_count(0)
    assert not table.view()["players"][0]["away"]


def test_one_click_plays_a_card_that_goes_alone_where_that_is_preferred(windows: Windows, guest: Guest) -> None:
    person = guest()
    page = windows.open("/", person)
    prefer(page, "confirm each play", False)
    page.goto(person.create(seats=2, bots="easy", bot_pace="instant", first_seat="0"))
    table = Table(page)
    table.wait_for_my_move()
    table.move()
    page.locator('#table[data-phase="play"][data-my-turn]').wait_for()
    before, hand = table.seq, table.shown["hand"]
    single = next((card for card in hand if sum(card[1:] == other[1:] for other in hand) == 1), None)
    if single is not None:
        table.card(single).click()
        table.wait_for_newer(before)


def test_the_pile_is_picked_up_by_itself_where_that_is_preferred(windows: Windows, regular: Regular) -> None:
    person, tables = regular
    page = windows.open("/", person)
    prefer(page, "pick up by itself", True)
    page.goto(tables["pickup-too"])
    expect(page.get_by_text("Picked up for you")).to_be_visible()
    prefer(page, "pick up by itself", False)


def test_a_hint_that_was_dismissed_stays_away(windows: Windows, guest: Guest) -> None:
    person = guest()
    page = windows.open(person.create(**DUEL, visibility="unlisted"), person)
    other = guest()
    assert other.browser.post(f"{Table(page).url}join/").status == 200
    expect(page.locator("#hint")).to_be_visible()
    page.get_by_role("button", name="Got it").click()
    expect(page.locator("#hint")).to_be_hidden()
    page.reload()
    expect(page.locator("#do-main")).to_be_visible()
    expect(page.locator("#hint")).to_be_hidden()


def test_without_script_a_table_is_made_and_played_at_by_plain_forms(windows: Windows, guest: Guest) -> None:
    page = windows.open("/tables/new/", guest(), java_script_enabled=False)
    page.get_by_label("Bots", exact=True).fill("easy")
    page.locator("[name=seats][value='2']").check(force=True)
    page.locator("[name=bot_pace][value=instant]").check(force=True)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*/")
    table = Table(page)
    for _ in range(2):
        before = table.seq
        page.get_by_role("button", name="Do it").click()
        page.wait_for_load_state()
        assert table.seq > before
        while not page.get_by_role("button", name="Do it").is_visible():
            page.reload()
