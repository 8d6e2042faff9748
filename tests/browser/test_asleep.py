"""Pages around the table whose connection a phone took away and told nobody: right as soon as they are looked at."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser.conftest import Windows
from tests.browser.test_tournament import DUEL
from tests.processes import Site
from tests.serve.player import Player, in_minutes

SOON = 3000  # ms
# The page is out of sight for a minute, and then looked at.
A_MINUTE_AWAY = """() => {
  const told = Date.now, see = (hidden) => {
    Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  };
  see(true);
  Date.now = () => told() + 60000;
  see(false);
}"""


class Phone:
    """Passes on what the server sends until it takes the connections away; those opened later are good again."""

    def __init__(self) -> None:
        self.took_away = False

    def __call__(self, route: WebSocketRoute) -> None:
        """A new connection of the page."""
        server, later = route.connect_to_server(), self.took_away
        server.on_message(lambda frame: route.send(frame) if later or not self.took_away else None)


def lobby(page: Page, one: Player, other: Player) -> Callable[[], Locator]:
    """The list of tables; another opens one."""
    page.goto("/tables/")
    return lambda: page.locator(f"#open a[href='{other.create(seats=3, bots='', visibility='public')}']")


def badge(page: Page, one: Player, other: Player) -> Callable[[], Locator]:
    """Any page; a game begins in which one is to act."""
    table = one.create(seats=2, bots="", pace="relaxed", visibility="unlisted")
    page.goto("/rules/")
    return lambda: other.browser.post(f"{table}join/") and page.locator("#badge a")


def event(page: Page, one: Player, other: Player) -> Callable[[], Locator]:
    """The page of an event; another enters."""
    address = one.announce(**{"name": "Cup", **DUEL, "starts_at": in_minutes(60), "timezone": "UTC"})
    page.goto(address)
    return lambda: other.do(address, "register") and page.locator(".event-side").get_by_text(other.name)


@pytest.mark.parametrize("place", [lobby, badge, event])
def test_a_page_that_comes_back_into_sight_shows_what_happened_meanwhile(
    windows: Windows, site: Site, place: Callable[[Page, Player, Player], Callable[[], Locator]]
) -> None:
    one, other, phone = Player(site.url).sign_up(), Player(site.url).sign_up(), Phone()
    page = windows.open("/accounts/preferences/", one)
    page.route_web_socket("**/ws/**", phone)
    happens = place(page, one, other)
    page.wait_for_load_state("networkidle")
    phone.took_away = True
    news = happens()
    expect(news).to_have_count(0)
    page.evaluate(A_MINUTE_AWAY)
    expect(news.first).to_be_visible(timeout=SOON)
