"""One ply of a finished round as its chosen reader knew it then, and the page around it.

The only source of cards is a View: the engine's own for a seat, and for the open view one in which nothing is hidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from django.utils.http import urlencode
from django.utils.translation import gettext

from games.engine import State, View, parse_action, view
from games.record import Event, Fold
from games.selectors import TableSnapshot

from .log import Line, log_lines
from .people import Person, people
from .seats import Stack, in_turn_order, place_text, stacks
from .table import last_move, pile
from .timeline import Timeline, timeline
from .words import cards_count, clock_text, isolate

BEHIND: Final = 36  # lines of the log before the ply
AHEAD: Final = 10  # and after it, in the open view
UPCOMING: Final = 3  # cards of the draw pile that the open view names


@dataclass(frozen=True, slots=True)
class ReplaySeat:
    """One seat at one ply. hand: None where the reader did not know it. thought: time it has taken so far."""

    person: Person
    turn: bool
    last: bool
    away: bool
    left: bool
    chosen: bool
    place: str
    hand: tuple[int, ...] | None
    hand_count: int
    count: str
    stacks: tuple[Stack, ...]
    thought: str
    total: int | None

    @property
    def index(self) -> int:
        return self.person.index


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the log with the ply it led to, what time the move took, and where it stands from here."""

    line: Line
    ply: int
    took: str
    url: str
    current: bool
    ahead: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """The six cards a seat was dealt, each with whether it became part of its 3UP; others' only when known."""

    person: Person
    cards: tuple[tuple[int, bool], ...]
    took: str


@dataclass(frozen=True, slots=True)
class Where:
    """Which part of a replay is looked at: round from 1, ply from 0, seat or None for the open view."""

    number: int
    ply: int
    seat: int | None


