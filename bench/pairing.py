"""How good and how fast the draw of Swiss pods is: repeats, scores inside pods, seats; seconds a round.

Simulated events in which the more skilled tend to win. Beside the draw: a greedy one (from the top, each pod is filled
with the next players who met nobody in it, or fewest) and plain power pods (the list cut into fours).
Time is processor time of one round's draw, the ranking before it counted; the slowest round of the event is shown.

    python -m bench.pairing [--events 20] [--sizes 256 1024 2048] [--seed 1]
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from statistics import mean

from tournaments.formats.base import Entrant, Event, Outcome, Part, Settings
from tournaments.formats.pairing import draw_pods
from tournaments.formats.standings import ranking, standings

ROUNDS, SIZE = 5, 4
AIMS = {16: 8.0, 32: 0.0}  # players -> pairs that meet again in an event, on average at most
SECONDS = {256: 2.0, 1024: 20.0}  # players -> seconds a round at most

Pods = list[list[int]]  # entrants of each pod, in seat order


def drawn(event: Event, players: Sequence[int]) -> Pods:
    """The draw that the site makes."""
    return [list(pod.people) for pod in draw_pods(event, players).pods]


def greedy(event: Event, players: Sequence[int]) -> Pods:
    """From the top, always the next player who met the fewest of the pod."""
    met = meetings(event)
    left, pods = list(players), []
    while left:
        pod = [left.pop(0)]
        while len(pod) < SIZE:
            nearest = min(left, key=lambda each: sum(met[pair(each, other)] for other in pod))
            left.remove(nearest)
            pod.append(nearest)
        pods.append(pod)
    return pods


def power(_event: Event, players: Sequence[int]) -> Pods:
    """The first four, the next four ..."""
    return [list(players[at : at + SIZE]) for at in range(0, len(players), SIZE)]


def pair(one: int, other: int) -> tuple[int, int]:
    """Two entrants, whoever is named first."""
    return min(one, other), max(one, other)


def meetings(event: Event) -> Counter[tuple[int, int]]:
    """How often each pair shared a pod."""
    pods: dict[tuple[int, int | None], list[int]] = {}
    for part in event.parts:
        pods.setdefault((part.round, part.pod), []).append(part.entrant)
    return Counter(pair(one, other) for pod in pods.values() for one, other in combinations(pod, 2))


class Play:
    """One event played to its end, and what is to be said of it."""

    def __init__(self, players: int, way: Callable[[Event, Sequence[int]], Pods], seed: int) -> None:
        chance = random.Random(seed)
        self.skills = {number: chance.gauss(0, 1) for number in range(1, players + 1)}
        entrants = tuple(Entrant(number, number) for number in self.skills)
        self.event = Event(Settings(rounds=ROUNDS, pod_size=SIZE), f"{seed:064x}", entrants)
        self.seconds = 0.0
        self.apart: list[float] = []  # for each round: highest score of a pod less the lowest one, mean over its pods
        for _ in range(ROUNDS):
            start = time.process_time()
            pods = way(self.event, ranking(self.event))
            self.seconds = max(self.seconds, time.process_time() - start)
            points = {line.entrant: float(line.points) for line in standings(self.event)}
            scores = [[points[entrant] for entrant in pod] for pod in pods]
            self.apart.append(mean(max(each) - min(each) for each in scores))
            self.finish(pods, chance)

    def finish(self, pods: Pods, chance: random.Random) -> None:
        """Everybody plays as well as their skill and as much luck again."""
        parts = []
        for number, pod in enumerate(pods, 1):
            order = sorted(pod, key=lambda entrant: self.skills[entrant] + chance.gauss(0, 1), reverse=True)
            for seat, entrant in enumerate(pod):
                place = order.index(entrant) + 1
                parts.append(Part(entrant, self.event.round, Outcome.PLAYED, number, seat, place, len(pod)))
        self.event = replace(self.event, parts=self.event.parts + tuple(parts), round=self.event.round + 1)

    def repeats(self) -> int:
        """How many times a pair met again."""
        met = meetings(self.event)
        return sum(met.values()) - len(met)

    def uneven_seats(self) -> int:
        """The largest difference between how often somebody had two seats."""
        had = Counter((part.entrant, part.seat) for part in self.event.parts)
        counts = [[had[entrant, seat] for seat in range(SIZE)] for entrant in self.skills]
        return max(max(each) - min(each) for each in counts)


def verdict(found: float, aim: float | None) -> str:
    """Whether an aim was reached."""
    return "" if aim is None else f"  at most {aim:g}: {'reached' if found <= aim else 'MISSED'}"


def show_repeats(events: int, seed: int) -> None:
    """Print what the draws are worth, by number of players and way of drawing."""
    print(
        f"Pods of {SIZE}, {ROUNDS} rounds, {events} events each. Apart: highest less lowest score of a pod, by round."
    )
    print(f"{'players':>7}  {'draw':7} {'repeats':>7} {'seats':>6}   apart in rounds 2 to {ROUNDS}")
    for players, aim in AIMS.items():
        for way in (drawn, greedy, power):
            plays = [Play(players, way, seed + number) for number in range(events)]
            repeats = mean(play.repeats() for play in plays)
            seats = max(play.uneven_seats() for play in plays)
            apart = " ".join(f"{mean(each):5.0f}" for each in list(zip(*(p.apart for p in plays), strict=True))[1:])
            goal = verdict(repeats, aim if way is drawn else None)
            print(f"{players:7}  {way.__name__:7} {repeats:7.1f} {seats:6}   {apart}{goal}", flush=True)


def show_times(sizes: Sequence[int], seed: int) -> None:
    """Print how long the slowest round of an event takes to draw."""
    print(f"\n{'players':>7} {'seconds':>8} {'ms/player':>10} {'repeats':>8} {'seats':>6}")
    for players in sizes:
        play = Play(players, drawn, seed)
        each = 1000 * play.seconds / players
        goal = verdict(play.seconds, SECONDS.get(players))
        print(
            f"{players:7} {play.seconds:8.2f} {each:10.2f} {play.repeats():8} {play.uneven_seats():6}{goal}", flush=True
        )


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=20, help="events of each kind (default 20)")
    parser.add_argument("--sizes", type=int, nargs="*", default=[256, 1024, 2048], help="multiples of 4, for the times")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    show_repeats(args.events, args.seed)
    show_times(args.sizes, args.seed)


if __name__ == "__main__":
    main()
