"""The page of a table without a screen: it follows its socket, comes back and looks things up as static/js/ does."""

import html
import json
import re
import select
import time
from contextlib import suppress
from http.client import HTTPException
from random import Random
from threading import Condition, Thread

from tests.client import Answer
from tests.serve.person import SEQ, Person
from tests.websocket import Closed, Refused, Socket

FIRST, LONGEST = 0.8, 20.0  # seconds: the window of the first try, and the widest
POLL = 3.0  # seconds between look-ups while the socket is lost
QUIET = 30.0  # seconds without a frame after which the table is looked up
PONG = 10  # a kind of frame
PATIENCE = 3.0  # seconds for the answer to a move over the socket
FRAGMENT = {"HX-Request": "true", "Accept": "text/html"}
LEGAL = re.compile(r'data-legal="([^"]*)"')
PHASE = re.compile(r'data-phase="(\w+)"')
ANSWER = re.compile(r'data-answer="(\w+)"')
STATUS = re.compile(r'data-status="(\d+)"')
OVER = ("over", "aborted")
AWAY = (OSError, HTTPException)  # how the site's absence, or half an answer, shows


class Pinged(Exception):
    """The server asked whether somebody is there; it was told so."""


class Line(Socket):
    """A socket that tells whether it has something to say, and does not wait for a frame behind a ping."""

    def speaks(self, seconds: float) -> bool:
        """Wait at most so long for something to read."""
        return bool(self._buffer) or bool(select.select([self._socket], [], [], seconds)[0])

    def _send(self, kind: int, payload: bytes) -> None:
        super()._send(kind, payload)
        if kind == PONG:
            raise Pinged


class Page(Thread):
    """One open table of a person. `lost`: each time the socket went, when that was (monotonic) and when it was back."""

    def __init__(self, person: Person, table: str) -> None:
        super().__init__(name=f"page {person.name}", daemon=True)
        self.person, self.table = person, table
        self.seq, self.html, self.tries = -1, "", 0
        self.over = False
        self.lost: list[list[float]] = []
        self.asks_at = 0.0  # when it last meant to ask for a socket (monotonic); a busy machine may let it wait
        self.news = Condition()
        self._line: Line | None = None
        self._trusted = False  # the socket has spoken, and has left nothing unanswered since
        self._asked = 0
        self._answers: dict[str, str | None] = {}
        self._rng = Random(person.name)
        self._frame_at = time.monotonic()

    def position(self) -> tuple[int, list[str]]:
        """The event shown and what may be done then. Which cards may be turned up is asked: there are too many ways."""
        with self.news:
            seq, found = self.seq, LEGAL.search(self.html)
        legal = list(json.loads(html.unescape(found[1]))) if found else []
        if legal:
            return seq, legal
        try:
            seen = self.person.view(self.table)
        except (*AWAY, AssertionError):
            return seq, []
        return int(seen["seq"]), list(seen["legal"])

    @property
    def ended(self) -> bool:
        """Whether the game shown is over."""
        found = PHASE.search(self.html)
        return bool(found) and found[1] in OVER

    @property
    def live(self) -> bool:
        """Whether the socket is there and has spoken."""
        return self.seq >= 0 and (not self.lost or len(self.lost[-1]) == 2)

    def take(self, text: str) -> None:
        """Show a table unless a newer one is shown."""
        found = SEQ.search(text)
        if found and int(found[1]) >= self.seq:
            with self.news:
                self.seq, self.html = int(found[1]), text
                self._frame_at = time.monotonic()
                self.news.notify_all()

    def look_up(self) -> bool:
        """Ask for the table; whether the site answered."""
        try:
            answer = self.person.browser.get(self.table, **FRAGMENT)
        except AWAY:
            return False
        if answer.status == 200:
            self.take(answer.text)
        return answer.status < 500

    def ask(self, action: str, seq: int) -> int | None:
        """Send a move over the socket: the status of its answer, 0 if none came, None if it cannot go that way now."""
        line = self._line
        if line is None or not self._trusted:
            return None
        self._asked += 1
        own = str(self._asked)
        self._answers[own] = None
        try:
            line.send(json.dumps({"action": action, "seq": seq, "id": own}))
        except AWAY:
            return 0
        with self.news:
            self.news.wait_for(lambda: self._answers[own] is not None or self._line is not line, PATIENCE)
        answer = self._answers.pop(own)
        if answer is None:
            self._trusted = False
            return 0
        self.take(answer)
        found = STATUS.search(answer)
        return int(found[1]) if found else 0

    def post(self, action: str, seq: int) -> Answer:
        """Send a move as a form; the answer is shown like a frame. Raises OSError."""
        answer = self.person.browser.post(f"{self.table}act/", {"action": action, "seq": seq}, **FRAGMENT)
        self.take(answer.text)
        return answer

    def run(self) -> None:
        """Follow the socket until the page is closed."""
        while not self.over:
            try:
                with Line(self.person.browser, f"/ws{self.table}") as self._line:
                    self._follow(self._line)
            except (*AWAY, Refused, Closed, IndexError):
                pass
            with self.news:
                self._line, self._trusted = None, False
                self.news.notify_all()
            if not self.over:
                self._away()

    def close(self) -> None:
        """Leave the page."""
        self.over = True
        self.join(30)

    def _follow(self, line: Line) -> None:
        """Take frames until the socket ends or turns out to be dead."""
        while not self.over:
            if line.speaks(0.2):
                with suppress(Pinged):
                    self._hear(line.receive())
            elif time.monotonic() - self._frame_at > QUIET:
                self._frame_at, known = time.monotonic(), self.seq
                self.look_up()
                if self.seq > known:
                    return  # it said nothing although something happened

    def _hear(self, text: str) -> None:
        """A frame: the answer to a move, which whoever asked takes, or a table to show."""
        self.tries, self._trusted = 0, True
        if self.lost and len(self.lost[-1]) == 1:
            self.lost[-1].append(time.monotonic())
        found = ANSWER.search(text[:200])
        if found and found[1] in self._answers:
            with self.news:
                self._answers[found[1]] = text
                self.news.notify_all()
        else:
            self.take(text)

    def _away(self) -> None:
        """Wait for a random moment of a window that doubles each time, but for the first of its later half.

        The table is looked up meanwhile.
        """
        if not self.lost or len(self.lost[-1]) == 2:
            self.lost.append([time.monotonic()])
        part = (1 + self._rng.random()) / 2 if self.tries else self._rng.random()
        again = time.monotonic() + part * min(LONGEST, FIRST * 2**self.tries)
        self.tries += 1
        self.asks_at = again
        poll = time.monotonic() + POLL
        while not self.over and (now := time.monotonic()) < again:
            with self.news:
                self.news.wait(min(again, poll) - now)
            if time.monotonic() >= poll:
                self.look_up()
                poll = time.monotonic() + POLL
