"""Match logs and records: events to states and back to JSON or text. Pure; docs/record.md describes the forms."""

from .errors import RecordError
from .events import BY, KINDS, Event, epoch_ms
from .fold import KNOWN_RULES, Fold, Mark, Round, fold
from .json_form import from_json, loads, to_json
from .text_form import parse_text, to_text
from .values import FORMAT, SEAT_KINDS, Entry, Meta, Record, RoundRecord, SeatName, events_of, record_of, replay

__all__ = [
    "BY",
    "FORMAT",
    "KINDS",
    "KNOWN_RULES",
    "SEAT_KINDS",
    "Entry",
    "Event",
    "Fold",
    "Mark",
    "Meta",
    "Record",
    "RecordError",
    "Round",
    "RoundRecord",
    "SeatName",
    "epoch_ms",
    "events_of",
    "fold",
    "from_json",
    "loads",
    "parse_text",
    "record_of",
    "replay",
    "to_json",
    "to_text",
]
