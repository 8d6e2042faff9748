"""A whole match as one value: what record.json and record.txt say, in either form (docs/record.md)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.engine import Options, card_text, parse_action, parse_card

from .errors import RecordError
from .events import Event
from .fold import Fold, Mark, Round, fold

FORMAT: Final = "3up3down/1"
SEAT_KINDS: Final = ("person", "guest", "bot", "stand-in", "deleted")
MARKS: Final = ("away", "resume", "stand_in", "stopped")  # the events of a round that are no actions


@dataclass(frozen=True, slots=True)
class SeatName:
    """Who sat on a seat: the name as shown (empty for a deleted player; a bot's is its kind of bot; of a stand-in, a
    house bot at the end, the name is that of the person whose seat it took over)."""

    name: str
    kind: str  # one of SEAT_KINDS


@dataclass(frozen=True, slots=True)
class Meta:
    """What a record says that is not in the events."""

    slug: str
    seats: tuple[SeatName, ...]
    commitment: str  # hex
    secret: str  # hex
    nonces: tuple[str, ...]  # hex, in seat order
    nonces_of: str = "seats"  # or "entrants": a duplicate event's, of all who entered, in their order


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a round: an action of RULES section 8, or one of MARKS."""

    seat: int | None  # None for "stopped", which concerns no seat
    action: str
    by: str  # player, bot, timeout or system
    ms: int  # milliseconds since the deal


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round. `events` pairs each of its MARKS with the number of actions before it."""

    deck: tuple[int, ...]  # front first
    first_seat: int
    pile_order: tuple[int, ...] | None
    actions: tuple[Entry, ...]  # seats that left in earlier rounds forfeit first, by "system" at 0
    events: tuple[tuple[int, Entry], ...]
    placings: tuple[int | None, ...] | None
    scores: tuple[int | None, ...] | None
    end: str | None


@dataclass(frozen=True, slots=True)
class Record:
    """A match that is over (or was aborted: then its last round has no end and there are no placings)."""

    meta: Meta
    rules_version: int
    options: Options
    rounds: tuple[RoundRecord, ...]
    placings: tuple[int, ...] | None


def record_of(meta: Meta, match: Fold) -> Record:
    """The record of a match from its fold. Raises RecordError if nothing was dealt or it is not over."""
    if match.options is None or not match.rounds:
        raise RecordError("nothing was dealt, so there is nothing to record")
    if not (match.over or match.aborted):
        raise RecordError("the match is still being played")
    version = int((match.rounds[0].deal.data or {})["rules_version"])
    return Record(meta, version, match.options, tuple(_round(r) for r in match.rounds), match.placings)


def _round(played: Round) -> RoundRecord:
    start, data = played.start, played.deal.data or {}
    gone = tuple(Entry(seat, "forfeit", "system", 0) for seat in played.forfeited)
    return RoundRecord(
        deck=tuple(parse_card(text) for text in data["deck"]),
        first_seat=start.first,
        pile_order=None if data.get("pile_order") is None else tuple(data["pile_order"]),
        actions=gone + tuple(_entry(played, event, parse_action(event.action).text) for event in played.plies),
        events=tuple((mark.after + len(gone), _entry(played, mark.event, mark.event.kind)) for mark in played.marks),
        placings=played.placings,
        scores=played.scores,
        end=played.state.end,
    )


def _entry(played: Round, event: Event, action: str) -> Entry:
    return Entry(event.seat, action, event.by, max(0, event.at_ms - played.deal.at_ms))


def replay(record: Record) -> Fold:
    """Play a record through the engine. Raises RecordError where an action is illegal or a result is another."""
    match = fold(events_of(record))
    if [_result(r) for r in match.rounds] != [(r.placings, r.scores, r.end) for r in record.rounds]:
        raise RecordError(_difference(record, match.rounds))
    if match.placings != record.placings:
        raise RecordError(f"the match's placings are {_list(match.placings)}, the record says {_list(record.placings)}")
    return match


def _result(played: Round) -> tuple[object, object, object]:
    return played.placings, played.scores, played.state.end


def _difference(record: Record, rounds: Sequence[Round]) -> str:
    for played, said in zip(rounds, record.rounds, strict=True):
        for name, value, claim in zip(
            ("placings", "scores", "end"), _result(played), (said.placings, said.scores, said.end), strict=True
        ):
            if value != claim:
                return f"round {played.number}: {name} come out as {_list(value)}, the record says {_list(claim)}"
    return "the results differ"


def _list(value: Any) -> str:
    return str(list(value)) if isinstance(value, tuple) else str(value)


def events_of(record: Record) -> Iterator[Event]:
    """The event log that a record stands for: deals at time 0, numbered from 1. Raises RecordError."""
    seq, left = 1, list[int]()
    for number, played in enumerate(record.rounds, 1):
        yield Event(seq, number, "dealt", None, "", "system", 0, _dealt(record, played, left))
        seq += 1
        for entry in _in_order(played, number, tuple(left)):
            kind = entry.action if entry.action in MARKS else "action"
            text = entry.action if kind == "action" else ""
            yield Event(seq, number, kind, entry.seat, text, entry.by, entry.ms)
            seq += 1
            if entry.action == "forfeit" and entry.seat is not None:
                left.append(entry.seat)
    if record.placings is None:
        yield Event(seq, len(record.rounds), "aborted", None, "", "system", 0)


def _dealt(record: Record, played: RoundRecord, left: Sequence[int]) -> dict[str, Any]:
    return {
        "options": record.options.to_dict(),
        "seats": len(record.meta.seats),
        "deck": [card_text(card) for card in played.deck],
        "first_seat": played.first_seat,
        "pile_order": None if played.pile_order is None else list(played.pile_order),
        "commitment": record.meta.commitment,
        "nonces": list(record.meta.nonces),
        "rules_version": record.rules_version,
        "forfeited": list(left),
    }


def _in_order(played: RoundRecord, number: int, left: tuple[int, ...]) -> Iterator[Entry]:
    """Actions and other events as they followed each other, without the forfeits that the deal itself implies."""
    gone = tuple(Entry(seat, "forfeit", "system", 0) for seat in left)
    if played.actions[: len(gone)] != gone:
        raise RecordError(f"round {number}: the seats that left before ({_list(left)}) forfeit first, by system at 0")
    marks = sorted(played.events, key=lambda pair: pair[0])
    at = 0
    for index in range(len(gone), len(played.actions) + 1):
        while at < len(marks) and marks[at][0] <= index:
            yield marks[at][1]
            at += 1
        if index < len(played.actions):
            yield played.actions[index]


__all__ = [
    "FORMAT",
    "MARKS",
    "SEAT_KINDS",
    "Entry",
    "Mark",
    "Meta",
    "Record",
    "RoundRecord",
    "SeatName",
    "record_of",
    "replay",
]
