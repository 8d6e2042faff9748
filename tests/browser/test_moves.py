"""Moves go over the socket, and as forms where it is away or says nothing. Whatever gets lost, each counts once."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Route, WebSocketRoute, expect

from tests.browser.conftest import Windows
from tests.browser.table import HAND, Table
from tests.browser.test_two_people import SHORT, agree
from tests.browser.wire import Wire
from tests.serve.person import Person
from tests.waiting import wait_for

Guest = Callable[[], Person]
PATIENCE = 4000  # ms; more than a page waits for an answer


class Duel:
    """Two people at a table; the socket of the first goes through a wire, and what it posts is noted."""

    def __init__(self, windows: Windows, first: Person, second: Person, wire: Callable[[WebSocketRoute], None]) -> None:
        self.posted: list[str] = []
        windows.allow("409")  # a move sent again is late, of which the console speaks and the page does not
        page = windows.open("/", first)
        page.route_web_socket("**/ws/t/**", wire)
        page.on("request", lambda request: self.posted.append(request.url) if request.method == "POST" else None)
        page.clock.install()
        address = first.create(**SHORT)
        assert second.browser.post(f"{address}join/").status == 200
        page.goto(address)
        self.first, self.second = Table(page), Table(windows.open(address, second))
        for table in (self.first, self.second):
            table.page.locator("#do-main").wait_for()
        self.posted.clear()

    def notices(self) -> list[str]:
        """What the first person reads of refusals and failures."""
        return self.first.page.locator("#table .notice, #toasts .toast").all_inner_texts()

    def press(self) -> int:
        """Make the first person's move; returns the number the table had."""
        before = self.first.seq
        self.first.page.locator(self.first.choose()).first.click()
        return before


@pytest.fixture
def wire() -> Wire:
    return Wire()


@pytest.fixture
def duel(windows: Windows, guest: Guest, wire: Wire) -> Duel:
    duel = Duel(windows, guest(), guest(), wire)
    wait_for(lambda: duel.first.page.title() and wire.frames, "a live connection")
    return duel


def test_moves_go_over_the_socket(duel: Duel, wire: Wire) -> None:
    before = duel.press()
    assert duel.first.wait_for_newer(before) == before + 1
    assert json.loads(wire.said[0])["seq"] == before
    assert (len(wire.said), duel.posted, duel.notices()) == (1, [], [])
    expect(duel.first.page.locator("#room.sending")).to_have_count(0)
    assert agree(duel.first, duel.second)


def test_a_double_press_while_the_answer_is_on_its_way_is_one_move(duel: Duel, wire: Wire) -> None:
    wire.loses = lambda frame: True
    before = duel.first.seq
    duel.first.page.locator(duel.first.choose()).dblclick()
    expect(duel.first.page.locator("#room.sending")).to_be_visible()
    for _ in range(2):
        duel.first.page.keyboard.press("Enter")
        duel.first.main.click(force=True)
    wire.loses = lambda frame: False
    wire.opened[-1].send(wire.frames[-1])
    duel.first.wait_for_newer(before)
    expect(duel.first.page.locator("#room.sending")).to_have_count(0)
    assert (len(wire.said), duel.posted) == (1, [])
    assert agree(duel.first, duel.second)


def test_a_refusal_over_the_socket_says_why(duel: Duel, wire: Wire) -> None:
    wire.change = lambda frame: json.dumps(json.loads(frame) | {"seq": 1})
    duel.press()
    expect(duel.first.page.locator("#table .notice")).to_contain_text("The table has moved on")
    expect(duel.first.page.locator("#room.sending")).to_have_count(0)
    wire.change = str
    before = duel.press()
    assert duel.first.wait_for_newer(before) == before + 1
    assert (duel.notices(), duel.posted) == ([], [])


def test_a_socket_that_breaks_under_a_move_neither_loses_nor_doubles_it(duel: Duel, wire: Wire) -> None:
    def breaks(frame: str) -> bool:
        if "data-answer" in frame:
            wire.opened[-1].close(code=4012)
        return True

    wire.loses = breaks
    before = duel.press()
    assert duel.first.wait_for_newer(before) == before + 1
    wire.loses = lambda frame: False
    expect(duel.first.page.locator("#room.sending")).to_have_count(0)
    assert [re.sub(".*/", "", url.rstrip("/")) for url in duel.posted] == ["act"]
    assert duel.notices() == []
    assert agree(duel.first, duel.second)


