"""People and tables for the benchmarks of live play: they come to the running site from outside, as browsers do."""

import asyncio
import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import aiohttp

from games.engine import DRAW, Action, Options, State, apply, legal_actions, new_game, parse_deck

PEOPLE: Final = 4
SEQ: Final = re.compile(r'data-seq="(\d+)"')
Deals = Callable[[str], tuple[int, dict[str, Any]]]  # a table's address -> seq and data of its event "dealt"


@dataclass
class Timings:
    """Of one phase: seconds from submit to the last client by move; from start to end, and of them the server's own."""

    moves: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    seconds: float = 0.0
    cpu: float = 0.0

    def add(self, other: "Timings") -> None:
        """Take in another phase of the same kind."""
        self.moves += other.moves
        self.sizes += other.sizes
        self.seconds += other.seconds
        self.cpu += other.cpu

    @property
    def rate(self) -> float:
        """Moves a second."""
        return len(self.moves) / self.seconds

    @property
    def cost(self) -> float:
        """Milliseconds of the server's processor time for a move."""
        return 1000 * self.cpu / len(self.moves)

    def millis(self, part: float) -> float:
        """A quantile of submit-to-last-client, in milliseconds."""
        ordered = sorted(self.moves)
        return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))]


class Person:
    """A guest with a cookie jar and one socket."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = aiohttp.ClientSession(base_url=url, cookie_jar=aiohttp.CookieJar(unsafe=True))
        self.socket: aiohttp.ClientWebSocketResponse | None = None

    async def post(self, path: str, **form: object) -> dict:
        """POST a form as the site's scripts do; the JSON answer."""
        cookies = self.http.cookie_jar.filter_cookies(self.http._base_url)
        token = cookies["csrftoken"].value if "csrftoken" in cookies else ""
        headers = {"Accept": "application/json", "X-CSRFToken": token, "Origin": self.url}
        async with self.http.post(path, data=form, headers=headers) as answer:
            return json.loads(await answer.text() or "{}") if answer.status != 204 else {}

    async def arrive(self) -> "Person":
        """Become a guest."""
        async with self.http.get("/"):
            pass
        await self.post("/accounts/guest/")
        return self

    async def open(self, path: str) -> None:
        """Open a socket and take its first frame."""
        self.socket = await self.http.ws_connect(path, headers={"Origin": self.url}, max_msg_size=0)
        await self.socket.receive()

    async def hear(self, seq: int) -> int:
        """Wait for a frame of at least that position; its size."""
        while True:
            text = (await self.socket.receive()).data
            found = SEQ.search(text)
            if found is None or int(found[1]) >= seq:
                return len(text)


class Table:
    """Four people at one table, and a copy of its game that says what is legal without asking the server."""

    visibility = "unlisted"

    def __init__(self, people: list[Person], deals: Deals) -> None:
        self.people = people
        self.deals = deals
        self.state: State | None = None
        self.seq = 0
        self.path = ""

    async def sit_down(self) -> None:
        """Make a table, seat everybody, open the sockets, and choose the 3UP."""
        await self.begin()
        for person in self.people:
            if person.socket is not None:
                await person.socket.close()
            await person.open(f"/ws{self.path}")
        for seat in range(PEOPLE):
            await self.move(seat)

    async def begin(self) -> None:
        """Make a table and seat everybody: it is dealt."""
        host, *others = self.people
        made = await host.post("/tables/new/", seats=PEOPLE, bots="", pace="days", visibility=self.visibility)
        self.path = made["url"]
        for person in others:
            await person.post(f"{self.path}join/")
        self.seq, dealt = self.deals(self.path)
        self.state = new_game(
            Options.from_dict(dealt["options"]), PEOPLE, parse_deck(dealt["deck"]), dealt["first_seat"]
        )

    def choice(self, seat: int) -> Action:
        """The first action that is legal for a seat, drawing last."""
        return next((each for each in legal_actions(self.state, seat) if each != DRAW), DRAW)

    def took(self, seat: int, action: Action, seq: int) -> None:
        """Note an action that was accepted, and the position it led to."""
        self.state = apply(self.state, seat, action)
        self.seq = seq

    async def move(self, seat: int) -> tuple[float, int]:
        """One action of that seat; seconds until the last of the four has its fragment, and the mean size of it."""
        action = self.choice(seat)
        start = time.perf_counter()
        answer, *sizes = await asyncio.gather(
            self.people[seat].post(f"{self.path}act/", action=action.text, seq=self.seq),
            *(person.hear(self.seq + 1) for person in self.people),
        )
        spent = time.perf_counter() - start
        if not answer.get("ok"):
            raise RuntimeError(f"{action} was refused: {answer}")
        self.took(seat, action, answer["seq"])
        return spent, sum(sizes) // PEOPLE

    async def play(self, moves: int, into: Timings) -> None:
        """That many moves, one after the other."""
        for _ in range(moves):
            if self.state.over:
                return
            spent, size = await self.move(self.state.turn)
            into.moves.append(spent)
            into.sizes.append(size)


async def bare(number: int, people: list[Person], moves: int, size: int, into: Timings) -> None:
    """The same traffic at the bare view."""
    for _ in range(moves):
        start = time.perf_counter()
        await asyncio.gather(people[0].post(f"/bare/{number}/{size}/"), *(person.hear(0) for person in people))
        into.moves.append(time.perf_counter() - start)
