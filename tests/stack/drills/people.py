"""People who play by themselves on pages without a screen, and keep a ledger of what the site took from them."""

import re
import time
from dataclasses import dataclass, field
from random import Random
from threading import Event, Thread
from typing import Any

from tests.serve.person import Person, cards_shown
from tests.stack.drills.page import AWAY, OVER, Page
from tests.waiting import wait_for

REACTION = 0.25  # seconds a person takes to see that they may move
MY_TURN = re.compile(r"<section[^>]* data-my-turn")


@dataclass(frozen=True)
class Move:
    """Something a person sent in answer to event `seq`. `shown`: the event shown in the answer, 0 without one."""

    slug: str
    seq: int
    action: str
    shown: int = 0


@dataclass
class Ledger:
    """What one person sent. `accepted`: answered by 200; `unknown`: by silence or an error of the server."""

    accepted: list[Move] = field(default_factory=list)
    unknown: list[Move] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)  # answers that nobody should get


class Player(Thread):
    """A person at one table, who moves as soon as they may: over the socket, or by forms only where `script` is false.

    Without `hurry` they wait for somebody to set it.
    """

    def __init__(self, person: Person, table: str, hurry: bool = True, script: bool = True) -> None:
        super().__init__(name=f"player {person.name}", daemon=True)
        self.person, self.ledger = person, Ledger()
        self.hurry, self.resting, self.leaving = Event(), Event(), Event()
        if hurry:
            self.hurry.set()
        self.rng, self.script = Random(person.name), script
        self.pages: list[Page] = []
        self.fault: BaseException | None = None
        if table:
            self.sit_down(table)

    @property
    def page(self) -> Page | None:
        """The table that is open."""
        return self.pages[-1] if self.pages else None

    def sit_down(self, table: str) -> Page:
        """Open a table's page."""
        self.pages.append(Page(self.person, table))
        self.pages[-1].start()
        return self.pages[-1]

    def run(self) -> None:
        """Play until the game ends or the traffic does."""
        try:
            self.live()
        except BaseException as error:  # told to whoever ends the traffic
            self.fault = error

    def live(self) -> None:
        """Play at the table that is open."""
        assert self.page is not None
        self.play(self.page)

    def play(self, page: Page) -> None:
        """Move until the game is over."""
        while not page.ended and not self.leaving.is_set():
            self.resting.wait(REACTION)
            if self.hurry.is_set() and MY_TURN.search(page.html):
                self.move(page)

    def move(self, page: Page, action: str = "") -> int:
        """Send a move (or an action given), put the answer down, and return its status; 0 without one."""
        if page.lost and len(page.lost[-1]) == 1 and not page.look_up():
            return 0  # "connection lost": the buttons sleep
        seq, legal = page.position()
        if not action and not legal:
            return 0
        action = action or (legal[0] if self.rng.random() < 0.8 else self.rng.choice(legal))
        slug = page.table.split("/")[2]
        status = page.ask(action, seq) if self.script else None
        if status == 0:  # it may have been taken; as a form with the same seq it is taken once
            self.ledger.unknown.append(Move(slug, seq, action))
        words = ""
        if not status:
            try:
                answer = page.post(action, seq)
                status, words = answer.status, answer.text
            except AWAY:
                status = 0
        if status == 200:
            self.ledger.accepted.append(Move(slug, seq, action, page.seq))
        elif status == 0 or status >= 500:
            self.ledger.unknown.append(Move(slug, seq, action))
        elif status != 409:
            self.ledger.refused.append(f"{slug} {seq} {action}: {status} {words[:200]}")
        if status != 200:
            page.look_up()
        return status

    def leave(self) -> None:
        """Give up, so that bots end the game at once; close the page when it has the end."""
        self.leaving.set()
        self.join(60)
        page = self.page
        if page is not None and not page.ended:
            wait_for(lambda: page.ended or self.move(page, "forfeit") == 200, f"{self.name} leaves", 30)


class Guest(Player):
    """A person in a tournament, who goes to every table they are called to."""

    def __init__(self, person: Person, event: str) -> None:
        super().__init__(person, "")
        self.event = event

    def live(self) -> None:
        """Play wherever one is called to, until the event has ended."""
        last = None
        while (state := self.state())["status"] != "finished" and not self.leaving.is_set():
            if state["my_table"] in (None, last):
                self.resting.wait(REACTION)
                continue
            last = state["my_table"]
            page = self.sit_down(f"/t/{last}/")
            wait_for(page.look_up, f"the page of {last}", 90)
            self.play(page)
            check_truth(page)
            page.close()

    def state(self) -> dict[str, Any]:
        """Where the event stands; what does not answer is asked again."""

        def ask() -> dict[str, Any] | None:
            try:
                answer = self.person.browser.get(f"{self.event}state.json")
            except AWAY:
                return None
            return dict(answer.json) if answer.status == 200 else None

        return wait_for(ask, f"an answer of {self.event}", 90) or {}


def check_truth(page: Page) -> None:
    """The page shows what the site says the table is. Waits for what is on its way."""

    def same() -> bool:
        if not page.live:
            return False
        shown = page.html
        seen = page.person.view(page.table)
        fresh = page.person.browser.get(page.table, HX_Request="true", Accept="text/html").text
        same_end = page.ended == (seen["status"] in OVER)
        return page.seq == seen["seq"] and same_end and cards_shown(shown) == cards_shown(fresh)

    wait_for(same, f"the truth on the {page.name}", 45)


def long_away(pages: list[Page], since: float) -> float:
    """The longest time that a socket lost after `since` took to be back, in seconds."""
    return max((back - gone for page in pages for gone, back in map(ended, page.lost) if gone >= since), default=0.0)


def ended(absence: list[float]) -> tuple[float, float]:
    """When a socket went and when it was back; now if it is still away."""
    return absence[0], absence[1] if len(absence) == 2 else time.monotonic()