def test_a_socket_that_says_nothing_neither_loses_nor_doubles_a_move(duel: Duel, wire: Wire) -> None:
    wire.loses = lambda frame: True
    before = duel.press()
    expect(duel.second.page.locator("#table")).to_have_attribute("data-seq", str(before + 1))
    assert (duel.first.seq, duel.posted) == (before, [])
    duel.first.page.clock.fast_forward(PATIENCE)
    assert duel.first.wait_for_newer(before) == before + 1
    assert (len(duel.posted), duel.notices()) == (1, [])
    wire.opened[-1].send(next(frame for frame in reversed(wire.frames) if "data-answer" in frame))  # at last
    duel.second.move()
    wire.loses = lambda frame: False
    wire.opened[-1].send(wire.frames[-1])
    assert duel.first.wait_for_newer(before + 1) == before + 2
    assert duel.notices() == []


def test_a_move_that_never_arrived_is_made_as_a_form(duel: Duel, wire: Wire) -> None:
    wire.change = lambda frame: "{}"
    before = duel.press()
    wait_for(lambda: duel.first.page.title() and wire.said, "the move on the wire")
    duel.first.page.clock.fast_forward(PATIENCE)
    assert duel.first.wait_for_newer(before) == before + 1
    assert (len(duel.posted), duel.notices()) == (1, [])
    assert agree(duel.first, duel.second)


def test_an_answer_that_comes_when_the_form_was_quicker_says_nothing_wrong(duel: Duel, wire: Wire) -> None:
    held: list[str] = []

    def hold(frame: str) -> str:
        held.append(frame)
        return "{}"

    wire.change = hold
    before = duel.press()
    wait_for(lambda: duel.first.page.title() and held, "the move on the wire")
    duel.first.page.clock.fast_forward(PATIENCE)
    assert duel.first.wait_for_newer(before) == before + 1
    late = f'data-answer="{json.loads(held[0])["id"]}" data-status="409"'
    notice = '<p class="notice" role="alert">The table has moved on.</p>'
    html = duel.first.page.request.get(duel.first.url, headers={"HX-Request": "true"}).text()
    html = html.replace('id="table"', f'id="table" {late} data-late', 1).replace(">", f">{notice}", 1)
    wire.opened[-1].send(html)
    expect(duel.first.page.locator("#table[data-late]")).to_be_visible()
    assert duel.notices() == []


def test_before_the_socket_has_spoken_moves_are_forms(windows: Windows, guest: Guest) -> None:
    said: list[object] = []
    duel = Duel(windows, guest(), guest(), lambda route: route.on_message(lambda frame: said.append(frame)))
    before = duel.press()
    assert duel.first.wait_for_newer(before) == before + 1
    assert (len(duel.posted), said) == (1, [])


def test_the_answer_to_a_form_that_got_lost_neither_loses_nor_doubles_the_move(windows: Windows, guest: Guest) -> None:
    windows.allow("ERR_FAILED", "ERR_CONNECTION")
    duel = Duel(windows, guest(), guest(), lambda route: None)

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    duel.first.page.route("**/act/", lose, times=1)
    before = duel.press()
    duel.first.page.locator(".toast").wait_for()
    duel.first.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert duel.first.wait_for_newer(before) == before + 1
    assert agree(duel.first, duel.second)


def test_an_answer_that_comes_late_leaves_what_was_picked_since(duel: Duel, wire: Wire) -> None:
    held: list[tuple[Route, APIResponse]] = []
    wire.change = lambda frame: "{}"
    duel.first.page.route("**/act/", lambda route: held.append((route, route.fetch())), times=1)
    before = duel.press()
    wait_for(lambda: duel.first.page.title() and wire.said, "the move on the wire")
    duel.first.page.clock.fast_forward(PATIENCE)
    duel.first.wait_for_newer(before)
    duel.second.move()
    duel.first.wait_for_newer(before + 1)
    card = duel.first.page.locator(HAND).first
    card.click()
    route, answer = held.pop()
    route.fulfill(response=answer)
    expect(duel.first.page.locator("#room.sending")).to_have_count(0)
    expect(card).to_have_attribute("aria-pressed", "true")
