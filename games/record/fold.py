"""The fold of an event log: every state of every round. Folds are values; `advance` makes the next one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from games.engine import (
    RULES_VERSION,
    EngineError,
    Options,
    State,
    Step,
    apply,
    build_deck,
    describe,
    match_totals,
    new_game,
    parse_action,
    parse_card,
    stop,
)

from .errors import RecordError
from .events import Event

# The rules versions this program replays. A change of the rules adds a version; it never takes one away.
KNOWN_RULES: Final = (RULES_VERSION,)


@dataclass(frozen=True, slots=True)
class Mark:
    """An event that is no action (away, resume, stand_in, stopped), and after how many plies of its round it came."""

    after: int
    event: Event


@dataclass(frozen=True, slots=True)
class Round:
    """One deal and what was played of it. Ply k leads from states[k - 1] to states[k]: plies[k - 1], steps[k - 1].

    Only the first and the last position are kept: some hundred matches stay in memory, and the engine plays a whole
    round again in a few milliseconds.
    """

    number: int  # from 1
    deal: Event
    forfeited: tuple[int, ...]  # seats that left in earlier rounds, in order
    start: State
    state: State  # the position after the last ply
    plies: tuple[Event, ...] = ()
    steps: tuple[Step, ...] = ()
    marks: tuple[Mark, ...] = ()

    @property
    def states(self) -> tuple[State, ...]:
        """Every position, from the deal on; played again at each call (about 10 microseconds a ply).

        The last is the present one: of a game that was stopped, the end and not the position it was stopped in.
        """
        found = [self.start]
        for event in self.plies:
            found.append(apply(found[-1], event.seat or 0, parse_action(event.action)))
        return (*found[:-1], self.state)

    def state_at(self, ply: int) -> State:
        """The position after that many plies, from 0 to len(plies)."""
        if ply == len(self.plies):
            return self.state
        state = self.start
        for event in self.plies[:ply]:
            state = apply(state, event.seat or 0, parse_action(event.action))
        return state

    @property
    def placings(self) -> tuple[int | None, ...] | None:
        """Places by seat as the match table shows them, None for seats that left before; None while playing."""
        return self._for_the_table(self.state.placings)

    @property
    def scores(self) -> tuple[int | None, ...] | None:
        """Scores by seat as the match table shows them, None for seats that left; None while playing."""
        return self._for_the_table(self.state.scores)

    def _for_the_table(self, values: tuple[int | None, ...] | None) -> tuple[int | None, ...] | None:
        if values is None:
            return None
        return tuple(None if seat in self.forfeited else value for seat, value in enumerate(values))


@dataclass(frozen=True, slots=True)
class Fold:
    """Everything that follows from a log. The empty fold is that of a table without events."""

    seq: int = 0
    seats: int = 0  # 0 before the first deal
    options: Options | None = None  # None before the first deal
    rounds: tuple[Round, ...] = ()
    away: frozenset[int] = frozenset()  # seats that a bot holds until their owner is back
    left: tuple[int, ...] = ()  # seats that forfeited, in order
    stood_in: frozenset[int] = frozenset()  # seats that a house bot took over for good
    aborted: bool = False

    @property
    def round(self) -> Round | None:
        """The round in play, or the last one."""
        return self.rounds[-1] if self.rounds else None

    @property
    def state(self) -> State | None:
        """The current position; None before the first deal."""
        return self.rounds[-1].state if self.rounds else None

    @property
    def over(self) -> bool:
        """Whether the match has come to its end: by the rules (RULES sections 5 and 7), or stopped."""
        if not self.rounds or self.options is None or not self.rounds[-1].state.over:
            return False
        if self.rounds[-1].state.end == "stopped":
            return True
        planned = 1 if self.options.scoring == "off" else int(self.options.scoring)
        return len(self.rounds) >= planned or len(self.left) >= self.seats - 1

    @property
    def results(self) -> list[dict[str, Any]]:
        """Scores and placings of the finished rounds, as `match_totals` takes them."""
        return [
            {"scores": list(done.scores), "placings": list(done.placings)}
            for done in self.rounds
            if done.scores is not None and done.placings is not None
        ]

    @property
    def totals(self) -> dict[str, Any]:
        """`match_totals` of the finished rounds: totals, won, placings (lists by seat)."""
        return dict(match_totals(self.results, self.seats))

    @property
    def placings(self) -> tuple[int, ...] | None:
        """The match's places by seat; None until it is over."""
        if not self.over or self.options is None:
            return None
        if self.options.scoring == "off":
            return self.rounds[-1].state.placings
        return tuple(self.totals["placings"])

    def at(self, number: int, ply: int, state: State | None = None) -> "Fold":
        """The fold as it was after `ply` plies of round `number`: what happened later is not in it.

        `state` saves playing the round again where the caller has `Round.states`. Raises IndexError.
        """
        if not 1 <= number <= len(self.rounds) or not 0 <= ply <= len(self.rounds[number - 1].plies):
            raise IndexError(f"there is no ply {ply} of round {number}")
        current = self.rounds[number - 1]
        then = replace(
            current,
            state=current.state_at(ply) if state is None else state,
            plies=current.plies[:ply],
            steps=current.steps[:ply],
            marks=tuple(mark for mark in current.marks if mark.after <= ply),
        )
        rounds = (*self.rounds[: number - 1], then)
        seqs = [then.deal.seq, *(event.seq for event in then.plies[-1:]), *(mark.event.seq for mark in then.marks[-1:])]
        return replace(
            self, seq=max(seqs), rounds=rounds, left=then.state.forfeits, away=_away_after(rounds), aborted=False
        )

    def advance(self, event: Event) -> "Fold":
        """The fold with one more event. Raises RecordError when the event cannot follow; this fold stays as it is."""
        if event.seq <= self.seq:
            raise RecordError(f"event {event.seq} comes after event {self.seq}")
        if self.aborted:
            raise RecordError(f"event {event.seq}: the match was aborted")
        step = _STEPS.get(event.kind)
        if step is None:
            raise RecordError(f"event {event.seq}: there is no kind {event.kind!r}")
        return replace(step(self, event), seq=event.seq)


