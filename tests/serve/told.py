"""An event as seen from outside while it goes on: who was called where, and what was answered to what was tried."""

from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import Any

from tests.serve.by_hand import ByHand
from tests.serve.player import PATIENCE, Play, Player, slug_of
from tests.waiting import wait_for


class Told:
    """What people saw of an event. `absent`: entered, but never comes to a table."""

    def __init__(self, event: str, organiser: Player, players: list[Player], absent: Player | None = None) -> None:
        self.event, self.organiser, self.players = event, organiser, players
        self.entrants = players if absent is None else [*players, absent]
        self.states: list[dict[str, Any]] = []
        self.answers: dict[str, dict[str, int]] = {}  # when -> what was tried -> status
        self.tables: set[str] = set()  # addresses to which somebody was called

    def look(self, when: str, visitor: Player, table: str, *pages: str) -> None:
        """Ask for pages of a table."""
        self.answers[when] = {page: visitor.browser.get(table + page).status for page in pages}

    def tries(self, when: str, player: Player, *steps: str, **fields: Any) -> None:
        """Try steps, each with these fields."""
        self.answers[when] = {step: player.step(self.event, step, **fields).status for step in steps}

    def go(self, play: Play) -> list[Future[None]]:
        """Send the players on their way; returns what `arrived` waits for."""
        pool = ThreadPoolExecutor(len(self.players))
        return [pool.submit(player.attend, self.event, play) for player in self.players]

    def play(self, player: Player, _round: int, table: str) -> bool:
        """The usual way to play: note the table, play it, go on."""
        self.tables.add(table)
        player.play(table)
        return True

    def records(self) -> list[tuple[int, dict[str, Any]]]:
        """(round, record) of every table, once all of them may be read."""
        rounds = self.organiser.state(self.event)["round"]
        pages = {n: self.organiser.browser.get(f"{self.event}round/{n}/").text for n in range(1, rounds + 1)}
        return [
            (number, self.organiser.browser.get(f"{table}record.json").json)
            for table in self.tables
            for number, page in pages.items()
            if slug_of(table) in page
        ]

    def by_hand(self, **how: Any) -> ByHand:
        """The results of all tables on a sheet of paper. Where a house bot played for somebody, they were absent."""
        sheet = ByHand([player.name for player in self.entrants], **how)
        for number, record in self.records():
            sheet.table(number, record)
        return sheet


def arrived(on_their_way: list[Future[None]]) -> None:
    """Wait for everybody; what went wrong with somebody goes wrong here."""
    for each in on_their_way:
        each.result(PATIENCE * 2)


def wait_until(happened: Event, on_their_way: list[Future[None]]) -> None:
    """Wait for what somebody on their way makes happen."""
    wait_for(lambda: happened.is_set() or any(each.done() for each in on_their_way), "what was waited for", PATIENCE)
    if not happened.is_set():
        arrived(on_their_way)
