"""The production stack under load, from outside: what people feel, what it costs, and that nothing is lost.

Starts `make up` (PostgreSQL, Redis, nginx, daphne, workers, beat) on a database, a Redis, ports and a directory of its
own, with the bare view of `bench/table.py` beside the site. Guests sign in, sit down four to a table, open the sockets
that a page opens, and move. Fails where a fragment was lost or late.

    python -m bench.load [--tables 25] [--web 1] [--think 0] [--watchers 0] [--lobby 0] [--way socket]
    python -m bench.load curves [--only tables web watchers idle]     all curves, about a quarter of an hour
    python -m bench.load soak [--minutes 30] [--web 2]                memory must stay flat
"""

import argparse
import asyncio
import signal
import sys

from bench.load_curves import KINDS, curves
from bench.load_hall import Hall, Plan, Point
from bench.load_soak import soak
from bench.load_stack import Production


def details(point: Point) -> list[str]:
    """A measurement in words."""
    ours, used, moves = point.ours, point.used, len(point.ours.moves)
    asked = used.named("bench_statements")
    lines = [
        f"{point.plan.tables} tables, {point.webs} web: {moves} moves, {ours.rate:.1f} a second; "
        f"to the last client p50 {ours.millis(0.5):.0f}, p95 {ours.millis(0.95):.0f}, p99 {ours.millis(0.99):.0f} ms; "
        f"lost {ours.lost}, late (over {ours.bound:g} s) {ours.late}; fragment {ours.size / 1000:.1f} KB",
        f"cpu ms a move: {_each(used.cpu, moves, 1000)}; all {ours.cost:.1f}; "
        f"the load itself {1000 * used.own / moves:.1f}",
        f"processors busy: site {sum(used.cpu.values()) / used.at:.2f}, load {used.own / used.at:.2f}",
        f"statements a move: {_each(asked, moves)}; transactions {used.transactions / moves:.1f}",
        f"redis commands a move: {_each(used.commands, moves)}",
        f"renderings a move: {_each(used.named('threeup_renderings'), moves)}",
        "memory MB (resident, proportional): "
        + ", ".join(f"{name} {rss:.0f} ({pss:.0f})" for name, (rss, pss) in point.memory.items()),
    ]
    if point.base.moves:
        base = point.base
        lines.insert(
            1,
            f"bare view: {base.rate:.1f} a second, p50 {base.millis(0.5):.0f} ms, {base.cost:.1f} ms of processor "
            f"({_each(point.base_used.cpu, len(base.moves), 1000)}); ours to bare: time "
            f"{base.rate / ours.rate:.2f}, processor {ours.cost / base.cost:.2f}",
        )
    if ours.crowd:
        crowd = sorted(ours.crowd)
        lines.append(f"to the last of {point.plan.watchers} watchers: p50 {1000 * crowd[len(crowd) // 2]:.0f} ms")
    return lines


def _each(counted: dict[str, float], moves: int, by: float = 1) -> str:
    return ", ".join(f"{name} {by * value / moves:.2f}" for name, value in sorted(counted.items())) or "none"


async def one(stack: Production, args: argparse.Namespace) -> bool:
    """One measurement; whether nothing was lost or late."""
    plan = Plan(args.tables, args.seconds, args.think, args.watchers, args.lobby, not args.no_bare, not args.no_badge)
    await asyncio.to_thread(stack.start, args.web)
    async with Hall(stack, args.way) as hall:
        spent = await hall.seat(args.tables)
        print(f"{4 * args.tables} guests signed in and sat down in {spent:.1f} s", flush=True)
        point = await hall.measure(plan)
    print("\n".join(details(point)), flush=True)
    return point.ours.sound


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=["one", "curves", "soak"], default="one")
    parser.add_argument("--tables", type=int, default=25)
    parser.add_argument("--web", type=int, default=1, help="daphne processes")
    parser.add_argument("--only", nargs="+", choices=KINDS, default=KINDS, help="of the curves")
    parser.add_argument("--minutes", type=float, default=30, help="of the soak")
    parser.add_argument("--seconds", type=float, default=10, help="of moves; the bare view gets half of it besides")
    parser.add_argument("--think", type=float, default=0, help="mean seconds between two moves of a table")
    parser.add_argument("--watchers", type=int, default=0, help="of one table")
    parser.add_argument("--lobby", type=int, default=0, help="readers of the lobby")
    parser.add_argument("--way", choices=["socket", "post"], default="socket", help="how moves come in")
    parser.add_argument("--no-bare", action="store_true", help="without the bare view")
    parser.add_argument("--no-badge", action="store_true", help="pages without their second socket, as bench.table")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))  # so that the stack ends with it
    stack = Production()
    try:
        if args.what == "curves":
            good = asyncio.run(curves(stack, args.only, args.way, args.seconds))
        elif args.what == "soak":
            good = asyncio.run(soak(stack, args.minutes, args.web, args.way))
        else:
            good = asyncio.run(one(stack, args))
    finally:
        stack.remove()
    sys.exit(not good)


if __name__ == "__main__":
    main()
