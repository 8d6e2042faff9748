"""A page whose site was renewed loads itself once, and not under the reader's hands."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Windows
from tests.browser.table import CAN, Table
from tests.serve.person import Person
from tests.waiting import wait_for

RELEASE = re.compile(r'(\sdata-release=")[^"]*"')


class Renewed:
    """Stands between pages and their sockets, and puts a release of its own on every frame."""

    def __init__(self) -> None:
        self.release = ""
        self.routes: list[WebSocketRoute] = []
        self.loads = 0

    def stand_between(self, page: Page, sockets: str) -> None:
        """Watch this page from here on."""
        page.route_web_socket(sockets, self)
        page.on("load", lambda: setattr(self, "loads", self.loads + 1))

    def __call__(self, route: WebSocketRoute) -> None:
        """A connection: frames go through, with our release if there is one."""
        self.routes.append(route)
        server = route.connect_to_server()
        server.on_message(lambda frame: route.send(self.marked(str(frame))))

    def marked(self, frame: str) -> str:
        """The frame as another release would send it."""
        return RELEASE.sub(rf'\g<1>{self.release}"', frame, count=1) if self.release else frame

    def restart(self, release: str) -> None:
        """The site comes back as another release: sockets close and open again."""
        self.release = release
        self.routes[-1].close(code=4012)


@pytest.fixture
def renewed() -> Renewed:
    return Renewed()


def open_watched(windows: Windows, renewed: Renewed, sockets: str, path: str, person: Person | None) -> Page:
    """A window at a path, watched, with one load behind it and its first frame here."""
    # The page's own end is gone with the page; what stands between may still be connecting to the server.
    windows.allow("closed before the connection is established")
    page = windows.open("/rules/", person)
    renewed.stand_between(page, sockets)
    with page.expect_event("load"):
        page.goto(path)
    expect(page.locator("#main")).to_be_visible()
    renewed.loads = 0
    return page


def wait_for_connection(page: Page, renewed: Renewed, number: int) -> None:
    """Wait for that connection of the page. Playwright hears of it while it asks the page something."""
    wait_for(lambda: page.title() and len(renewed.routes) >= number, f"connection {number}")


def test_a_visitors_lobby_loads_itself_once(windows: Windows, renewed: Renewed) -> None:
    page = open_watched(windows, renewed, "**/ws/lobby/", "/tables/", None)
    wait_for_connection(page, renewed, 1)
    with page.expect_event("load"):
        renewed.restart("other")
    wait_for_connection(
        page, renewed, 3
    )  # the one that told of it, and that of the new page, which hears the same again
    renewed.restart("other")
    wait_for_connection(page, renewed, 4)
    expect(page.locator("#connection")).to_be_hidden()
    assert renewed.loads == 1


def test_picked_cards_are_played_first(windows: Windows, renewed: Renewed, guest: Callable[[], Person]) -> None:
    person = guest()
    address = person.create(seats=2, bots="easy", bot_pace="instant", pace="relaxed", visibility="unlisted")
    page = open_watched(windows, renewed, "**/ws/t/**", address, person)
    table = Table(page)
    table.wait_for_my_move()
    page.locator(f"#hand .pick{CAN}").first.click()
    wait_for_connection(page, renewed, 1)
    renewed.restart("other")
    wait_for_connection(page, renewed, 2)
    expect(page.locator('#table[data-release="other"]')).to_be_visible()
    expect(page.locator('#hand .pick[aria-pressed="true"]')).to_have_count(1)
    assert renewed.loads == 0
    with page.expect_event("load"):
        page.locator('#hand .pick[aria-pressed="true"]').click()  # put back
    expect(page.locator("#hand .pick").first).to_be_visible()
    assert renewed.loads == 1
