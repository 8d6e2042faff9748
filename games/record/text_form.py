"""A record as text that people can read, and back (docs/record.md). Reading makes the checks of the JSON form."""

import json
from collections.abc import Callable, Iterator
from typing import Any, Final

from games.engine import State, Step, card_text, hidden_card, parse_action

from .errors import RecordError
from .events import Event
from .json_form import MAX_BYTES, from_json
from .values import FORMAT, MARKS, Entry, Record, RoundRecord, replay

HEADING: Final = "3UP 3DOWN record"
NONE: Final = "-"
CARDS_A_LINE: Final = 21


def to_text(record: Record) -> str:
    """The record as text, with a remark on what each action led to. Raises RecordError if it does not replay."""
    remarks = [[*map(_remark, played.states, played.plies, played.steps)] for played in replay(record).rounds]
    lines = list(_head(record))
    for number, (played, said) in enumerate(zip(record.rounds, remarks, strict=True), 1):
        lines += ["", *_round_lines(number, played, said)]
    lines += ["", "match", f"placings {_numbers(record.placings)}"]
    return "\n".join(lines) + "\n"


def _head(record: Record) -> Iterator[str]:
    meta = record.meta
    yield HEADING
    yield f"format {FORMAT}"
    yield f"table {meta.slug}"
    yield f"rules {record.rules_version}"
    for name, value in record.options.to_dict().items():
        yield f"option {name} {' '.join(value) if isinstance(value, list) else value}"
    for index, seat in enumerate(meta.seats):
        yield f"seat {index} {seat.kind} {json.dumps(seat.name, ensure_ascii=False)}"
    yield f"commitment {meta.commitment}"
    yield f"secret {meta.secret}"
    if meta.nonces_of != "seats":
        yield f"nonces_of {meta.nonces_of}"
    for index, nonce in enumerate(meta.nonces):
        yield f"nonce {index} {nonce}"


def _round_lines(number: int, played: RoundRecord, remarks: list[str]) -> Iterator[str]:
    yield f"round {number}"
    for start in range(0, len(played.deck), CARDS_A_LINE):
        yield "deck " + " ".join(card_text(card) for card in played.deck[start : start + CARDS_A_LINE])
    yield f"first_seat {played.first_seat}"
    yield f"pile_order {_numbers(played.pile_order)}"
    implied = len(played.actions) - len(remarks)  # forfeits of seats that had left before the round
    marks = list(played.events)
    for index in range(len(played.actions) + 1):
        while marks and marks[0][0] <= index:
            yield _entry_line(marks.pop(0)[1], "")
        if index < len(played.actions):
            yield _entry_line(played.actions[index], remarks[index - implied] if index >= implied else "")
    yield f"end {played.end or NONE}"
    yield f"placings {_numbers(played.placings)}"
    yield f"scores {_numbers(played.scores)}"


def _entry_line(entry: Entry, remark: str) -> str:
    clock = f"{entry.ms // 1000}.{entry.ms % 1000:03d}"
    line = f"{clock:>9} {entry.by:<7} {NONE if entry.seat is None else entry.seat} {entry.action}"
    return f"{line:<44} ; {remark}" if remark else line


def _remark(before: State, event: Event, step: Step) -> str:
    """What an action led to, in few words; reading leaves it out."""
    parts = []
    blind = hidden_card(before, parse_action(event.action))
    if blind is not None:
        parts.append(f"{card_text(blind)} does not fit" if step.missed else card_text(blind))
    if step.cleared:
        parts.append(f"{'three in a row ' if step.three else ''}clears {step.cleared}")
    if step.picked_up:
        parts.append(f"picks up {len(step.picked_up)}")
    if step.drew:
        parts.append(f"draws {step.drew}")
    if step.out:
        parts.append("out")
    if step.over:
        parts.append("the round is over")
    return ", ".join(parts)


def _numbers(values: Any) -> str:
    if values is None:
        return NONE
    return " ".join(NONE if value is None else str(value) for value in values)


def parse_text(text: str) -> Record:
    """The record that `to_text` wrote, or one written by hand. Raises RecordError naming the line."""
    if len(text) > MAX_BYTES:
        raise RecordError(f"a record has at most {MAX_BYTES} characters")
    reader = _Reader()
    for number, line in enumerate(text.splitlines(), 1):
        try:
            reader.read(line)
        except RecordError as error:
            raise RecordError(f"line {number}: {error}") from None
    return from_json(reader.value)