def _away_after(rounds: Iterable[Round]) -> frozenset[int]:
    """Who is away after all that these rounds hold."""
    away: set[int] = set()
    for played in rounds:
        for mark in played.marks:
            (away.add if mark.event.kind == "away" else away.discard)(
                -1 if mark.event.seat is None else mark.event.seat
            )
        away -= set(played.state.forfeits)
    return frozenset(away)


def fold(events: Iterable[Event], start: Fold | None = None) -> Fold:
    """The fold of events in order, from the beginning or from an earlier fold. Raises RecordError."""
    result = Fold() if start is None else start
    for event in events:
        result = result.advance(event)
    return result


def _same(before: Fold, event: Event) -> Fold:
    """Joining and leaving before the start change nothing of the game."""
    if before.rounds:
        raise RecordError(f"event {event.seq}: nobody joins or gives up a seat once cards are dealt")
    return before


def _abort(before: Fold, event: Event) -> Fold:
    return replace(before, aborted=True)


def _deal(before: Fold, event: Event) -> Fold:
    number = len(before.rounds) + 1
    if before.over or (before.state is not None and not before.state.over):
        raise RecordError(f"event {event.seq}: round {number} is dealt out of turn")
    if event.round != number:
        raise RecordError(f"event {event.seq}: round {number} is dealt as round {event.round}")
    try:
        options, seats, state = _first_state(event.data or {}, before.left)
    except (EngineError, RecordError, KeyError, TypeError) as error:
        raise RecordError(f"event {event.seq}: round {number} cannot be dealt: {_why(error)}") from None
    if before.rounds and (options != before.options or seats != before.seats):
        raise RecordError(f"event {event.seq}: round {number} has other options or seats than the first")
    dealt = Round(number, event, before.left, start=state, state=state)
    return replace(before, options=options, seats=seats, rounds=(*before.rounds, dealt))


