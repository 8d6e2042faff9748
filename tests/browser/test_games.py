"""Whole games against bots, by mouse."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Windows
from tests.browser.table import Table
from tests.serve.person import Person


def open_a_table(page: Page, *, seats: int = 2, bots: str = "Instantly") -> Table:
    """Fill in the form for a quick game against easy bots, and send it."""
    page.goto("/tables/new/")
    page.get_by_role("button", name="Quick").click()
    page.get_by_role("radio", name=str(seats), exact=True).check(force=True)
    for chair in page.locator("#chairs select").all():
        chair.select_option("easy")
    page.get_by_role("radio", name=bots).check(force=True)
    page.locator(".options-panel > summary").click()
    page.locator("[name=max_turns]").fill("100")
    expect(page.locator("#start-note")).to_contain_text("starts at once")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*/")
    return Table(page)


def test_a_game_is_played_to_its_end_by_mouse_with_rematch_and_replay(windows: Windows, member: Person) -> None:
    page = windows.open("/tables/new/", member, reduced_motion="no-preference")
    table = open_a_table(page)
    assert table.play_to_the_end() > 5
    assert [name in (member.name, "Easy") for name, _ in table.shown["places"]] == [True, True]
    assert table.shown["places"][0][1] == "1st"
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.get_by_role("heading", name="Replay")).to_be_visible()
    page.get_by_role("link", name="To the table").click()
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: not url.endswith(table.url))
    rematch = Table(page)
    assert rematch.wait_for_my_move()
    assert rematch.shown["phase"] == "setup"
    page.goto(f"/u/{member.name}/")
    page.locator(f"main a[href^='{table.url}replay/']").first.click()
    expect(page.get_by_role("heading", name="Replay")).to_be_visible()
