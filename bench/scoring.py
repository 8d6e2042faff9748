"""How much the size of one's pods decides: the chance to finish in the top four, by how often one sat in a smaller pod.

Fourteen equal players in pods of four and three, five rounds; the places of each pod are drawn at random. Everybody
should finish in the top four 4/14 = 28.6 % of the time, however often they sat in a pod of three. Pods are drawn at
random here, so that a few players sit in small ones every time; what the real draw does about that is shown at the end.
Places are those of the standings; what is level at the border after the tie-breaks is decided by lot ("by lot": without
any tie-break). Intervals hold with 95 % (Wilson's).

    python -m bench.scoring [--events 20000] [--drawn 200] [--seed 1]
"""

import argparse
import math
import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction

from tournaments.formats.base import TIEBREAKS, Entrant, Event, Outcome, Part, Settings
from tournaments.formats.order import by_lot, split
from tournaments.formats.pairing import draw_pods
from tournaments.formats.pods import sizes
from tournaments.formats.scoring import SCORINGS, Scoring, shared
from tournaments.formats.sheet import Sheet
from tournaments.formats.standings import ranking

PLAYERS, TARGET, ROUNDS, TOP = 14, 4, 5, 4
SIZES = sizes(PLAYERS, TARGET, 6)
ENTRANTS = tuple(Entrant(number, number) for number in range(1, PLAYERS + 1))
SETTINGS = Settings(rounds=ROUNDS, pod_size=TARGET)

Count = dict[int, list[int]]  # times in a smaller pod -> [how many players, how many of them in the top four]
Way = tuple[Scoring, tuple[str, ...]]  # how points are given, and the tie-breaks


def raw(place: int, _people: int, _target: int) -> Fraction:
    """What it is measured against: 3, 2, 1, 0 for the first to the fourth, in a pod of any size."""
    return Fraction(TARGET - place)


def parts_of(number: int, pods: list[list[int]], chance: random.Random) -> list[Part]:
    """A round played: the people of each pod, in the order of their seats, take places at random."""
    parts = []
    for pod, people in enumerate(pods, 1):
        places = chance.sample(range(1, len(people) + 1), len(people))
        for seat, (entrant, place) in enumerate(zip(people, places, strict=True)):
            parts.append(Part(entrant, number, Outcome.PLAYED, pod, seat, place, len(people)))
    return parts


def at_random(seed: str) -> Event:
    """A whole event whose pods are drawn at random."""
    chance = random.Random(seed)
    parts: list[Part] = []
    for number in range(1, ROUNDS + 1):
        players = iter(chance.sample(range(1, PLAYERS + 1), PLAYERS))
        parts += parts_of(number, [[next(players) for _ in range(size)] for size in SIZES], chance)
    return Event(SETTINGS, seed, ENTRANTS, tuple(parts), ROUNDS + 1)


def as_drawn(seed: str) -> Event:
    """A whole event with the pods of Swiss."""
    chance = random.Random(seed)
    event = Event(SETTINGS, seed, ENTRANTS)
    for number in range(1, ROUNDS + 1):
        draw = draw_pods(event, ranking(event))
        parts = parts_of(number, [list(pod.people) for pod in draw.pods], chance)
        event = Event(SETTINGS, seed, ENTRANTS, event.parts + tuple(parts), number + 1)
    return event


def top(event: Event, way: Way) -> set[int]:
    """The first four. The tie-breaks are asked only when the border runs through players level on points."""
    scoring, tiebreaks = way
    points: defaultdict[int, Fraction] = defaultdict(Fraction)
    for part in event.parts:
        points[part.entrant] += shared(scoring, (part.place or 1) - 1, 1, part.size, TARGET)
    border = sorted(points.values(), reverse=True)[TOP - 1]
    ahead = {entrant for entrant, value in points.items() if value > border}
    level = sorted(entrant for entrant, value in points.items() if value == border)
    if len(ahead) + len(level) > TOP:
        level = by_lot(split(Sheet(event, scoring), level, tiebreaks, {}), event.seed)
    return ahead | set(level[: TOP - len(ahead)])


def small_pods(event: Event) -> Counter[int]:
    """How often each sat in a pod smaller than the largest of its round."""
    return Counter(part.entrant for part in event.parts if part.size < SIZES[0])


def count(events: int, seed: int, ways: dict[str, Way]) -> dict[str, Count]:
    """The same events with random pods, counted in each way."""
    found: dict[str, Count] = {name: defaultdict(lambda: [0, 0]) for name in ways}
    for number in range(events):
        event = at_random(f"{seed} {number}")
        small = small_pods(event)
        for name, way in ways.items():
            best = top(event, way)
            for entrant in ENTRANTS:
                row = found[name][small[entrant.id]]
                row[0] += 1
                row[1] += entrant.id in best
    return found


def drawn_often(events: int, seed: int) -> Counter[int]:
    """How many players sat how often in a small pod, with the pods of Swiss.

    Their chances are not compared: the draw keeps leaders out of small pods at the end, so that those who sat in fewer
    of them are those who were ahead anyway.
    """
    often: Counter[int] = Counter()
    for number in range(events):
        small = small_pods(as_drawn(f"{seed} {number}"))
        often.update(small[entrant.id] for entrant in ENTRANTS)
    return often


def interval(tries: int, hits: int) -> tuple[float, float]:
    """Wilson's interval of a share, 95 %."""
    z, share = 1.96, hits / tries
    middle = (share + z * z / (2 * tries)) / (1 + z * z / tries)
    half = z * math.sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries)) / (1 + z * z / tries)
    return middle - half, middle + half


def lines(found: dict[str, Count]) -> Iterator[str]:
    """The table: a column for each number of small pods, a line for each scoring."""
    times = sorted({number for counts in found.values() for number in counts})
    yield f"{'small pods':14}" + "".join(f"{number:>20}" for number in times)
    for name, counts in found.items():
        cells = []
        for number in times:
            tries, hits = counts[number]
            low, high = interval(tries, hits)
            cells.append(f"{100 * hits / tries:7.1f} ({100 * low:4.1f}-{100 * high:4.1f})")
        yield f"{name:14}" + "".join(f"{cell:>20}" for cell in cells)
    yield f"{'players':14}" + "".join(f"{next(iter(found.values()))[number][0]:>20}" for number in times)


def main() -> None:
    """Print the chances with random pods, then how often the real draw puts one into small pods."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=20_000, help="with random pods (default 20000)")
    parser.add_argument("--drawn", type=int, default=200, help="with the pods of Swiss (default 200)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    ways: dict[str, Way] = {
        "raw 3-2-1-0": (raw, TIEBREAKS),
        "raw, by lot": (raw, ()),
        **{name: (scoring, TIEBREAKS) for name, scoring in SCORINGS.items()},
        "places, by lot": (SCORINGS["places"], ()),
    }
    start = time.perf_counter()
    print(f"{PLAYERS} equal players, pods of {SIZES}, {ROUNDS} rounds: % in the top {TOP} (95 % interval); even: 28.6")
    print(f"\nPods at random, {args.events} events")
    print("\n".join(lines(count(args.events, args.seed, ways))), flush=True)
    print(f"\nPods as Swiss draws them, {args.drawn} events: how often one sits in a small pod")
    often = drawn_often(args.drawn, args.seed)
    for times, players in sorted(often.items()):
        print(f"{times} times: {100 * players / often.total():5.1f} % of players")
    print(f"({time.perf_counter() - start:.0f} s)")


if __name__ == "__main__":
    main()
