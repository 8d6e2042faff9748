"""The curves of `bench/load.py`: tables, daphne processes, watchers, idle sockets. Printed as tables of the docs."""

import asyncio
from collections.abc import Sequence

from bench.load_hall import Hall, Plan, Point
from bench.load_meters import Meters
from bench.load_stack import Production
from bench.players import PEOPLE

TABLES = ((1, 0.0), (5, 0.0), (25, 0.0), (100, 0.0), (400, 0.0), (100, 4.0), (400, 10.0))  # and mean seconds of thought
WEBS = (1, 2, 4)
WATCHERS = (0, 10, 100, 1000)
IDLE = (0, 100, 400)  # tables
MOST_BARE = 100  # tables; the bare view's sockets come on top, and nginx holds some four thousand
IDLE_SECONDS = 20.0
KINDS = ("tables", "web", "watchers", "idle")


async def curves(stack: Production, only: Sequence[str], way: str, seconds: float) -> bool:
    """Print what is asked for; whether nothing was lost or late anywhere."""
    async with Hall(stack, way) as hall:
        points: list[Point] = []
        await asyncio.to_thread(stack.start, 1)
        if "tables" in only:
            points += await tables(hall, seconds)
        if "watchers" in only:
            points += await watchers(hall, seconds)
        if "idle" in only:
            await idle(hall)
        if "web" in only:
            points += await web(hall, seconds)
    return all(point.ours.sound for point in points)


async def tables(hall: Hall, seconds: float) -> list[Point]:
    """Moves a second and what they cost by number of tables, on one daphne."""
    heading(
        "tables", "thought", "moves/s", "bare/s", "time, ours to bare", "site's processor ms a move, ours and bare",
        "daphne's part, ours and bare", "to the last client p50, p95, p99 ms", "lost, late", "busy: site, load",
        "daphne MB",
    )  # fmt: skip
    points = []
    for count, think in TABLES:
        await hall.seat(count)
        point = await hall.measure(Plan(count, seconds, think, bare=not think and count <= MOST_BARE))
        ours, base, moves = point.ours, point.base, len(point.ours.moves)
        row(
            count, f"{think:g} s", f"{ours.rate:.1f}",
            f"{base.rate:.1f}" if base.moves else "-",
            f"{base.rate / ours.rate:.2f}" if base.moves else "-",
            f"{ours.cost:.1f}" + (f", {base.cost:.1f}" if base.moves else ""),
            f"{1000 * point.used.web() / moves:.1f}"
            + (f", {1000 * point.base_used.web() / len(base.moves):.1f}" if base.moves else ""),
            f"{ours.millis(0.5):.0f}, {ours.millis(0.95):.0f}, {ours.millis(0.99):.0f}",
            f"{ours.lost}, {ours.late}", busy(point), f"{daphne(point):.0f}",
        )  # fmt: skip
        points.append(point)
    point = next(point for point in points if point.plan.tables >= 25)
    moves = len(point.ours.moves)
    print(f"\nOf a move at {point.plan.tables} tables:\n")
    for name, counted, by in (
        ("processor ms", point.used.cpu, 1000),
        ("statements", point.used.named("bench_statements"), 1),
        ("Redis commands", point.used.commands, 1),
        ("renderings", point.used.named("threeup_renderings"), 1),
    ):
        shares = sorted(((by * value / moves, key) for key, value in counted.items()), reverse=True)
        print(f"* {name}: " + ", ".join(f"{key} {share:.2f}" for share, key in shares if share >= 0.01))
    print(f"* transactions: {point.used.transactions / moves:.1f}\n", flush=True)
    return points


async def web(hall: Hall, seconds: float) -> list[Point]:
    """What more daphne processes bring at 25 tables."""
    heading(
        "daphne", "moves/s", "to one daphne", "bare/s", "site's processor ms a move", "daphne's part",
        "p50, p95, p99 ms", "lost, late", "busy: site, load",
    )  # fmt: skip
    points: list[Point] = []
    for count in WEBS:
        await asyncio.to_thread(hall.stack.start, count)
        await hall.seat(25)
        point = await hall.measure(Plan(25, seconds))
        points.append(point)
        ours = point.ours
        row(
            count, f"{ours.rate:.1f}", f"{ours.rate / points[0].ours.rate:.2f}", f"{point.base.rate:.1f}",
            f"{ours.cost:.1f}", f"{1000 * point.used.web() / len(ours.moves):.1f}",
            f"{ours.millis(0.5):.0f}, {ours.millis(0.95):.0f}, {ours.millis(0.99):.0f}",
            f"{ours.lost}, {ours.late}", busy(point),
        )  # fmt: skip
    return points


async def watchers(hall: Hall, seconds: float) -> list[Point]:
    """What watchers of one table cost."""
    heading(
        "watchers", "moves/s", "site's processor ms a move", "renderings a move: seats, watchers",
        "to the last player p50 ms", "to the last watcher p50, p95 ms", "lost, late", "busy: site, load",
    )  # fmt: skip
    points = []
    for count in WATCHERS:
        await hall.seat(1)
        point = await hall.measure(Plan(1, seconds, watchers=count, bare=False))
        ours, moves = point.ours, len(point.ours.moves)
        crowd = sorted(ours.crowd)
        rendered = point.used.named("threeup_renderings")
        row(
            count, f"{ours.rate:.1f}", f"{ours.cost:.1f}",
            f"{rendered.get('seat', 0) / moves:.2f}, {rendered.get('watchers', 0) / moves:.2f}",
            f"{ours.millis(0.5):.0f}",
            f"{1000 * crowd[len(crowd) // 2]:.0f}, {1000 * crowd[int(0.95 * len(crowd))]:.0f}" if crowd else "-",
            f"{ours.lost}, {ours.late}", busy(point),
        )  # fmt: skip
        points.append(point)
    return points


async def idle(hall: Hall) -> None:
    """What open tables cost at which nobody moves."""
    await hall.seat(max(IDLE))
    await asyncio.to_thread(hall.stack.start, 1)  # anew: what was in use before would hide what sockets take
    heading("idle tables", "sockets", "site's processor, %", "of it daphne", "daphne MB", "KB a socket", "nginx MB")
    first = 0.0
    for count in IDLE:
        await hall.open(Plan(count))
        meters = Meters(hall.stack)
        await asyncio.sleep(2)
        before = meters.read()
        await asyncio.sleep(IDLE_SECONDS)
        span = meters.read().since(before)
        memory = meters.memory()
        sockets, size = count * PEOPLE * 2, memory["web1"][1]
        first = first or size
        row(
            count, sockets, f"{100 * sum(span.cpu.values()) / span.at:.1f}", f"{100 * span.web() / span.at:.1f}",
            f"{size:.0f}", f"{1024 * (size - first) / sockets:.0f}" if sockets else "-", f"{memory['nginx'][1]:.0f}",
        )  # fmt: skip
        hall.close()


def busy(point: Point) -> str:
    """How many processors the site and the load kept busy."""
    return f"{sum(point.used.cpu.values()) / point.used.at:.2f}, {point.used.own / point.used.at:.2f}"


def daphne(point: Point) -> float:
    """MB of the daphne processes, shared pages divided."""
    return sum(pss for name, (_, pss) in point.memory.items() if name.startswith("web"))


def heading(*cells: object) -> None:
    """Begin a table."""
    print()
    row(*cells)
    row(*("---" for _ in cells))


def row(*cells: object) -> None:
    """A line of a table."""
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)
