"""Pages change while somebody is in the middle of something: what they focus on, write or have open stays theirs."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Windows
from tests.browser.test_tournament import DUEL
from tests.processes import Site
from tests.serve.person import PASSWORD, Person
from tests.serve.player import Player, in_minutes

Guest = Callable[[], Person]
FOCUSED_FORM = "document.activeElement.closest('form')?.getAttribute('action')"
OPEN = {"seats": 4, "bots": "", "visibility": "public"}


@pytest.mark.parametrize("path", ["/tables/", "/"])
def test_a_button_in_a_list_of_tables_stays_focused_and_means_the_same_table(
    windows: Windows, guest: Guest, path: str
) -> None:
    first, host = guest().create(**OPEN), guest()
    page = windows.open(path, guest())
    button = page.locator(f"form[action='{first}join/'] button")
    button.focus()
    another = host.create(**OPEN)
    expect(page.locator(f"form[action='{another}join/']")).to_be_visible()
    assert page.evaluate(FOCUSED_FORM) == f"{first}join/"
    host.browser.post(f"{another}leave/")
    expect(page.locator(f"form[action='{another}join/']")).to_have_count(0)
    assert page.evaluate(FOCUSED_FORM) == f"{first}join/"


def test_what_an_organiser_is_writing_stays_while_people_enter(windows: Windows, site: Site) -> None:
    organiser, anna = Player(site.url).sign_up(), Player(site.url).sign_up()
    event = organiser.announce(**{"name": "Friday Cup", **DUEL, "starts_at": in_minutes(60), "timezone": "UTC"})
    page = windows.open(event, organiser)
    page.locator("#tools > summary").click()
    page.locator("#tool-cancel > summary").click()
    reason = page.locator("#tool-cancel [name=reason]")
    reason.press_sequentially("No hall")
    anna.do(event, "register")
    expect(page.locator(".event-side")).to_contain_text(anna.name)
    page.keyboard.type(" today")
    expect(reason).to_have_value("No hall today")


def test_what_was_refused_stays_to_be_put_right(windows: Windows, site: Site) -> None:
    windows.allow("400")
    organiser = Player(site.url).sign_up()
    event = organiser.announce(**{"name": "Friday Cup", **DUEL, "starts_at": in_minutes(60), "timezone": "UTC"})
    page = windows.open(event, organiser)
    page.locator("#tools > summary").click()
    page.locator("#tool-add > summary").click()
    name = page.locator("#tool-add [name=username]")
    name.fill("nobody-of-that-nam")
    page.locator("#tool-add button").click()
    expect(page.get_by_role("alert")).to_contain_text("nobody")
    expect(name).to_have_value("nobody-of-that-nam")


def test_a_form_that_was_open_while_one_logged_in_elsewhere_still_works(windows: Windows, member: Person) -> None:
    member.browser.post("/accounts/logout/")
    page = windows.open("/tables/new/")
    page.locator("[name=seats][value='2']").check(force=True)
    tab = windows.beside(page, "/accounts/login/")
    tab.get_by_label("User name or e-mail").fill(member.name)
    tab.get_by_label("Password", exact=True).fill(PASSWORD)
    tab.locator("main button[type=submit]").first.click()
    expect(tab.locator(".site-header .menu-name")).to_have_text(member.name)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*/")
    expect(page.locator(".chair.me")).to_contain_text(member.name)
    expect(page.locator(".chair")).to_have_count(2)