def _why(error: Exception) -> str:
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)


def _first_state(data: Mapping[str, Any], left: tuple[int, ...]) -> tuple[Options, int, State]:
    """Options, seats and the position before the first action of a dealt event's data."""
    if data.get("rules_version") not in KNOWN_RULES:
        raise RecordError(f"it needs rules version {data.get('rules_version')!r}, this program knows {KNOWN_RULES}")
    options = Options.from_dict(data["options"]).for_seats(data["seats"])
    seats = int(data["seats"])
    if tuple(data.get("forfeited") or ()) != left:
        raise RecordError(f"it says that seats {data.get('forfeited')} had left, but it was {list(left)}")
    deck = tuple(parse_card(text) for text in data["deck"])
    if sorted(deck) != sorted(build_deck(options)):
        raise RecordError("its cards are not the deck that the options name")
    pile_order = data.get("pile_order")
    order = None if pile_order is None else tuple(pile_order)
    if order is not None and sorted(order) != list(range(seats)):
        raise RecordError(f"pile_order {list(order)} is not an order of the seats")
    if not isinstance(data["first_seat"], int) or not 0 <= data["first_seat"] < seats:
        raise RecordError(f"first_seat {data['first_seat']!r} is not a seat")
    state = new_game(options, seats, deck, data["first_seat"], pile_order=order, forfeited=left)
    return options, seats, state


def _act(before: Fold, event: Event) -> Fold:
    current, seat = _current(before, event)
    try:
        action = parse_action(event.action)
        after = apply(current.state, seat, action)
    except EngineError as error:
        raise RecordError(f"event {event.seq}: seat {seat} cannot {event.action[:60]!r}: {error}") from None
    moved = replace(
        current,
        state=after,
        plies=(*current.plies, event),
        steps=(*current.steps, describe(current.state, seat, action, after)),
    )
    match = replace(before, rounds=(*before.rounds[:-1], moved))
    if action.kind != "forfeit":
        return match
    return replace(match, left=(*before.left, seat), away=before.away - {seat})


def _presence(before: Fold, event: Event) -> Fold:
    current, seat = _current(before, event)
    marked = replace(current, marks=(*current.marks, Mark(len(current.plies), event)))
    away = before.away | {seat} if event.kind == "away" else before.away - {seat}
    return replace(before, rounds=(*before.rounds[:-1], marked), away=away)


def _stand_in(before: Fold, event: Event) -> Fold:
    """At an event's table a house bot takes a seat over for good, also before the deal."""
    taken = replace(before, stood_in=before.stood_in | {-1 if event.seat is None else event.seat})
    return _presence(taken, event) if before.rounds else taken


def _stopped(before: Fold, event: Event) -> Fold:
    current = before.round
    if current is None or current.state.over or event.round != current.number or event.seat is not None:
        raise RecordError(f"event {event.seq}: there is no game to stop")
    ended = replace(current, state=stop(current.state), marks=(*current.marks, Mark(len(current.plies), event)))
    return replace(before, rounds=(*before.rounds[:-1], ended))


def _current(before: Fold, event: Event) -> tuple[Round, int]:
    """The round in play and the event's seat."""
    current, seat = before.round, event.seat
    if current is None:
        raise RecordError(f"event {event.seq}: nothing was dealt yet")
    if event.round != current.number:
        raise RecordError(f"event {event.seq}: it is of round {event.round}, but round {current.number} is in play")
    if seat is None or not 0 <= seat < before.seats:
        raise RecordError(f"event {event.seq}: there is no seat {seat}")
    return current, seat


_STEPS: Final = {
    "joined": _same,
    "left": _same,
    "dealt": _deal,
    "action": _act,
    "away": _presence,
    "resume": _presence,
    "stand_in": _stand_in,
    "stopped": _stopped,
    "aborted": _abort,
}
