"""What the rounds so far say to the next draw: who met whom, who sat where, who had a bye or an odd-sized pod."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from .base import LARGEST_POD, Event, Outcome, Part
from .pods import usual_size
from .seating import leaning

# Sat at the table, be it not to the end. Absent people met nobody, and a voided table never was.
SAT = frozenset({None, Outcome.PLAYED, Outcome.FORFEIT, Outcome.BOT})


@dataclass(frozen=True, slots=True)
class Past:
    """One entrant's past. Lists of seats count how often each seat was theirs, index = seat from 0."""

    met: dict[int, int] = field(default_factory=dict)  # other entrant -> number of tables shared
    last: dict[int, int] = field(default_factory=dict)  # other entrant -> the last round they shared a table in
    seats: list[int] = field(default_factory=lambda: [0] * LARGEST_POD)
    leaning: list[int] = field(default_factory=list)  # seating.leaning of each seat they had
    tables: list[int] = field(default_factory=list)  # the rounds in which they sat at a table, in order
    odd: list[int] = field(default_factory=list)  # of these, the rounds in an odd-sized pod
    byes: list[int] = field(default_factory=list)  # rounds with a bye, or alone with house bots

    def met_at_last_table(self, other: int, theirs: "Past") -> bool:
        """Whether the last table of each of the two was the same one."""
        shared = self.last.get(other)
        return shared is not None and self.tables[-1] == shared == theirs.tables[-1]


def before(event: Event) -> Event:
    """The event without what is known of the round to be drawn: a draw that is made again is not a part of itself."""
    return replace(event, parts=tuple(part for part in event.parts if part.round < event.round))


def read(event: Event) -> dict[int, Past]:
    """The past of every entrant, by id."""
    pasts = {entrant.id: Past() for entrant in event.entrants}
    for part in event.parts:
        if part.outcome is Outcome.BYE and not part.void and part.entrant in pasts:
            pasts[part.entrant].byes.append(part.round)
    for pods in _rounds(event.parts):
        usual = usual_size(
            [len(pod) for pod in pods],
            event.settings.pod_size,
            any(part.size > len(pod) for pod in pods for part in pod),
        )
        for pod in pods:
            sitting = [part for part in pod if part.outcome in SAT and not part.void and part.entrant in pasts]
            for part in sitting:
                _sit(pasts[part.entrant], part, [other.entrant for other in sitting], len(pod), usual)
    return pasts


def _rounds(parts: Iterable[Part]) -> Iterator[list[list[Part]]]:
    """Each round with its tables, each with the parts of those who were drawn there; in order."""
    rounds: defaultdict[int, defaultdict[int, list[Part]]] = defaultdict(lambda: defaultdict(list))
    for part in parts:
        if part.pod is not None:
            rounds[part.round][part.pod].append(part)
    for number in sorted(rounds):
        yield list(rounds[number].values())


def _sit(past: Past, part: Part, sitting: Sequence[int], people: int, usual: int) -> None:
    past.tables.append(part.round)
    if part.seat is not None:
        past.seats[part.seat] += 1
        past.leaning.append(leaning(part.seat, part.size))
    if people == 1:
        past.byes.append(part.round)
    elif people != usual:
        past.odd.append(part.round)
    for other in sitting:
        if other != part.entrant:
            past.met[other] = past.met.get(other, 0) + 1
            past.last[other] = part.round
