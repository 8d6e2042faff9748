"""What stands around the plies of a replay: rounds, readers, results, controls, downloads, checks."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from .options import option_words, pace_words
from .people import Person
from .replay import RoundReplay
from .timeline import Curve
from .words import order_text


@dataclass(frozen=True, slots=True)
class Link:
    """A choice among several: its address, what it says, whether it is the present one."""

    url: str
    text: str
    current: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the final result, as stored. scores: by round of a scored match."""

    person: Person
    place: int
    place_text: str
    total: int | None
    scores: tuple[int | None, ...]
    left: bool


@dataclass(frozen=True, slots=True)
class Spark:
    """A seat's curve of the timeline with its name."""

    person: Person
    curve: Curve


def page_context(shown: RoundReplay, ply: int) -> dict[str, Any]:
    """The context of templates/games/replay.html, but for the ply itself."""
    match = shown.snapshot.match
    line = shown.timeline
    return {
        "match": match,
        "title_names": [person.name for person in shown.people],
        "number": shown.number,
        "seat": shown.seat,
        "urls": _urls(shown),
        "steps": _steps(shown, ply),
        "rounds": _rounds(shown),
        "readers": _readers(shown, ply),
        "open_url": shown.query(ply=ply, seat=None),
        "places": _places(shown),
        "line": line,
        "sparks": [Spark(person, curve) for person, curve in zip(shown.people, line.curves, strict=True)],
        "turns_text": ",".join(map(str, line.turns)),
        "options_words": option_words(match.options),
        "pace_words": pace_words(match),
        "rules_version": (shown.round.deal.data or {}).get("rules_version"),
        "nonces": _nonces(shown),
    }


def _urls(shown: RoundReplay) -> dict[str, str]:
    slug = shown.snapshot.match.slug
    names = ("replay", "replay_plies", "record_json", "record_txt", "log_json", "table")
    return {name: reverse(f"games:{name}", args=[slug]) for name in names}


def _steps(shown: RoundReplay, ply: int) -> dict[str, str]:
    """Where the controls lead without a script."""
    turns = shown.timeline.turns
    earlier = [start for start in turns if start < ply]
    later = [start for start in turns if start > ply]
    goals = {
        "first": 0,
        "previous": max(0, ply - 1),
        "next": min(shown.last, ply + 1),
        "last": shown.last,
        "turn_back": earlier[-1] if earlier else 0,
        "turn_on": later[0] if later else shown.last,
    }
    return {name: shown.query(ply=goal) for name, goal in goals.items()}


def _rounds(shown: RoundReplay) -> list[Link]:
    """The rounds of a scored match; nothing to choose in a single game."""
    rounds = shown.fold.rounds
    if len(rounds) < 2:
        return []
    return [Link(shown.query(round=r.number), str(r.number), r.number == shown.number) for r in rounds]


def _readers(shown: RoundReplay, ply: int) -> list[Link]:
    """A link for each seat's view; the template adds the open one."""
    return [
        Link(shown.query(ply=ply, seat=person.index), person.name, person.index == shown.seat)
        for person in shown.people
    ]


def _places(shown: RoundReplay) -> list[Place]:
    """The result as it is stored, never worked out again here."""
    match = shown.snapshot.match
    if not match.placings:
        return []
    result = match.result or {}
    rounds = result.get("rounds", []) if match.options.get("scoring") != "off" else []
    totals = result.get("totals") if rounds else None
    places = [
        Place(
            person,
            match.placings[person.index],
            order_text(match.placings[person.index]),
            None if totals is None else totals[person.index],
            tuple(entry["scores"][person.index] for entry in rounds),
            shown.snapshot.seats[person.index].left,
        )
        for person in shown.people
    ]
    return sorted(places, key=lambda place: (place.place, place.person.index))


def _nonces(shown: RoundReplay) -> list[tuple[Person | None, str]]:
    snapshot = shown.snapshot
    if snapshot.match.nonces:
        return [(None, nonce) for nonce in snapshot.match.nonces]
    return [(person, snapshot.seats[person.index].nonce) for person in shown.people]