class RoundReplay:
    """One round of a match as one reader follows it; makes the context of any of its plies."""

    def __init__(self, snapshot: TableSnapshot, number: int, seat: int | None, bottom: int) -> None:
        self.snapshot = snapshot
        self.fold: Fold = snapshot.fold
        self.number = number
        self.round = self.fold.rounds[number - 1]
        self.seat = seat
        self.bottom = bottom if seat is None else seat
        self.people = people(snapshot.seats)
        self.last = len(self.round.plies)

    @cached_property
    def states(self) -> tuple[State, ...]:
        """Every position of the round."""
        return self.round.states

    @cached_property
    def timeline(self) -> Timeline:
        """The round at a glance."""
        return timeline(self.round, self.states)

    @cached_property
    def took(self) -> tuple[int, ...]:
        """Milliseconds that each ply took; all choose their 3UP at once, so that time runs from the deal."""
        found, before = [], self.round.deal.at_ms
        for event, step in zip(self.round.plies, self.round.steps, strict=True):
            since = self.round.deal.at_ms if step.kind == "up" else before
            found.append(max(0, event.at_ms - since))
            before = event.at_ms
        return tuple(found)

    @cached_property
    def _ply_of(self) -> dict[int, int]:
        """Event number -> the ply it led to."""
        found = {self.round.deal.seq: 0}
        found |= {event.seq: ply for ply, event in enumerate(self.round.plies, 1)}
        return found | {mark.event.seq: mark.after for mark in self.round.marks}

    def at(self, ply: int) -> dict[str, Any]:
        """The context of templates/games/_replay.html."""
        state = self.states[ply]
        then = self.fold.at(self.number, ply, state)
        seen = view(state, self.seat) if self.seat is not None else open_view(state)
        seats = self._seats(then, seen, ply)
        rows = self._rows(then, ply)
        order = in_turn_order(seen.seats, self.bottom)
        moves = [row.line for row in rows if row.ply == ply and not row.ahead and row.line.tone != "round"]
        return {
            "ply": ply,
            "last": self.last,
            "turn": self.turn_at(ply),
            "turns": len(self.timeline.turns),
            "phase": seen.phase,
            "open": self.seat is None,
            "last_move": last_move(then.round),
            "headline": self._headline(seen, ply),
            "boxes": [seats[index] for index in order],
            "me": seats[self.bottom],
            "pile": pile(seen, self.people),
            "last_line": moves[0] if moves else None,
            "upcoming": () if self.seat is not None else (seen.draw or ())[:UPCOMING],
            "rows": rows,
            "choices": self._choices(seen, ply),
        }

    def query(self, **changes: int | None) -> str:
        """The query of a ply's address: this round and reader at ply 0, but for what is changed. None leaves out."""
        values = {"round": self.number, "ply": 0, "seat": self.seat} | changes
        return "?" + urlencode({name: value for name, value in values.items() if value is not None})

    def turn_at(self, ply: int) -> int:
        """The number of the turn that is about to be played or just ended the round; 0 before the first."""
        state = self.states[ply]
        return state.turns if state.over else min(state.turns + 1, len(self.timeline.turns)) * (state.phase != "setup")

    def _headline(self, seen: View, ply: int) -> str:
        if seen.over:
            return gettext("The round is over") if self._scored else gettext("The game is over")
        if seen.phase == "setup":
            return gettext("Everybody chooses a 3UP")
        name = "" if seen.turn is None else isolate(self.people[seen.turn].name)
        if seen.phase == "exchange":
            return gettext("%(name)s may exchange a card") % {"name": name}
        return gettext("Turn %(n)s: %(name)s") % {"n": self.turn_at(ply), "name": name}

    @property
    def _scored(self) -> bool:
        return self.fold.options is not None and self.fold.options.scoring != "off"

    def _seats(self, then: Fold, seen: View, ply: int) -> list[ReplaySeat]:
        mover = self.round.plies[ply - 1].seat if ply else None
        totals = then.totals["totals"] if self._scored else [None] * seen.seats
        return [
            ReplaySeat(
                person=person,
                turn=person.index in seen.actors and not seen.over,
                last=person.index == mover,
                away=person.index in then.away,
                left=person.index in seen.forfeits,
                chosen=seen.phase == "setup" and seen.chosen[person.index],
                place=place_text(seen, person.index),
                hand=seen.hands[person.index],
                hand_count=seen.hand_counts[person.index],
                count=cards_count(seen.hand_counts[person.index]),
                stacks=stacks(seen, person.index, {}),
                thought=self._thought(person.index, ply),
                total=totals[person.index],
            )
            for person in self.people
        ]

    def _thought(self, seat: int, ply: int) -> str:
        spent = zip(self.round.plies[:ply], self.took[:ply], strict=True)
        return span_text(sum(ms for event, ms in spent if event.seat == seat))

    def _rows(self, then: Fold, ply: int) -> list[Row]:
        """Log lines around the ply; what came later only in the open view."""
        ahead = 0 if self.seat is not None else AHEAD
        until = min(self.last, ply + ahead)
        later = then if until == ply else self.fold.at(self.number, until, self.states[until])
        lines = log_lines(later, self.people, BEHIND + ahead)
        return [self._row(line, ply) for line in lines]

    def _row(self, line: Line, ply: int) -> Row:
        there = self._ply_of[line.seq]
        moved = there and self.round.plies[there - 1].seq == line.seq and line.tone not in ("out", "round")
        took = span_text(self.took[there - 1]) if moved else ""
        return Row(line, there, took, self.query(ply=there), current=there == ply, ahead=there > ply)

    def _choices(self, seen: View, ply: int) -> list[Choice]:
        """Each seat's first six cards and its 3UP, as far as the reader knew them at this ply."""
        made = {event.seat: (event, at) for at, event in enumerate(self.round.plies, 1) if _kind(event) == "up"}
        found = []
        for person in self.people:
            event, at = made.get(person.index, (None, 0))
            up = list(parse_action(event.action).cards) if event is not None and at <= ply else []
            everything = self.seat is None or self.seat == person.index or seen.over
            if not everything and seen.phase == "setup":
                up = []
            dealt = self.round.start.hand(person.index) if everything else tuple(up)
            took = span_text(self.took[at - 1]) if up else ""
            found.append(Choice(person, tuple(_marked(dealt, up)), took))
        return found


def open_view(state: State) -> View:
    """The position with nothing hidden: for matches that are over, and nowhere else."""
    seats = range(state.seats)
    return replace(
        view(state, None),
        hands=tuple(state.hand(seat) for seat in seats),
        up=tuple(state.up(seat) for seat in seats),
        down=tuple(state.down(seat) for seat in seats),
        draw=state.draw_pile,
        forfeited=state.forfeited,
    )


def span_text(ms: int) -> str:
    """How long a move took: "0.8 s", "12 s", then as a clock."""
    if ms < 10_000:
        return gettext("%(seconds)s s") % {"seconds": f"{ms / 1000:.1f}"}
    if ms < 60_000:
        return gettext("%(seconds)s s") % {"seconds": ms // 1000}
    return clock_text(ms)


def _kind(event: Event) -> str:
    return event.action.partition(" ")[0]


def _marked(dealt: Sequence[int], up: Sequence[int]) -> list[tuple[int, bool]]:
    """Each dealt card with whether it was chosen; of equal cards the first ones."""
    left = list(up)
    found = []
    for card in dealt:
        chosen = card in left
        if chosen:
            left.remove(card)
        found.append((card, chosen))
    return found
