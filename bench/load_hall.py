"""A hall of tables on a running stack, and a measurement in it: the site's moves in turns with the bare view's."""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Iterable
from dataclasses import dataclass, field
from random import Random

import aiohttp

from bench.load_meters import Meters, Reading
from bench.load_people import GAME, Deals, Everybody, LiveTable, Phase, Visitor
from bench.load_socket import Ear
from bench.load_stack import Production
from bench.players import PEOPLE

AT_ONCE = 16  # people who arrive, tables that are made, sockets that open side by side
ROUNDS = 2


@dataclass
class Plan:
    """What one measurement is of."""

    tables: int = 25
    seconds: float = 10.0  # of the site's moves; the bare view gets half of it
    think: float = 0.0  # mean seconds between two moves of a table
    watchers: int = 0  # of the first table
    lobby: int = 0  # readers of the lobby
    bare: bool = True
    badge: bool = True  # pages hold their second socket, that of the badge

    @property
    def bound(self) -> float:
        """Seconds after which a fragment is late. Where nobody thinks, a move waits for those of all other tables."""
        return 2.0 if self.think else 10.0


@dataclass
class Point:
    """What was measured."""

    plan: Plan
    webs: int = 1
    ours: Phase = field(default_factory=Phase)
    base: Phase = field(default_factory=Phase)
    used: Reading = field(default_factory=Reading)
    base_used: Reading = field(default_factory=Reading)
    memory: dict[str, tuple[float, float]] = field(default_factory=dict)


class Hall:
    """People and tables that stay from one measurement to the next, also when the stack is started anew."""

    def __init__(self, stack: Production, way: str = "post") -> None:
        self.stack, self.way = stack, way
        self.connector = aiohttp.TCPConnector(limit=0)
        self.deals = Deals(stack.database.url)
        self.tables: list[LiveTable] = []
        self.watchers: list[Ear] = []
        self.lobby: list[Ear] = []
        self.rng = Random(3)

    async def __aenter__(self) -> "Hall":
        """Open the doors."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Everybody leaves."""
        self.close()
        for table in self.tables:
            for person in table.people:
                await person.http.close()
        await self.connector.close()

    async def seat(self, count: int) -> float:
        """Have so many tables with games that are long enough; seconds that the arrivals took."""
        start = time.perf_counter()
        missing = count - len(self.tables)
        people = [Visitor(self.stack.url, self.connector) for _ in range(missing * PEOPLE)]
        await side_by_side(person.arrive() for person in people)
        fresh = [LiveTable(people[n * PEOPLE :][:PEOPLE], self.deals, self.way) for n in range(missing)]
        self.tables += fresh
        old = [table for table in self.tables[:count] if table.path and (table.state.over or table.played > GAME)]
        await side_by_side(table.sit_down() for table in [*fresh, *old])
        return time.perf_counter() - start

    async def open(self, plan: Plan) -> None:
        """Open the pages of the first tables, and of watchers and readers of the lobby."""
        await side_by_side((table.listen(plan.badge) for table in self.tables[: plan.tables]), AT_ONCE // PEOPLE)
        url, first = self.stack.url, self.tables[0].path
        self.watchers = await side_by_side(Ear.open(url, f"/ws{first}", "") for _ in range(plan.watchers))
        self.lobby = await side_by_side(Ear.open(url, "/ws/lobby/", "") for _ in range(plan.lobby))
        self.tables[0].watchers = self.watchers

    def close(self) -> None:
        """Close all pages."""
        for table in self.tables:
            table.watchers = []
            for person in table.people:
                person.hang_up()
        for ear in (*self.watchers, *self.lobby):
            ear.close()
        self.watchers, self.lobby = [], []

    async def measure(self, plan: Plan) -> Point:
        """The site's moves and the bare view's, in turns, so that a noisy machine slows both."""
        point, meters = (
            Point(plan, webs=sum(name.startswith("web") for name in self.stack.groups())),
            Meters(self.stack),
        )
        await self.seat(plan.tables)
        await self.open(plan)
        try:
            for _ in range(ROUNDS):
                await self._ours(plan, point, meters)
                if plan.bare:
                    await self._bare(plan, point, meters, int(statistics.mean(point.ours.sizes)))
            point.memory = meters.memory()
        finally:
            self.close()
        return point

    async def _ours(self, plan: Plan, point: Point, meters: Meters) -> None:
        phase = Phase(bound=plan.bound)
        before = meters.read()
        end = before.at + plan.seconds / ROUNDS
        tables = self.tables[: plan.tables]
        await asyncio.gather(*(table.play_until(end, plan.think, phase, self.rng) for table in tables))
        self._note(phase, before, meters, point.ours, point.used)

    async def _bare(self, plan: Plan, point: Point, meters: Meters, size: int) -> None:
        url = self.stack.url
        ears = [
            await side_by_side(Ear.open(url, f"/ws/bare/{number}/", "") for _ in range(PEOPLE))
            for number in range(plan.tables)
        ]
        phase = Phase(bound=plan.bound)
        before = meters.read()
        end = before.at + plan.seconds / ROUNDS / 2
        async with aiohttp.ClientSession(base_url=url, connector=self.connector, connector_owner=False) as http:
            await asyncio.gather(
                *(bare_until(http, number, group, size, end, phase) for number, group in enumerate(ears))
            )
        self._note(phase, before, meters, point.base, point.base_used)
        for ear in (ear for group in ears for ear in group):
            ear.close()

    @staticmethod
    def _note(phase: Phase, before: Reading, meters: Meters, into: Phase, used: Reading) -> None:
        phase.seconds = time.perf_counter() - before.at
        span = meters.read().since(before)
        phase.cpu = sum(span.cpu.values())
        into.add(phase)
        used.add(span)


async def bare_until(
    http: aiohttp.ClientSession, number: int, ears: list[Ear], size: int, end: float, into: Phase
) -> None:
    """The same traffic at the bare view."""
    while time.perf_counter() < end:
        start = time.perf_counter()
        everybody = Everybody(ears, ears[0].seq + 1)

        async def post() -> None:
            async with http.post(f"/bare/{number}/{size}/") as answer:
                await answer.read()

        await asyncio.gather(post(), everybody.wait())
        into.moves.append(max(ear.at for ear in ears) - start)
        into.lost += len(everybody.missing)


async def side_by_side(work: Iterable[Awaitable], most: int = AT_ONCE) -> list:
    """Do it all, so many at a time; the results in order."""
    gate = asyncio.Semaphore(most)

    async def one(each: Awaitable) -> object:
        async with gate:
            return await each

    return await asyncio.gather(*(one(each) for each in work))
