"""Live tables: moves a second and submit-to-last-client time, as ratios to a bare Django view in the same run.

Starts the embedded stack, seats 4 people at each of N tables (each with a socket of their own), and has every table
play as fast as its last client hears of each move. The baseline, in the same process, inserts one row and sends one
fixed fragment of the same size to the same number of sockets. Both take turns, so that a noisy machine slows both.

The processor time of the site's process is counted as well, by move: what others do on the machine touches it less than
the seconds on the clock.

    python -m bench.table [--tables 1 5 25] [--moves 20] [--way socket post]

Moves go over the socket as a page sends them, or as forms; both ways, if both are named, in turns.
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
from functools import partial
from itertools import product
from pathlib import Path

from bench.players import PEOPLE, SEQ, Person, Table, Timings, bare
from tests.processes import Site


class Wired(Table):
    """A table at which moves go over the socket."""

    async def move(self, seat: int) -> tuple[float, int]:
        """One action of that seat; seconds until the last of the four has its fragment, and the mean size of it."""
        action, mover = self.choice(seat), self.people[seat]
        start = time.perf_counter()
        await mover.socket.send_json({"action": action.text, "seq": self.seq, "id": "m"})
        message, *sizes = await asyncio.gather(
            mover.socket.receive(), *(person.hear(self.seq + 1) for person in self.people if person is not mover)
        )
        spent = time.perf_counter() - start
        if not TAKEN.search(message.data):
            raise RuntimeError(f"{action} was refused: {message.data[:300]}")
        self.took(seat, action, int(SEQ.search(message.data)[1]))
        return spent, (len(message.data) + sum(sizes)) // PEOPLE


WAYS = {"socket": Wired, "post": Table}
TAKEN = re.compile(r'^\s*<section id="table" data-answer="m" data-status="200"')


def dealt(database: Path, path: str) -> tuple[int, dict]:
    """Seq and data of the event with which the table of that address was dealt."""
    query = (
        "select e.seq, e.data from games_matchevent e join games_match m on m.id = e.match_id "
        "where m.slug = ? and e.kind = 'dealt'"
    )
    with sqlite3.connect(database, timeout=20) as rows:
        seq, data = rows.execute(query, [path.split("/")[2]]).fetchone()
    return seq, json.loads(data)


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


async def measure(site: Site, database: Path, count: int, moves: int, way: str) -> tuple[Timings, Timings]:
    """Both phases twice, in turns: ours and the bare view's."""
    url = site.url
    people = [[Person(url) for _ in range(PEOPLE)] for _ in range(count)]
    for group in people:
        for person in group:
            await person.arrive()
    tables = [WAYS[way](group, partial(dealt, database)) for group in people]
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
    parser.add_argument("--way", choices=WAYS, nargs="+", default=["socket"], help="how moves are sent")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        site = Site(Path(directory), DJANGO_SETTINGS_MODULE="bench.bare.settings")
        try:
            site.wait_until_healthy()
            print("   way  tables  moves/s  bare/s  ratio   cpu ms   bare  ratio    p50 ms    p95   bare p50    p95")
            for count, way in product(args.tables, args.way):
                ours, base = asyncio.run(measure(site, Path(directory) / "db.sqlite3", count, args.moves, way))
                print(
                    f"{way:>6} {count:>7} {ours.rate:>8.1f} {base.rate:>7.1f} {base.rate / ours.rate:>6.2f} "
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
