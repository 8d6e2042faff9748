"""A scripted person in tournaments: enters over HTTP, follows the event's socket, plays wherever they are called."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.client import Answer
from tests.serve.person import Person
from tests.websocket import Socket

PATIENCE = 60.0  # seconds; a busy machine is no failure
# Green cards alone and few turns make short games, and nobody waits long for anybody.
FAST = {
    "colours": "green",
    "max_turns": 100,
    "dry_turns": 20,
    "pace": "live",
    "bot_pace": "instant",
    "grace_seconds": 5,
}

Play = Callable[["Player", int, str], bool]
"""(who, round, table) -> whether they go on afterwards."""


class Player(Person):
    """One account that goes to tournaments. `event` is always the address of one, such as "/tournaments/abc/"."""

    def announce(self, **fields: Any) -> str:
        """Make a tournament and return its address."""
        answer = self.browser.post("/tournaments/new/", fields)
        assert answer.status == 200, answer.text
        return str(answer.json["url"])

    def step(self, event: str, name: str, **fields: Any) -> Answer:
        """POST one step. The shape of every answer is what programs rely on."""
        answer = self.browser.post(f"{event}{name}/", fields)
        assert set(answer.json) == {"ok", "seq", "error", "url"}, answer.text
        assert answer.json["ok"] == (answer.status == 200) == (not answer.json["error"]), answer.text
        return answer

    def do(self, event: str, name: str, **fields: Any) -> int:
        """A step that works; its seq."""
        answer = self.step(event, name, **fields)
        assert answer.status == 200, (name, fields, answer.text)
        return int(answer.json["seq"])

    def state(self, event: str) -> dict[str, Any]:
        """Where the event stands for this person."""
        answer = self.browser.get(f"{event}state.json")
        assert answer.status == 200, answer.text
        return dict(answer.json)

    def await_state(self, event: str, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first state for which `holds`, looked at whenever the event's socket has news."""
        with Socket(self.browser, f"/ws{event}") as news:
            while not holds(state := self.state(event)):
                news.receive(PATIENCE)
            return state

    def attend(self, event: str, play: Play) -> None:
        """Go to every table one is called to, until the event is over or `play` says that one leaves."""
        last = None

        def called(state: dict[str, Any]) -> bool:
            return state["my_table"] not in (None, last) or state["status"] in ("finished", "cancelled")

        while (state := self.await_state(event, called))["status"] == "running":
            last = state["my_table"]
            if not play(self, state["round"], f"/t/{last}/"):
                return

    def come(self, table: str) -> None:
        """Open a table one is called to, and wait until it deals."""
        self.watch(table)
        while self.view(table)["status"] == "waiting":
            self.listen(PATIENCE)

    def finish(self, table: str) -> None:
        """Play to the end, and close the table's page."""
        self.play_to_the_end(table)
        assert self.socket is not None
        self.socket.close()
        self.socket = None

    def play(self, table: str) -> None:
        """Come to a table, play it to the end, and go."""
        self.come(table)
        self.finish(table)

    def pod(self, event: str, table: str) -> dict[str, Any]:
        """The pod of a table of the current round, as state.json has it."""
        return next(pod for pod in self.state(event)["pods"] if pod["table"] == slug_of(table))


def slug_of(address: str) -> str:
    """The slug in "/t/abc/" or "/tournaments/abc/"."""
    return address.strip("/").rpartition("/")[2]


def in_minutes(minutes: float) -> str:
    """A moment from now as forms take it."""
    return (datetime.now(UTC) + timedelta(minutes=minutes)).isoformat(timespec="minutes")


def standings(reader: Player, event: str) -> list[dict[str, Any]]:
    """The published standings, level ones by name."""
    rows = reader.browser.get(f"{event}standings.json").json
    assert [row["place"] for row in rows] == sorted(row["place"] for row in rows)
    return sorted(rows, key=lambda row: (row["place"], row["username"]))
