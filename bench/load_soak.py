"""The soak of `bench/load.py`: hours of an ordinary evening, in which memory must stay flat.

Games begin, are watched and end; their replays are read; people arrive, play against bots and go; the lobby is read.
"""

import asyncio
import statistics
import time
from collections.abc import Mapping, Sequence
from random import Random

from bench.load_hall import Hall
from bench.load_meters import Meters
from bench.load_people import LiveTable, Phase, Visitor
from bench.load_socket import Ear
from bench.load_stack import Production
from bench.players import PEOPLE

TABLES = 12
THINK = 0.2  # mean seconds between two moves of a table: a day's games in half an hour
LATE = 5.0
WATCHERS, READERS = 3, 5  # of each table, of the lobby
SAMPLES = 60  # at least; and one a minute
WARM_UP = 1 / 3  # of the time: caches fill, pools open
MOST = 0.5  # MB a minute that the memory of a part may grow by, after that
BOTS_EVERY = 5.0  # seconds between two people who come for a game against bots

Sample = tuple[float, Mapping[str, float]]  # minutes since the start, MB by part


async def soak(stack: Production, minutes: float, webs: int, way: str) -> bool:
    """Run it, print a line a minute; whether memory stayed flat and nothing was lost or late."""
    await asyncio.to_thread(stack.start, webs)
    async with Hall(stack, way) as hall:
        evening = Evening(hall, time.perf_counter() + 60 * minutes)
        meters = Meters(stack)
        work = [asyncio.create_task(each) for each in evening.parts()]
        samples: list[Sample] = []
        start, step = time.perf_counter(), min(60.0, 60 * minutes / SAMPLES)
        said = 0.0
        while (now := time.perf_counter()) < evening.end:
            await asyncio.wait(work, timeout=step)
            for task in work:
                if task.done() and task.exception():
                    raise task.exception()  # type: ignore[misc]
            memory = {name: pss for name, (_, pss) in (await asyncio.to_thread(meters.memory)).items()}
            samples.append(((time.perf_counter() - start) / 60, memory))
            if now - said >= 60 - step / 2:
                said = now
                print(evening.line(samples[-1]), flush=True)
        await asyncio.gather(*work)
    slopes = growth(samples)
    for name, slope in sorted(slopes.items()):
        first, last = samples[0][1].get(name, 0), samples[-1][1].get(name, 0)
        print(f"{name}: {first:.0f} MB at first, {last:.0f} at the end, {slope:+.3f} MB a minute after the warm-up")
    phase = evening.phase
    print(
        f"{len(phase.moves)} moves in {evening.games} games, {evening.people} people; lost {phase.lost}, "
        f"late {phase.late} (over {LATE:g} s); p50 {phase.millis(0.5):.0f}, p99 {phase.millis(0.99):.0f} ms"
    )
    return phase.sound and not [name for name, slope in slopes.items() if slope > MOST]


def growth(samples: Sequence[Sample]) -> dict[str, float]:
    """MB a minute by part, by least squares over what comes after the warm-up."""
    end = samples[-1][0]
    kept = [(at, memory) for at, memory in samples if at >= WARM_UP * end]
    times = [at for at, _ in kept]
    names = {name for _, memory in kept for name in memory}
    return {
        name: statistics.linear_regression(times, [memory.get(name, 0.0) for _, memory in kept]).slope for name in names
    }


class Evening:
    """What goes on until `end` (on time.perf_counter())."""

    def __init__(self, hall: Hall, end: float) -> None:
        self.hall, self.end = hall, end
        self.url = hall.stack.url
        self.phase = Phase(bound=LATE)
        self.rng = Random(7)
        self.games = self.people = 0

    def parts(self) -> list:
        """Everything that goes on side by side."""
        return [*(self.table() for _ in range(TABLES)), self.against_bots(), self.lobby()]

    def line(self, sample: Sample) -> str:
        """A line of the log."""
        at, memory = sample
        parts = ", ".join(f"{name} {size:.0f}" for name, size in memory.items())
        return f"{at:5.1f} min: {len(self.phase.moves)} moves, {self.games} games, {self.people} people; MB: {parts}"

    async def table(self) -> None:
        """Four people after four people play a game to its end and read its replay."""
        while time.perf_counter() < self.end:
            people = [await self.visitor() for _ in range(PEOPLE)]
            table = LiveTable(people, self.hall.deals, self.hall.way)
            table.visibility = "public"
            await table.sit_down()
            await table.listen(badge=True)
            table.watchers = [await Ear.open(self.url, f"/ws{table.path}", "") for _ in range(WATCHERS)]
            await table.play_until(self.end, THINK, self.phase, self.rng)
            for ear in table.watchers:
                ear.close()
            if table.state.over:
                self.games += 1
                for person in people:
                    await person.get(f"{table.path}replay/")
                await people[0].get(f"{table.path}record.json")
            for person in people:
                person.hang_up()
                await person.http.close()

    async def against_bots(self) -> None:
        """Now and then somebody begins a game against bots, looks on for a moment and leaves it to them."""
        while time.perf_counter() < self.end:
            person = await self.visitor()
            made = await person.post("/tables/new/", seats=3, bots="easy,easy", pace="relaxed", bot_pace="instant")
            await person.get(made["url"])
            await person.listen(made["url"], badge=True)
            await asyncio.sleep(BOTS_EVERY)
            await person.post(f"{made['url']}leave/")
            person.hang_up()
            await person.http.close()

    async def lobby(self) -> None:
        """Readers of the lobby come and go."""
        while time.perf_counter() < self.end:
            readers = [await Ear.open(self.url, "/ws/lobby/", "") for _ in range(READERS)]
            await asyncio.sleep(20)
            for ear in readers:
                ear.close()

    async def visitor(self) -> Visitor:
        """Somebody new."""
        person = Visitor(self.url, self.hall.connector)
        await person.arrive()
        self.people += 1
        return person
