"""Games and a tournament under way, with people and bots; what happens at each table is watched from outside."""

import time
from contextlib import suppress
from itertools import pairwise
from threading import Event, Thread
from typing import Any, Protocol

import psycopg

from tests.client import Client
from tests.serve.person import Person
from tests.stack.drills.page import OVER, Page
from tests.stack.drills.people import Guest, Player, check_truth, long_away
from tests.stack.events import Drill
from tests.stack.services import Database
from tests.waiting import wait_for

LIVE = {"pace": "live", "bot_pace": "fast", "visibility": "unlisted", "scoring": "3"}
EVENT = {
    "colours": "green",
    "max_turns": 100,
    "dry_turns": 20,
    "pace": "live",
    "bot_pace": "instant",
    "grace_seconds": 60,
}
TABLES = ((2, ""), (2, "easy,easy"), (1, "easy,medium"))  # people and bots of each game
LEFT = 60_000  # ms that the thinker's clock has left when the fault comes


class Site(Protocol):
    """The stack that is disturbed."""

    database: Database
    urls: list[str]

    def client(self, url: str | None = None) -> Client:
        """A new visitor."""

    def revive(self) -> bool:
        """Start again what ended, unless somebody else does."""

    def is_ready(self) -> bool:
        """Whether it is fit to be played on."""


class Watch(Thread):
    """Looks at the tables from the database's side, ten times a second: how far each has come, and when."""

    def __init__(self, database: Database) -> None:
        super().__init__(name="watch", daemon=True)
        self._url, self._over = database.url, Event()
        self.first = int(database.query("select coalesce(max(id), 0) from games_match")[0][0])
        self.steps: dict[str, list[tuple[float, int]]] = {}
        self.ends: dict[str, float] = {}

    def run(self) -> None:
        """Look until told to stop; while the database is away nothing happens anyway."""
        while not self._over.is_set():
            with suppress(psycopg.Error), psycopg.connect(self._url, autocommit=True, connect_timeout=3) as connection:
                while not self._over.wait(0.1):
                    self._look(connection)
            self._over.wait(0.1)

    def stop(self) -> None:
        """Look no more."""
        self._over.set()
        self.join(10)

    def since(self, slug: str, moment: float) -> int:
        """How many events a table has got since a moment."""
        steps = self.steps.get(slug, [])
        before = max((seq for at, seq in steps if at <= moment), default=0)
        return steps[-1][1] - before if steps else 0

    def standstill(self, slug: str, moment: float) -> float:
        """The longest time without an event at a table, of those that ended after a moment."""
        times = [at for at, _ in self.steps.get(slug, [])] + [self.ends.get(slug, time.monotonic())]
        return max((b - a for a, b in pairwise(times) if b > moment), default=0.0)

    def _look(self, connection: psycopg.Connection[Any]) -> None:
        rows = connection.execute("select slug, seq, status from games_match where id > %s", [self.first]).fetchall()
        for slug, seq, status in rows:
            if status == "waiting":
                continue
            steps = self.steps.setdefault(slug, [])
            if not steps or steps[-1][1] != seq:
                steps.append((time.monotonic(), seq))
            if status in OVER:
                self.ends.setdefault(slug, time.monotonic())


