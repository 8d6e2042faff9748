"""Live tables: moves a second and submit-to-last-client time, as ratios to a bare Django view in the same run.

Starts the embedded stack, seats 4 people at each of N tables (each with a socket of their own), and has every table
play as fast as its last client hears of each move. The baseline, in the same process, inserts one row and sends one
fixed fragment of the same size to the same number of sockets. Both take turns, so that a noisy machine slows both.

The processor time of the site's process is counted as well, by move: what others do on the machine touches it less than
the seconds on the clock.

    python -m bench.table [--tables 1 5 25] [--moves 20]
"""

import argparse
import asyncio
import json
import os
import re
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Coroutine, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp

from games.engine import DRAW, Options, State, apply, legal_actions, new_game, parse_deck
from tests.processes import Site

PEOPLE = 4
SEQ = re.compile(r'data-seq="(\d+)"')


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

    def __init__(self, people: list[Person], database: Path) -> None:
        self.people = people
        self.database = database
        self.state: State | None = None
        self.seq = 0
        self.path = ""

    async def sit_down(self) -> None:
        """Make a table, seat everybody, and choose the 3UP."""
        host, *others = self.people
        made = await host.post("/tables/new/", seats=PEOPLE, bots="", pace="days", visibility="unlisted")
        self.path = made["url"]
        for person in others:
            await person.post(f"{self.path}join/")
        self.seq, dealt = self._dealt()
        self.state = new_game(
            Options.from_dict(dealt["options"]), PEOPLE, parse_deck(dealt["deck"]), dealt["first_seat"]
        )
        for person in self.people:
            if person.socket is not None:
                await person.socket.close()
            await person.open(f"/ws{self.path}")
        for seat in range(PEOPLE):
            await self.move(seat)

    def _dealt(self) -> tuple[int, dict]:
        with sqlite3.connect(self.database, timeout=20) as rows:
            slug = self.path.split("/")[2]
            query = (
                "select e.seq, e.data from games_matchevent e join games_match m on m.id = e.match_id "
                "where m.slug = ? and e.kind = 'dealt'"
            )
            seq, data = rows.execute(query, [slug]).fetchone()
        return seq, json.loads(data)

    async def move(self, seat: int) -> tuple[float, int]:
        """One action of that seat; seconds until the last of the four has its fragment, and the mean size of it."""
        legal = legal_actions(self.state, seat)
        action = next((each for each in legal if each != DRAW), DRAW)
        start = time.perf_counter()
        answer, *sizes = await asyncio.gather(
            self.people[seat].post(f"{self.path}act/", action=action.text, seq=self.seq),
            *(person.hear(self.seq + 1) for person in self.people),
        )
        spent = time.perf_counter() - start
        if not answer.get("ok"):
            raise RuntimeError(f"{action} was refused: {answer}")
        self.state = apply(self.state, seat, action)
        self.seq = answer["seq"]
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


def processor_seconds(pid: int) -> float:
    """What a process has used of the processors so far, all its threads together (Linux)."""
    after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


async def timed(pid: int, phase: Timings, work: Iterable[Coroutine[None, None, None]]) -> Timings:
    """Do all of the work at once and note how long that took."""
    start, used = time.perf_counter(), processor_seconds(pid)
    await asyncio.gather(*work)
    phase.seconds, phase.cpu = time.perf_counter() - start, processor_seconds(pid) - used
    return phase


async def measure(site: Site, database: Path, count: int, moves: int) -> tuple[Timings, Timings]:
    """Both phases twice, in turns: ours and the bare view's."""
    url = site.url
    people = [[Person(url) for _ in range(PEOPLE)] for _ in range(count)]
    for group in people:
        for person in group:
            await person.arrive()
    tables = [Table(group, database) for group in people]
    await asyncio.gather(*(table.sit_down() for table in tables))
    ours, base = Timings(), Timings()
    size = 4000
    for _ in range(2):
        phase = Timings()
        ours.add(await timed(site.pid, phase, [table.play(moves // 2, phase) for table in tables]))
        size = int(statistics.mean(phase.sizes))
        bare_people = [[Person(url) for _ in range(PEOPLE)] for _ in range(count)]
        await asyncio.gather(
            *(person.open(f"/ws/bare/{number}/") for number, group in enumerate(bare_people) for person in group)
        )
        phase = Timings()
        bare_moves = [bare(n, group, moves // 2, size, phase) for n, group in enumerate(bare_people)]
        base.add(await timed(site.pid, phase, bare_moves))
        for person in (person for group in bare_people for person in group):
            await person.http.close()
    for person in (person for group in people for person in group):
        await person.http.close()
    base.sizes = [size]
    return ours, base


def main() -> None:
    """Print a line for each number of tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 5, 25])
    parser.add_argument("--moves", type=int, default=20, help="of each table")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        site = Site(Path(directory), DJANGO_SETTINGS_MODULE="bench.bare.settings")
        try:
            site.wait_until_healthy()
            print("tables  moves/s  bare/s  ratio   cpu ms   bare  ratio    p50 ms    p95   bare p50    p95")
            for count in args.tables:
                ours, base = asyncio.run(measure(site, Path(directory) / "db.sqlite3", count, args.moves))
                print(
                    f"{count:>6} {ours.rate:>8.1f} {base.rate:>7.1f} {base.rate / ours.rate:>6.2f} "
                    f"{ours.cost:>8.1f} {base.cost:>6.1f} {ours.cost / base.cost:>6.2f}   "
                    f"{ours.millis(0.5):>7.1f} {ours.millis(0.95):>6.1f}   "
                    f"{base.millis(0.5):>8.1f} {base.millis(0.95):>6.1f}   fragment {base.sizes[0] / 1000:.1f} KB",
                    flush=True,
                )
        finally:
            site.kill()
    print(f"ratio: time per move over the bare view's; {PEOPLE} sockets a table; submit to the last client")
    print("cpu: processor time of the site's process for a move")


if __name__ == "__main__":
    main()
