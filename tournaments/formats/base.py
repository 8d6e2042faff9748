"""What formats talk about: entrants, their part in each round, draws, standings. Values only, nothing is ever changed.

Everything is made of ids and numbers; who a person is, when a round starts and where a table stands is known outside.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Final, Protocol

SMALLEST_POD: Final = 2
LARGEST_POD: Final = 6

# Tie-breaks in the order in which they are asked unless an organiser orders them otherwise.
TIEBREAKS: Final = (
    "head_to_head",
    "firsts",
    "seconds",
    "opponents",
    "sonneborn_berger",
    "progressive",
    "later_seat",
)


class Outcome(StrEnum):
    """How a round went for an entrant."""

    PLAYED = "played"
    BYE = "bye"  # nobody to play with, or the table was voided
    ABSENT = "absent"  # not there when the table opened: a house bot played
    LATE = "late"  # entered after this round had begun
    FORFEIT = "forfeit"  # got up, withdrew or stayed away in the middle: a house bot finished
    BOT = "bot"  # replaced by a bot at the organiser's word


VOID: Final = "void"  # what readers are told of a bye that came of a voided table; never stored


def told(outcome: str, void: bool) -> str:
    """The outcome as readers and exports get it: a voided table is no bye to them. `void`: whether the table is."""
    return VOID if void and outcome == Outcome.BYE else str(outcome)


@dataclass(frozen=True, slots=True)
class Settings:
    """What decides draws and standings. Validated by `Format.problems`."""

    format: str = "swiss_pods"
    rounds: int = 5  # rounds of Swiss (before the cut in swiss_final); the other formats work out their own
    minutes: int = 60  # arena: the time box
    pod_size: int = 4  # the size aimed at, 2-6
    pod_max: int = LARGEST_POD  # the largest table that the rules of the tables allow
    fill: bool = False  # house bots fill every pod of a round to one size
    scoring: str = "places"  # a name in scoring.SCORINGS
    tiebreaks: tuple[str, ...] = TIEBREAKS
    advance: int = 2  # elimination: how many of each pod go on (in swiss_final: from each semi-final)
    lives: int = 1  # elimination: 2 = only a second failure puts one out
    cut: int = 16  # swiss_final: how many go to the semi-finals
    streaks: bool = True  # arena: a win after two wins in a row earns a bonus
    duplicate: bool = False  # all tables of a round play one deal; one is compared with those who held the same seat


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody in the event. Bots entered in an open event are entrants; house bots are not."""

    id: int
    number: int  # order of entry from 1: the stable key of every list
    active: bool = True  # to be drawn from now on; False: withdrawn, dropped, pausing
    first_round: int = 1  # late entry: the first round they can play
    waiting: float | None = None  # arena: seconds they have waited for a table; None = not waiting


@dataclass(frozen=True, slots=True)
class Part:
    """An entrant's part in one round. `place` is the one at the table, house bots counted in; scoring strikes them."""

    entrant: int
    round: int
    outcome: Outcome | None = None  # None while the pod still plays
    pod: int | None = None  # number within the round from 1; None without a table
    seat: int | None = None  # 0-based
    place: int | None = None  # level ones share the better place; None where nothing is to be ranked
    size: int = 0  # seats at the table, house bots counted
    stage: str = "main"
    void: bool = False  # the organiser voided the table
    ended: float = 0.0  # arena: when the table ended, seconds since the start (orders streaks)


@dataclass(frozen=True, slots=True)
class Event:
    """All that a draw or a standing depends on. The same event gives the same draw, always."""

    settings: Settings
    seed: str  # hex; committed to before the first entry
    entrants: tuple[Entrant, ...]
    parts: tuple[Part, ...] = ()
    round: int = 1  # the round to be drawn next, from 1 (arena: the number of the next wave of pods)


@dataclass(frozen=True, slots=True)
class PodDraw:
    """One table to be: entrant ids in seat order, None where a house bot sits; the cost terms that are its own."""

    seats: tuple[int | None, ...]
    cost: Mapping[str, float] = field(default_factory=dict)  # term of cost.TERMS -> value
    met: tuple[tuple[int, int, int], ...] = ()  # pairs here that met before: (entrant, entrant, how often)

    @property
    def people(self) -> tuple[int, ...]:
        """The entrants among the seats."""
        return tuple(entrant for entrant in self.seats if entrant is not None)


@dataclass(frozen=True, slots=True)
class Draw:
    """A round as drawn, top pod first."""

    round: int
    pods: tuple[PodDraw, ...]
    byes: tuple[int, ...] = ()
    stage: str = "main"  # main, semi-final, final
    cost: Mapping[str, float] = field(default_factory=dict)  # term -> sum over the round


@dataclass(frozen=True, slots=True)
class Score:
    """What one round brought."""

    round: int
    outcome: Outcome | None
    points: Fraction
    place: Fraction | None = None  # among those who count at the table, level ones at the mean (2.5); None unplayed
    people: int = 0  # how many count there
    bonus: Fraction = Fraction(0)  # arena: the part of the points that a streak brought
    void: bool = False  # the table was voided


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings. `place` is shared by those whom nothing tells apart."""

    entrant: int
    place: int
    points: Fraction
    scores: tuple[Score, ...]
    tiebreaks: Mapping[str, Fraction | None]  # in the event's order; None: says nothing here
    tier: int = 0  # how far they came where that counts before points (elimination, final); higher is better


class Format(Protocol):
    """One way of running an event. Formats are stateless; FORMATS holds one of each."""

    name: str
    timed: bool  # a time box with waves of pods (arena) instead of rounds

    def problems(self, settings: Settings) -> dict[str, str]:
        """What is wrong with the settings: field -> message (a msgid that says what is allowed). Empty when right."""
        ...

    def planned_rounds(self, settings: Settings, entrants: int) -> int | None:
        """How many rounds it takes with so many entrants; None where that cannot be known (arena)."""
        ...

    def draw(self, event: Event) -> Draw | None:
        """The round `event.round`; None: there is nothing (more) to draw, the event is over (arena: nobody to seat).

        Never raises for want of an ideal draw. Slow for large events: never call it under a lock.
        """
        ...

    def still_in(self, event: Event) -> frozenset[int]:
        """The entrants who can still be drawn (elimination: not out; after a cut: those who made it)."""
        ...

    def tiers(self, event: Event) -> Mapping[int, int]:
        """How far each entrant came, where that counts before points; empty where it does not."""
        ...
