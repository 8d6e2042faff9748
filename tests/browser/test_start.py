"""The first minute: signing up, playing as a guest, keeping what the guest has."""

import uuid
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.conftest import Windows
from tests.browser.table import Table, box_of

PASSWORD = "correct horse battery staple"


def fill_in(page: Page) -> str:
    """Fill in the sign-up form and send it; returns the name."""
    name = f"n{uuid.uuid4().hex[:10]}"
    page.get_by_label("User name").fill(name)
    page.get_by_label("E-mail").fill(f"{name}@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password again").fill(PASSWORD)
    page.locator("main button[type=submit]").first.click()
    return name


def test_somebody_signs_up_by_the_form_and_is_signed_in(windows: Windows) -> None:
    page = windows.open("/")
    page.get_by_role("link", name="Sign up").first.click()
    name = fill_in(page)
    expect(page.locator(".site-header .menu-name")).to_have_text(name)


def test_a_guest_plays_in_one_click_and_keeps_the_game_as_a_member(windows: Windows) -> None:
    page = windows.open("/")
    page.get_by_role("button", name="Play now against three bots").click()
    page.wait_for_url("**/t/*/")
    table = Table(page)
    assert table.wait_for_my_move()
    hand = table.shown["hand"]
    page.locator(".site-header details.menu > summary").click()
    page.get_by_role("link", name="Keep this account").click()
    name = fill_in(page)
    expect(page.locator(".site-header .menu-name")).to_have_text(name)
    page.goto(table.url)
    assert table.shown["hand"] == hand
    assert name in [player["name"] for player in table.view()["players"]]


def test_a_welcome_at_the_table_moves_nothing_and_goes_by_itself(windows: Windows) -> None:
    page = windows.open("/")
    page.get_by_role("button", name="Play now against three bots").click()
    page.wait_for_url("**/t/*/")
    place = box_of(page, "#table")
    page.goto(f"/accounts/signup/?next={urlsplit(page.url).path}")
    fill_in(page)
    page.wait_for_url("**/t/*/")
    expect(page.locator(".message")).to_be_visible()
    assert box_of(page, "#table") == place
    expect(page.locator(".message")).to_have_count(0, timeout=15_000)
