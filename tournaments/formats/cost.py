"""The written cost of a draw: what is avoided, how much each fault weighs, and in plain words why.

The cost of a round is the sum over its pods and terms; 100 is a pair that met once before. The search adds up whole
numbers, in units of 1 / SCALE, so that every machine finds the same draw.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Final

from .base import Event, PodDraw
from .history import Past
from .pods import usual_size
from .seating import AHEAD, Seating
from .texts import gettext_noop

SCALE: Final = 10_000
USUAL: Final = 100  # the usual difference of two scores in whole numbers; its square is SCALE
KNOWN_LENGTH: Final = ("swiss_pods", "swiss_final")  # formats whose settings say how many such rounds there are
SETTLED: Final = 4  # tables after which seats count more and more: fewer are left to make up for one
LAST_ROUNDS: Final = 2  # in which the leaders do not sit in an odd-sized pod


@dataclass(frozen=True, slots=True)
class Term:
    """One kind of fault."""

    weight: int  # what one of it costs
    explanation: str  # a msgid


TERMS: Final[Mapping[str, Term]] = {
    "repeats": Term(
        100,
        gettext_noop(
            "Pairs here who already met: for each, the number of their meetings, squared. It is counted from the least "
            "that any two players of the round have met."
        ),
    ),
    "consecutive": Term(40, gettext_noop("Pairs here for whom the last table was the same one.")),
    "spread": Term(
        7,
        gettext_noop(
            "How far apart the scores here are: for each pair the difference, squared, where 1 is the usual difference "
            "of two players of the event. It counts a third in the first round, and in full in the last one."
        ),
    ),
    "seats": Term(
        40,
        gettext_noop(
            "People here who must take a seat that they had more often than another: for each, by how much, squared. "
            "It counts more and more after the fourth round: four times as much in the eighth, and so on."
        ),
    ),
    "odd_pod": Term(
        2000,
        gettext_noop(
            "If this is an odd-sized pod, the people here who already sat in one: for each, how often, squared. It is "
            "counted from the least of anybody in the round."
        ),
    ),
    "top_pod": Term(
        100_000, gettext_noop("If this is an odd-sized pod, the leaders here in one of the last two rounds.")
    ),
}


class Costs:
    """What any pod of one round would cost. Players are known by their index in the order of the draw, 0 the best."""

    def __init__(
        self,
        event: Event,
        players: Sequence[int],
        points: Mapping[int, Fraction],
        pasts: Mapping[int, Past],
        people: Sequence[int],
        bots: bool,
    ) -> None:
        """`players`: those who play, best first. `points`: their totals, none for a draw that does not look at them.

        `people`: how many sit in each pod; `bots`: whether house bots fill up the smaller ones.
        """
        self.players = players
        self.pasts = [pasts[player] for player in players]
        self.usual = usual_size(people, event.settings.pod_size, bots)
        self.seating = Seating([past.seats for past in self.pasts], [sum(past.leaning) for past in self.pasts])
        self.strength = strengths([points.get(player, Fraction(0)) for player in players])
        self.spread_weight = round(TERMS["spread"].weight * (1 + 2 * lateness(event)) / 3)
        rounds = 1 + max((len(past.tables) for past in self.pasts), default=0)
        self.seats_weight = round(SCALE * TERMS["seats"].weight * max(1, rounds / SETTLED) ** 2)
        self.pairs, self.again = self._meetings()
        leaders = self.usual if is_ending(event) else 0
        least = min((len(past.odd) for past in self.pasts), default=0)
        self.odd_cost = [SCALE * TERMS["odd_pod"].weight * (len(past.odd) - least) ** 2 for past in self.pasts]
        self.top_cost = [SCALE * TERMS["top_pod"].weight * (at < leaders) for at in range(len(players))]

    def _meetings(self) -> tuple[list[dict[int, int]], list[dict[int, int]]]:
        """What each pair costs that has met, and how much of it is for the last table; no entry for nothing."""
        index = {player: at for at, player in enumerate(self.players)}
        met = [{index[other]: times for other, times in past.met.items() if other in index} for past in self.pasts]
        others = len(self.players) - 1
        least = min((min(times.values(), default=0) if len(times) == others else 0 for times in met), default=0)
        again = [
            {
                other: SCALE * TERMS["consecutive"].weight
                for other in met[at]
                if past.met_at_last_table(self.players[other], self.pasts[other])
            }
            for at, past in enumerate(self.pasts)
        ]
        weight = SCALE * TERMS["repeats"].weight
        pairs = [
            {other: weight * (times - least) ** 2 + last.get(other, 0) for other, times in mine.items()}
            for mine, last in zip(met, again, strict=True)
        ]
        return pairs, again

    def met(self, pod: Sequence[int]) -> int:
        """Repeats and consecutive."""
        return sum([self.pairs[one].get(other, 0) for one, other in combinations(pod, 2)])

    def spread(self, pod: Sequence[int]) -> int:
        """The sum over pairs of the squared difference in strength, weighted."""
        values = [self.strength[player] for player in pod]
        return self.spread_weight * (len(pod) * sum([value * value for value in values]) - sum(values) ** 2)

    def seats(self, pod: Sequence[int], seats: int) -> int:
        """What the seats of these people cost at least, at a table of so many."""
        return self.seats_weight * self.seating.cost(pod, seats) // AHEAD

    def odd(self, pod: Sequence[int]) -> int:
        """What it costs that this pod is odd-sized; 0 if it is not."""
        return 0 if len(pod) == self.usual else sum([self.odd_cost[at] + self.top_cost[at] for at in pod])

    def total(self, pod: Sequence[int], seats: int) -> int:
        """All terms together."""
        return self.met(pod) + self.spread(pod) + self.seats(pod, seats) + self.odd(pod)

    def terms(self, pod: Sequence[int], seats: int) -> dict[str, float]:
        """Each of TERMS with what this pod costs by it."""
        again = sum(self.again[one].get(other, 0) for one, other in combinations(pod, 2))
        odd = len(pod) != self.usual
        found = {
            "repeats": self.met(pod) - again,
            "consecutive": again,
            "spread": self.spread(pod),
            "seats": self.seats(pod, seats),
            "odd_pod": odd * sum(self.odd_cost[at] for at in pod),
            "top_pod": odd * sum(self.top_cost[at] for at in pod),
        }
        return {name: value / SCALE for name, value in found.items()}

    def seated(self, pod: Sequence[int], seats: int) -> PodDraw:
        """The pod with everybody on a seat; of those to whom the same seats are due, whoever is named first chooses."""
        known = [(self.players[at], self.pasts[at]) for at in sorted(pod)]
        met = [(one, other, past.met[other]) for (one, past), (other, _) in combinations(known, 2) if other in past.met]
        order = self.seating.arrange(pod, seats)
        return PodDraw(
            tuple(None if at is None else self.players[at] for at in order), self.terms(pod, seats), tuple(met)
        )


def lateness(event: Event) -> float:
    """How far the event is: 0 in the first round, 1 in the last; half where its length is not known."""
    rounds = event.settings.rounds
    if event.settings.format not in KNOWN_LENGTH:
        return 0.5
    return min(1.0, (event.round - 1) / (rounds - 1)) if rounds > 1 else 1.0


def is_ending(event: Event) -> bool:
    """Whether this is one of the last two rounds."""
    return event.settings.format in KNOWN_LENGTH and event.round > event.settings.rounds - LAST_ROUNDS


def strengths(points: Sequence[Fraction]) -> list[int]:
    """Totals as whole numbers, on a scale on which two players differ by USUAL (the root of the mean square)."""
    count = len(points)
    squares = count * sum(value * value for value in points) - sum(points) ** 2  # the sum over pairs
    if not squares:
        return [0] * count
    usual = math.sqrt(2 * squares / (count * (count - 1)))
    return [round(USUAL * float(value) / usual) for value in points]