class _Reader:
    """Builds the JSON object of a record line by line; what is left out stays missing and `from_json` says so."""

    def __init__(self) -> None:
        self.started = False
        self.value: dict[str, Any] = {"options": {}, "seats": [], "nonces": [], "rounds": []}
        self.part: dict[str, Any] = self.value  # what `placings` belongs to: a round or the match

    def read(self, line: str) -> None:
        """Take one line."""
        words = line.split()
        if not words or words[0].startswith("#"):
            return
        if not self.started:
            if words != HEADING.split():
                raise RecordError(f"a text record starts with the line {HEADING!r}")
            self.started = True
            return
        word, rest = words[0], line.strip()[len(words[0]) :].strip()
        if word[0].isdigit():
            self._entry(rest.partition(";")[0].split(), word)
        elif word in _LINES:
            _LINES[word](self, rest)
        else:
            raise RecordError(f"a line cannot start with {word[:30]!r}")

    def _once(self, place: dict[str, Any], name: str, value: Any) -> None:
        if name in place:
            raise RecordError(f"{name[:30]!r} is given twice")
        place[name] = value

    def format(self, rest: str) -> None:
        self._once(self.value, "format", rest)

    def table(self, rest: str) -> None:
        self._once(self.value, "slug", rest)

    def rules(self, rest: str) -> None:
        self._once(self.value, "rules_version", _int(rest))

    def commitment(self, rest: str) -> None:
        self._once(self.value, "commitment", rest)

    def secret(self, rest: str) -> None:
        self._once(self.value, "secret", rest)

    def option(self, rest: str) -> None:
        name, _, value = rest.partition(" ")
        parsed: Any = value.split() if name == "colours" else int(value) if _is_int(value) else value
        self._once(self.value["options"], name, parsed)

    def seat(self, rest: str) -> None:
        index, _, rest = rest.partition(" ")
        kind, _, name = rest.partition(" ")
        self._next(self.value["seats"], index, {"kind": kind, "name": _quoted(name.strip())})

    def nonces_of(self, rest: str) -> None:
        self._once(self.value, "nonces_of", rest)

    def nonce(self, rest: str) -> None:
        index, _, value = rest.partition(" ")
        self._next(self.value["nonces"], index, value.strip())

    def _next(self, items: list[Any], index: str, item: Any) -> None:
        if _int(index) != len(items):
            raise RecordError(f"number {len(items)} is due here, not {index[:30]}")
        items.append(item)

    def round(self, rest: str) -> None:
        empty: dict[str, Any] = {"deck": [], "draws": {}, "actions": [], "events": []}
        self._next(self.value["rounds"], str(_int(rest) - 1), empty)
        self.part = self.value["rounds"][-1]

    def match(self, rest: str) -> None:
        self.part = self.value

    def deck(self, rest: str) -> None:
        self._in_round()["deck"] += rest.split()

    def first_seat(self, rest: str) -> None:
        self._once(self._in_round()["draws"], "first_seat", _int(rest))

    def pile_order(self, rest: str) -> None:
        self._once(self._in_round()["draws"], "pile_order", _values(rest))

    def end(self, rest: str) -> None:
        self._once(self._in_round(), "end", None if rest == NONE else rest)

    def scores(self, rest: str) -> None:
        self._once(self._in_round(), "scores", _values(rest))

    def placings(self, rest: str) -> None:
        self._once(self.part, "placings", _values(rest))

    def _in_round(self) -> dict[str, Any]:
        if self.part is self.value:
            raise RecordError("this line belongs to a round")
        return self.part

    def _entry(self, words: list[str], clock: str) -> None:
        played = self._in_round()
        if len(words) < 3:
            raise RecordError("an action line is: seconds, by, seat, action")
        by, seat, action = words[0], None if words[1] == NONE else _int(words[1]), " ".join(words[2:])
        if action in MARKS:
            played["events"].append([seat, action, by, _milliseconds(clock), len(played["actions"])])
        else:
            played["actions"].append([seat, action, by, _milliseconds(clock)])


_LINES: Final[dict[str, Callable[[_Reader, str], None]]] = {
    name: getattr(_Reader, name)
    for name in (
        "format", "table", "rules", "option", "seat", "commitment", "secret", "nonces_of", "nonce", "round", "deck",
        "first_seat", "pile_order", "end", "placings", "scores", "match",
    )
}  # fmt: skip


def _is_int(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 16


def _int(text: str) -> int:
    if not _is_int(text):
        raise RecordError(f"{text[:30]!r} is not a whole number")
    return int(text)


def _values(text: str) -> list[int | None] | None:
    """Numbers parted by spaces, `-` for none; a lone `-` is no list at all."""
    if text == NONE:
        return None
    return [None if word == NONE else _int(word) for word in text.split()]


def _milliseconds(text: str) -> int:
    seconds, point, fraction = text.partition(".")
    if not point or len(fraction) != 3:
        raise RecordError(f"{text[:30]!r} is not a time in seconds with three decimals")
    return _int(seconds) * 1000 + _int(fraction)


def _quoted(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise RecordError("a name is written in quotation marks, as in JSON") from None