class Traffic:
    """Games, a table whose person thinks, and a tournament of two rounds unless not wanted. As a whole for nine people.

    tables: how many people and which bots sit at each game.
    """

    def __init__(
        self, site: Site, people: list[Person], tables: tuple[tuple[int, str], ...] = TABLES, event: bool = True
    ) -> None:
        self.site = site
        self.watch = Watch(site.database)
        crowd = iter(people)
        self.players = [player for count, bots in tables for player in self._game(crowd, count, bots)]
        self.thinker = Player(thinking := next(crowd), make_table(thinking, 1, "easy"), hurry=False)
        self.drill = Drill(site, bots=6, organiser=next(crowd), **EVENT) if event else None  # type: ignore[arg-type]
        self.guests = [self._guest(next(crowd), self.drill) for _ in range(2)] if self.drill else []
        self.everybody = [*self.players, self.thinker, *self.guests]

    def start(self) -> None:
        """Let them play until every table has got going."""
        self.watch.start()
        if self.drill:
            self.drill.post("start")
        for player in self.everybody:
            player.start()
        page = self.thinker.page
        assert page is not None
        begun = wait_for(lambda: page.person.view(page.table)["legal"], "the thinker's turn", 40)
        self.thinker.move(page, begun[0])  # the choice of the 3UP has no turn of its own
        wait_for(lambda: page.person.view(page.table)["legal"], "the thinker's next turn", 40)
        wait_for(lambda: all(self.watch.since(slug, 0) > 8 for slug in self.games), "moves at every table", 40)
        if self.drill:
            wait_for(lambda: all(guest.ledger.accepted for guest in self.guests), "moves in the tournament", 60)

    @property
    def games(self) -> list[str]:
        """The tables (slugs) that the scripted games are played at, the thinker's not included."""
        return list(dict.fromkeys(player.pages[0].table.split("/")[2] for player in self.players))

    @property
    def pages(self) -> list[Page]:
        """The pages that are open."""
        return [player.pages[-1] for player in self.everybody if player.pages and not player.pages[-1].over]

    def make_the_thinker_think(self) -> None:
        """Turn the thinker's clock on until little is left, as if they had been sitting there."""
        page = self.thinker.page
        assert page is not None
        by = f"interval '{page.person.view(page.table)['remaining_ms'] - LEFT} milliseconds'"
        changed = f"update games_match set clock_from = clock_from - {by}, due_at = due_at - {by}"
        assert self.site.database.query(f"{changed} where slug = %s returning 1", page.table.split("/")[2])

    def thought(self) -> float:
        """How many seconds the thinker was charged for since then."""
        page = self.thinker.page
        assert page is not None
        return float(LEFT - page.person.view(page.table)["remaining_ms"]) / 1000

    def recovered(self, since: float) -> bool:
        """Whether all is well: the site says so, every table has moved since, every page is live."""
        self.site.revive()
        going = [slug for slug in self.games if slug not in self.watch.ends]
        moved = all(self.watch.since(slug, since) >= 4 for slug in going)
        return moved and all(page.live for page in self.pages) and self.site.is_ready()

    def let_the_thinker_move(self) -> None:
        """The thinker goes on; their time must not have run out."""
        page, before = self.thinker.page, len(self.thinker.ledger.accepted)
        assert page is not None
        self.thinker.hurry.set()
        wait_for(lambda: len(self.thinker.ledger.accepted) > before, "the thinker's move", 10)

    def end(self) -> None:
        """People give up, the event goes on to its end, every page shows the end of its game."""
        for player in [*self.players, self.thinker]:
            player.leave()
        for player in [*self.players, self.thinker]:
            assert player.page is not None
            wait_for(lambda page=player.page: page.ended, f"the end on the {player.page.name}", 60)
            check_truth(player.page)
            player.page.close()
        if self.drill:
            self.drill.check_one_set_of_tables()
            for guest in self.guests:
                guest.join(60)
        self.watch.stop()

    def stop(self) -> None:
        """Whatever happened, leave nothing running."""
        for player in self.everybody:
            player.leaving.set()
            player.resting.set()
        for player in self.everybody:
            for page in player.pages:
                page.over = True
        self.watch.stop()

    def measured(self, since: float) -> dict[str, float]:
        """Seconds: the longest standstill at a table, and the longest absence of a socket, after a fault."""
        tables = [slug for slug in self.watch.steps if slug not in (self._thinkers(),)]
        stuck = max((self.watch.standstill(slug, since) for slug in tables), default=0.0)
        pages = [page for player in self.everybody for page in player.pages]
        return {"stuck": round(stuck, 1), "sockets": round(long_away(pages, since), 1)}

    def _thinkers(self) -> str:
        return self.thinker.pages[0].table.split("/")[2]

    def _game(self, crowd: Any, count: int, bots: str) -> list[Player]:
        host, *others = [next(crowd) for _ in range(count)]
        table = make_table(host, count, bots)
        for other in others:
            assert other.browser.post(f"{table}join/").status == 200
        return [Player(person, table, script=index % 3 != 2) for index, person in enumerate((host, *others), count)]

    def _guest(self, person: Person, drill: Drill) -> Guest:
        assert person.browser.post(f"{drill.path}register/").status == 200
        return Guest(person, drill.path)


def make_table(host: Person, people: int, bots: str) -> str:
    """A table for so many people and these bots; its address."""
    seats = people + len(bots.split(",")) * bool(bots)
    return host.create(seats=seats, bots=bots, **LIVE)
