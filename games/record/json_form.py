"""A record as JSON: docs/record.md. Reading trusts nothing and names what is wrong."""

import json
import re
import unicodedata
from collections.abc import Iterable
from typing import Any, Final

from games.engine import EngineError, Options, card_text, parse_action, parse_card

from .errors import RecordError
from .events import BY
from .values import FORMAT, MARKS, SEAT_KINDS, Entry, Meta, Record, RoundRecord, SeatName

MAX_BYTES: Final = 8_000_000
MAX_ACTIONS: Final = 100_000  # in a round; the longest legal one (5000 turns) stays well below
MAX_ROUNDS: Final = 20
MAX_MS: Final = 10**13
MAX_NAME: Final = 200
NONCES_OF: Final = ("seats", "entrants")
_HEX: Final = re.compile(r"[0-9a-f]{64}")
_SLUG: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


def to_json(record: Record) -> dict[str, Any]:
    """The record as the JSON object of record.json."""
    meta = record.meta
    return {
        "format": FORMAT,
        "slug": meta.slug,
        "rules_version": record.rules_version,
        "options": record.options.to_dict(),
        "seats": [{"name": seat.name, "kind": seat.kind} for seat in meta.seats],
        "commitment": meta.commitment,
        "secret": meta.secret,
        "nonces": list(meta.nonces),
        **({} if meta.nonces_of == NONCES_OF[0] else {"nonces_of": meta.nonces_of}),
        "rounds": [_round_json(played) for played in record.rounds],
        "placings": None if record.placings is None else list(record.placings),
    }


def _round_json(played: RoundRecord) -> dict[str, Any]:
    return {
        "deck": [card_text(card) for card in played.deck],
        "draws": {
            "first_seat": played.first_seat,
            "pile_order": None if played.pile_order is None else list(played.pile_order),
        },
        "actions": [[entry.seat, entry.action, entry.by, entry.ms] for entry in played.actions],
        "events": [[entry.seat, entry.action, entry.by, entry.ms, after] for after, entry in played.events],
        "placings": None if played.placings is None else list(played.placings),
        "scores": None if played.scores is None else list(played.scores),
        "end": played.end,
    }


def loads(text: str | bytes) -> Record:
    """The record in a JSON document. Raises RecordError for whatever is not one."""
    if len(text) > MAX_BYTES:
        raise RecordError(f"a record has at most {MAX_BYTES} bytes")
    try:
        return from_json(json.loads(text, parse_constant=_no_constant))
    except RecordError:
        raise
    except (ValueError, RecursionError) as error:  # also what is not UTF-8
        raise RecordError(f"this is not JSON: {error}") from None


def _no_constant(name: str) -> None:
    raise RecordError(f"{name} is not a number that a record may hold")


def from_json(value: object) -> Record:
    """The record in a decoded JSON object: well formed, but not yet replayed. Raises RecordError."""
    names = "format slug rules_version options seats commitment secret nonces rounds placings"
    top = {"nonces_of": NONCES_OF[0]} | _object(value, "the record", names.split(), may=["nonces_of"])
    if top["format"] != FORMAT:
        raise RecordError(f"format is {top['format']!r:.60}, this program reads {FORMAT!r}")
    seats = tuple(_seat(item, f"seat {n}") for n, item in enumerate(_array(top["seats"], "seats", 2, 6)))
    meta = Meta(
        slug=_matching(top["slug"], "slug", _SLUG, "up to 64 letters, digits, - and _"),
        seats=seats,
        commitment=_hex(top["commitment"], "commitment"),
        secret=_hex(top["secret"], "secret"),
        nonces=tuple(_hex(item, f"nonce {n}") for n, item in enumerate(_array(top["nonces"], "nonces", 1, 10_000))),
        nonces_of=_one_of(top["nonces_of"], "nonces_of", NONCES_OF),
    )
    rounds = _array(top["rounds"], "rounds", 1, MAX_ROUNDS)
    return Record(
        meta=meta,
        rules_version=_int(top["rules_version"], "rules_version", 1, 10**6),
        options=_options(top["options"], len(seats)),
        rounds=tuple(_round(item, f"round {n}", len(seats)) for n, item in enumerate(rounds, 1)),
        placings=_places(top["placings"], "placings", len(seats)),
    )


def _options(value: object, seats: int) -> Options:
    names = list(Options().to_dict())
    try:
        options = Options.from_dict(_object(value, "options", names)).for_seats(seats)
    except EngineError as error:
        raise RecordError(f"options: {error}") from None
    if options.to_dict() != value:
        raise RecordError("options are not written in the way of RULES.md")
    return options


