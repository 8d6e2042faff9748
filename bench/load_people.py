"""People at tables, watchers and readers of the lobby, as `bench/load.py` has them: whole pages, lean sockets."""

import asyncio
import json
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import aiohttp
import psycopg
from yarl import URL

from bench.load_socket import Ear
from bench.players import PEOPLE, SEQ, Person, Table, Timings

LOST = 20.0  # seconds after which a change that has not reached a client is lost
GAME = 60  # moves; a game that is longer is left for a new one between two measurements


@dataclass
class Phase(Timings):
    """Timings, and what went wrong. `late`: bound in seconds; what came later, or never, is counted."""

    bound: float = 10.0
    lost: int = 0
    late: int = 0
    refused: int = 0
    crowd: list[float] = field(default_factory=list)  # seconds from submit to the last watcher

    @property
    def size(self) -> float:
        """Mean size of a fragment in characters."""
        return statistics.mean(self.sizes or [0])

    @property
    def sound(self) -> bool:
        """Whether everybody saw every move in time."""
        return not (self.lost or self.late or self.refused)

    def add(self, other: "Timings") -> None:
        """Take in another phase of the same kind."""
        super().add(other)
        if isinstance(other, Phase):
            self.lost, self.late, self.refused = (
                self.lost + other.lost,
                self.late + other.late,
                self.refused + other.refused,
            )
            self.crowd += other.crowd


class Visitor(Person):
    """A guest whose page of a table is open: its socket, and that of the badge."""

    def __init__(self, url: str, connector: aiohttp.TCPConnector) -> None:
        self.url = url
        jar = aiohttp.CookieJar(unsafe=True, treat_as_secure_origin=URL(url))  # as browsers treat localhost
        self.http = aiohttp.ClientSession(
            base_url=url, cookie_jar=jar, connector=connector, connector_owner=False, timeout=aiohttp.ClientTimeout(120)
        )
        self.socket = None
        self.ear: Ear | None = None
        self.badge: Ear | None = None

    @property
    def cookies(self) -> str:
        """The Cookie header."""
        kept = self.http.cookie_jar.filter_cookies(self.http._base_url)
        return "; ".join(f"{name}={morsel.value}" for name, morsel in kept.items())

    async def get(self, path: str) -> str:
        """GET a page. Raises RuntimeError where it is refused."""
        async with self.http.get(path) as answer:
            if answer.status != 200:
                raise RuntimeError(f"{path} answered {answer.status}")
            return await answer.text()

    async def listen(self, path: str, badge: bool) -> None:
        """Open the sockets that a page opens."""
        self.hang_up()
        self.ear = await Ear.open(self.url, f"/ws{path}", self.cookies)
        if badge:
            self.badge = await Ear.open(self.url, "/ws/me/", self.cookies)

    def hang_up(self) -> None:
        """Close the page."""
        for ear in (self.ear, self.badge):
            if ear is not None:
                ear.close()
        self.ear = self.badge = None

    async def act(self, path: str, action: str, seq: int) -> tuple[bool, int]:
        """Press a button of the table's page: whether the move was taken, and the position that answers."""
        token = self.http.cookie_jar.filter_cookies(self.http._base_url)["csrftoken"].value
        headers = {"HX-Request": "true", "Accept": "text/html", "X-CSRFToken": token, "Origin": self.url}
        async with self.http.post(f"{path}act/", data={"action": action, "seq": seq}, headers=headers) as answer:
            text = await answer.text()
            found = SEQ.search(text)
            return answer.status == 200, int(found[1]) if found else 0


