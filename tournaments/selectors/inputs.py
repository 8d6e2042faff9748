"""What a draw was made from, stored beside it: anybody can make it again and see that it comes out the same.

Later corrections change the standings but not what a draw was made from, so each draw keeps its own copy. It is packed,
since every round of a large event repeats the rounds before: about five bytes for each part that somebody had.
"""

import json
import zlib
from base64 import b64decode, b64encode
from dataclasses import asdict, fields
from datetime import datetime
from typing import Any

from tournaments.formats.base import Draw, Entrant, Event, Outcome, Part, Settings
from tournaments.models import Round
from tournaments.selectors.events import format_of

ENTRANT = tuple(field.name for field in fields(Entrant))
PART = tuple(field.name for field in fields(Part))


def pack(event: Event, at: datetime) -> dict[str, Any]:
    """The event without its seed, which the tournament holds. `at`: when it was so."""
    plain = {
        "settings": asdict(event.settings),
        "round": event.round,
        "entrants": [[getattr(entrant, name) for name in ENTRANT] for entrant in event.entrants],
        "parts": [[getattr(part, name) for name in PART] for part in event.parts],
    }
    text = json.dumps(plain, separators=(",", ":")).encode()
    return {"event": b64encode(zlib.compress(text, 9)).decode(), "at": at.isoformat()}


def unpack(inputs: dict[str, Any], seed: str) -> Event:
    """The event that `pack` stored."""
    plain = json.loads(zlib.decompress(b64decode(inputs["event"])))
    settings = {**plain["settings"], "tiebreaks": tuple(plain["settings"]["tiebreaks"])}
    entrants = (Entrant(**dict(zip(ENTRANT, row, strict=True))) for row in plain["entrants"])
    parts = (_part(dict(zip(PART, row, strict=True))) for row in plain["parts"])
    return Event(Settings(**settings), seed, tuple(entrants), tuple(parts), plain["round"])


def drawn_at(row: Round) -> datetime:
    """When the draw's inputs were read."""
    return datetime.fromisoformat(row.inputs["at"])


def inputs_of(row: Round) -> Event:
    """The event as it was when the round was drawn."""
    return unpack(row.inputs, row.tournament.secret)


def redraw_check(row: Round) -> bool:
    """Draw the round once more from its stored inputs: whether exactly the stored pods, seats and byes come out.

    As slow as the draw itself. True also of a round in which the organiser voided or corrected tables: those change
    results, not who sat where.
    """
    again = format_of(row.tournament).draw(inputs_of(row))
    return again is not None and _shape(again) == _stored_shape(row)


def _shape(draw: Draw) -> tuple[Any, ...]:
    return draw.stage, [list(pod.seats) for pod in draw.pods], sorted(draw.byes)


def _stored_shape(row: Round) -> tuple[Any, ...]:
    pods: dict[int, list[int | None]] = {pod.number: [] for pod in row.pods.order_by("number")}
    for number, entry in row.parts.filter(pod__isnull=False).order_by("seat").values_list("pod__number", "entry_id"):
        pods[number].append(entry)
    byes = row.parts.filter(pod__isnull=True, outcome=Outcome.BYE).values_list("entry_id", flat=True)
    return row.stage, [pods[number] for number in sorted(pods)], sorted(byes)


def _part(values: dict[str, Any]) -> Part:
    outcome = values["outcome"]
    return Part(**{**values, "outcome": Outcome(outcome) if outcome is not None else None})