def _seat(value: object, where: str) -> SeatName:
    seat = _object(value, where, ["name", "kind"])
    name = _text(seat["name"], f"{where}: name", MAX_NAME)
    if any(unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") for char in name):
        raise RecordError(f"{where}: a name is one line without control characters")
    return SeatName(name, _one_of(seat["kind"], f"{where}: kind", SEAT_KINDS))


def _round(value: object, where: str, seats: int) -> RoundRecord:
    played = _object(value, where, ["deck", "draws", "actions", "events", "placings", "scores", "end"])
    draws = _object(played["draws"], f"{where}: draws", ["first_seat", "pile_order"])
    actions = _array(played["actions"], f"{where}: actions", 0, MAX_ACTIONS)
    events = _array(played["events"], f"{where}: events", 0, MAX_ACTIONS)
    return RoundRecord(
        deck=tuple(_card(item, f"{where}: deck") for item in _array(played["deck"], f"{where}: deck", 0, 84)),
        first_seat=_int(draws["first_seat"], f"{where}: first_seat", 0, seats - 1),
        pile_order=_order(draws["pile_order"], f"{where}: pile_order", seats),
        actions=tuple(_action(item, f"{where}, action {n}", seats) for n, item in enumerate(actions, 1)),
        events=tuple(_event(item, f"{where}, event {n}", seats, len(actions)) for n, item in enumerate(events, 1)),
        placings=_values(played["placings"], f"{where}: placings", seats, 1, seats),
        scores=_values(played["scores"], f"{where}: scores", seats, 0, 10_000),
        end=None if played["end"] is None else _text(played["end"], f"{where}: end", 20),
    )


def _action(value: object, where: str, seats: int) -> Entry:
    seat, action, by, ms = _array(value, where, 4, 4)
    try:
        text = parse_action(_text(action, where, 200)).text
    except EngineError as error:
        raise RecordError(f"{where}: {error}") from None
    return _entry((seat, text, by, ms), where, seats)


def _event(value: object, where: str, seats: int, actions: int) -> tuple[int, Entry]:
    seat, kind, by, ms, after = _array(value, where, 5, 5)
    kind = _one_of(kind, where, MARKS)
    return _int(after, f"{where}: actions before it", 0, actions), _entry((seat, kind, by, ms), where, seats)


def _entry(parts: tuple[Any, str, Any, Any], where: str, seats: int) -> Entry:
    seat, action, by, ms = parts
    nobody = action == "stopped" and seat is None
    return Entry(
        seat=None if nobody else _int(seat, f"{where}: seat", 0, seats - 1),
        action=action,
        by=_one_of(by, f"{where}: by", BY),
        ms=_int(ms, f"{where}: milliseconds", 0, MAX_MS),
    )


def _card(value: object, where: str) -> int:
    try:
        return parse_card(_text(value, where, 4))
    except EngineError as error:
        raise RecordError(f"{where}: {error}") from None


def _order(value: object, where: str, seats: int) -> tuple[int, ...] | None:
    if value is None:
        return None
    order = tuple(_int(item, where, 0, seats - 1) for item in _array(value, where, seats, seats))
    if len(set(order)) != seats:
        raise RecordError(f"{where} names a seat twice")
    return order


def _places(value: object, where: str, seats: int) -> tuple[int, ...] | None:
    if value is None:
        return None
    return tuple(_int(item, where, 1, seats) for item in _array(value, where, seats, seats))


def _values(value: object, where: str, seats: int, low: int, high: int) -> tuple[int | None, ...] | None:
    if value is None:
        return None
    items = _array(value, where, seats, seats)
    return tuple(None if item is None else _int(item, where, low, high) for item in items)


def _object(value: object, where: str, names: Iterable[str], may: Iterable[str] = ()) -> dict[str, Any]:
    """A JSON object with exactly these names; those in `may` can be left out."""
    if not isinstance(value, dict):
        raise RecordError(f"{where} is not an object")
    wanted = set(names)
    if missing := sorted(wanted - set(value)):
        raise RecordError(f"{where} lacks {', '.join(missing)}")
    if extra := sorted(ascii(name)[:40] for name in set(value) - wanted - set(may)):
        raise RecordError(f"{where} has unknown names: {', '.join(extra[:5])}")
    return value


def _array(value: object, where: str, low: int, high: int) -> list[Any]:
    if not isinstance(value, list) or not low <= len(value) <= high:
        raise RecordError(f"{where} is not a list of {low if low == high else f'{low} to {high}'} items")
    return value


def _int(value: object, where: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise RecordError(f"{where} is not a whole number from {low} to {high}")
    return value


def _text(value: object, where: str, limit: int) -> str:
    if not isinstance(value, str) or len(value) > limit:
        raise RecordError(f"{where} is not a text of up to {limit} characters")
    return value


def _matching(value: object, where: str, pattern: re.Pattern[str], meaning: str) -> str:
    text = _text(value, where, 200)
    if not pattern.fullmatch(text):
        raise RecordError(f"{where} is not {meaning}")
    return text


def _hex(value: object, where: str) -> str:
    return _matching(value, where, _HEX, "64 lower-case hex digits")


def _one_of(value: object, where: str, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise RecordError(f"{where} is not one of {', '.join(allowed)}")
    return value