class LiveTable(Table):
    """A table whose sockets are lean. `watchers` look on; `way`: moves as POSTs, or over the socket."""

    def __init__(self, people: list[Visitor], deals: Callable[[str], tuple[int, dict[str, Any]]], way: str) -> None:
        super().__init__(people, deals)
        self.way = way
        self.watchers: list[Ear] = []
        self.played = 0

    async def sit_down(self) -> None:
        """Make a table, seat everybody, and choose the 3UP. No socket is open yet."""
        for person in self.people:
            person.hang_up()
        await self.begin()
        self.played = 0
        for seat in range(PEOPLE):
            await self._choose(seat)

    async def _choose(self, seat: int) -> None:
        action = self.choice(seat)
        taken, seq = await self.people[seat].act(self.path, action.text, self.seq)
        if not taken:
            raise RuntimeError(f"{action.text} was refused")
        self.took(seat, action, seq)

    async def listen(self, badge: bool) -> None:
        """Everybody opens the page's sockets."""
        await asyncio.gather(*(person.listen(self.path, badge) for person in self.people))

    async def turn(self, into: Phase) -> None:
        """One move of whoever's turn it is, until everybody has seen it."""
        seat, seq = self.state.turn, self.seq
        action = self.choice(seat)
        players = [person.ear for person in self.people]
        everybody = Everybody([*players, *self.watchers], seq + 1)
        start = time.perf_counter()
        submit = self._over_the_socket if self.way == "socket" else self._by_post
        taken, _ = await asyncio.gather(submit(seat, action.text, everybody), everybody.wait())
        if not taken:
            into.refused += 1
            raise RuntimeError(f"{action.text} at {self.path} was refused")
        spent = [ear.at - start for ear in players if ear.seq > seq]
        into.moves.append(max(spent, default=LOST))
        into.sizes.append(players[0].size)
        into.lost += len(everybody.missing)
        into.late += sum(ear.at - start > into.bound for ear in everybody.all if ear.seq > seq)
        if self.watchers:
            into.crowd.append(max(ear.at - start for ear in self.watchers))
        self.took(seat, action, max(ear.seq for ear in players))
        self.played += 1

    async def _by_post(self, seat: int, action: str, _everybody: "Everybody") -> bool:
        taken, _ = await self.people[seat].act(self.path, action, self.seq)
        return taken

    async def _over_the_socket(self, seat: int, action: str, everybody: "Everybody") -> bool:
        ear, name = self.people[seat].ear, str(self.seq)
        ear.say(json.dumps({"action": action, "seq": self.seq, "id": name}))
        await everybody.wait()  # with the mover among them: the answer is the frame
        return ear.answer == (name, 200)

    async def play_until(self, end: float, think: float, into: Phase, rng: Random) -> None:
        """Move after move until that moment (on time.perf_counter()) or the end of the game."""
        if think:
            await asyncio.sleep(rng.uniform(0, think))
        while time.perf_counter() < end and not self.state.over:
            await self.turn(into)
            if think:
                await asyncio.sleep(rng.uniform(0.5, 1.5) * think)


class Everybody:
    """Waits until each of some sockets shows a position, without a task for each."""

    def __init__(self, ears: Iterable[Ear], seq: int) -> None:
        self.all = list(ears)
        self.seq = seq
        self.missing = {ear for ear in self.all if ear.seq < seq}
        self._done = asyncio.Event()
        for ear in self.missing:
            ear.heard = self._heard

    async def wait(self) -> None:
        """Until all have it, or those in `missing` have lost it."""
        try:
            async with asyncio.timeout(LOST):
                await self._done.wait()
        except TimeoutError:
            pass

    def _heard(self, ear: Ear) -> None:
        if ear.seq >= self.seq:
            self.missing.discard(ear)
            if not self.missing:
                self._done.set()


class Deals:
    """Asks the database how a table was dealt, so that the load itself knows what is legal."""

    def __init__(self, url: str) -> None:
        self._rows = psycopg.connect(url, autocommit=True)

    def __call__(self, path: str) -> tuple[int, dict[str, Any]]:
        """Seq and data of the event with which the table of that address was dealt."""
        query = (
            "select e.seq, e.data from games_matchevent e join games_match m on m.id = e.match_id "
            "where m.slug = %s and e.kind = 'dealt'"
        )
        seq, data = self._rows.execute(query, [path.split("/")[2]]).fetchone()
        return seq, data
