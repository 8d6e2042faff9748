"""A scripted person: signs up over HTTP, sits down, watches the table's socket and plays through `act/`."""

import json
import re
import uuid
from random import Random
from typing import Any, Self

from tests.client import Answer, Client
from tests.waiting import wait_for
from tests.websocket import Socket

CARD = re.compile(r'data-card="([^"]*)"')
SEQ = re.compile(r'data-seq="(\d+)"')
PASSWORD = "correct horse battery staple"


class Person:
    """One account in one browser, playing by itself. Everything ever received is kept in `seen` with its position."""

    def __init__(self, url: str, seed: int = 1) -> None:
        self.browser = Client(url)
        self.rng = Random(seed)
        self.name = f"p{uuid.uuid4().hex[:10]}"
        self.seen: list[tuple[int, str]] = []
        self.socket: Socket | None = None

    def sign_up(self) -> Self:
        """Make the account; signed in at once."""
        form = {"username": self.name, "email": f"{self.name}@example.org"}
        answer = self.browser.post(
            "/accounts/signup/", form | {"password1": PASSWORD, "password2": PASSWORD}, Accept="text/html"
        )
        assert answer.status == 302, answer.text
        return self

    def create(self, **fields: Any) -> str:
        """Make a table and return its address."""
        answer = self.browser.post("/tables/new/", fields)
        assert answer.status == 200, answer.text
        return str(answer.json["url"])

    def watch(self, table: str) -> None:
        """Open the table's page and its socket."""
        page = self.browser.get(table)
        assert page.status == 200, (page.status, page.headers.get("Location"), page.text[:300])
        self.keep(page.text)
        self.socket = Socket(self.browser, f"/ws{table}")

    def keep(self, html: str) -> None:
        """Remember a page, fragment or frame."""
        found = SEQ.search(html)
        self.seen.append((int(found[1]) if found else 0, html))

    def listen(self, seconds: float = 20) -> int:
        """Take the next frame of the socket; return its position."""
        assert self.socket is not None
        self.keep(self.socket.receive(seconds))
        return self.seen[-1][0]

    def view(self, table: str) -> dict[str, Any]:
        """The table as this person may see it."""
        answer = self.browser.get(f"{table}view.json")
        assert answer.status == 200, answer.text
        return dict(answer.json)

    def act(self, table: str, action: str, seq: int) -> Answer:
        """Submit an action that answers position `seq`."""
        return self.browser.post(f"{table}act/", {"action": action, "seq": seq})

    def play_to_the_end(self, table: str) -> dict[str, Any]:
        """Act whenever to act, mostly with the lowest card, until the match is over; return the last view."""
        while (seen := self.view(table))["status"] == "playing":
            if not seen["legal"]:
                self._wait_after(table, seen["seq"])
                continue
            action = seen["legal"][0] if self.rng.random() < 0.8 else self.rng.choice(seen["legal"])
            answer = self.act(table, action, seen["seq"])
            assert answer.status in (200, 409), answer.text
        return seen

    def _wait_after(self, table: str, seq: int) -> None:
        if self.socket is not None:
            while self.listen() <= seq and self.view(table)["seq"] <= seq:
                pass
        else:
            wait_for(lambda: self.view(table)["seq"] > seq, f"news at {table}", 20)


def cards_shown(html: str) -> set[str]:
    """The cards that a page or frame names in its `data-card` attributes."""
    return {text for text in CARD.findall(html) if text}


def replay_of(record: dict[str, Any], protocol: Any) -> list[dict[str, Any]]:
    """The states of a record's first round, played by the engine's own protocol."""
    played = record["rounds"][0]
    request = {
        "cmd": "replay",
        "options": record["options"],
        "seats": len(record["seats"]),
        "deck": played["deck"],
        "draws": played["draws"],
        "actions": [[seat, action] for seat, action, *_ in played["actions"]],
    }
    answer = protocol.answer(json.dumps(request))
    assert answer["ok"], answer
    return list(answer["steps"])
