"""Rows to values: the one way from a tournament in the database to what formats, draws and standings are made from."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from threading import Lock
from typing import Any, Final

from django.db import connection
from django.utils import timezone

from games.api.options import largest_table
from tournaments import formats
from tournaments.formats.base import SMALLEST_POD, Entrant, Event, Format, Outcome, Part, Settings, Standing
from tournaments.formats.standings import standings
from tournaments.models import Entry, Pod, Round, Tournament
from tournaments.models import Part as PartRow

KEPT: Final = 64  # standings that are remembered
_kept: dict[tuple[int, int], list[Standing]] = {}
_keeping = Lock()


def settings_of(tournament: Tournament) -> Settings:
    """The stored settings as a value."""
    most = largest_pod(tournament.settings["pod_size"], tournament.options)
    stored = {**tournament.settings, "format": tournament.format, "pod_max": most}
    if "tiebreaks" in stored:
        stored["tiebreaks"] = tuple(stored["tiebreaks"])
    return Settings(**stored)


def largest_pod(pod_size: int, options: Mapping[str, Any]) -> int:
    """The most who may sit at a table: as the rules allow, but head-to-head never three. Raises OptionsError."""
    return SMALLEST_POD if pod_size == SMALLEST_POD else largest_table(options)


def format_of(tournament: Tournament) -> Format:
    """How the event is run."""
    return formats.FORMATS[tournament.format]


def event_of(tournament: Tournament, now: datetime | None = None) -> Event:
    """The event as it stands, rounds that have not begun left out; `round` is the one to be drawn next, or again.

    `now`: as of when waiting times are told. Two queries, however large the event.
    """
    at = now or timezone.now()
    rows = _part_rows(tournament)
    sizes = Counter(row["pod_id"] for row in rows if row["pod_id"] is not None)
    parts = tuple(_part(row, sizes[row["pod_id"]], tournament) for row in rows if row["entry_id"] is not None)
    took_part = {part.entrant for part in parts}
    entries = Entry.objects.filter(tournament=tournament).order_by("number")
    entrants = [_entrant(entry, at) for entry in entries if entry.status == Entry.Status.IN or entry.pk in took_part]
    return Event(settings_of(tournament), tournament.secret, tuple(entrants), parts, next_round(tournament))


def next_round(tournament: Tournament) -> int:
    """The number of the round that is to be drawn, or that was drawn and has not begun."""
    drawn = Round.objects.filter(tournament=tournament, status=Round.Status.DRAWN).values_list("number", flat=True)
    return drawn.first() or tournament.round + 1


def standings_of(tournament: Tournament, event: Event | None = None) -> list[Standing]:
    """The standings: of the event as given, else as it is, remembered by version so that every page shows the same."""
    if event is not None or connection.in_atomic_block:  # what is not committed is not remembered
        return standings(event or event_of(tournament))
    key = (tournament.pk, tournament.version)
    with _keeping:
        known = _kept.get(key)
    if known is None:
        known = standings(event_of(tournament))
        with _keeping:
            while len(_kept) >= KEPT:
                _kept.pop(next(iter(_kept)))
            _kept[key] = known
    return known


def _part_rows(tournament: Tournament) -> list[dict[str, Any]]:
    begun = PartRow.objects.filter(round__tournament=tournament).exclude(round__status=Round.Status.DRAWN)
    return list(
        begun.order_by("round__number", "pod__number", "seat", "entry__number").values(
            "entry_id", "outcome", "seat", "place", "pod_id", "round__number", "round__stage", "pod__number",
            "pod__status", "pod__ended_at",
        )
    )  # fmt: skip


def _part(row: dict[str, Any], size: int, tournament: Tournament) -> Part:
    ended, started = row["pod__ended_at"], tournament.started_at
    return Part(
        entrant=row["entry_id"],
        round=row["round__number"],
        outcome=Outcome(row["outcome"]) if row["outcome"] and _counts(row) else None,
        pod=row["pod__number"],
        seat=row["seat"],
        place=row["place"],
        size=size,
        stage=row["round__stage"],
        void=row["pod__status"] == Pod.Status.VOID,
        ended=(ended - started).total_seconds() if ended and started else 0.0,
    )


def _counts(row: dict[str, Any]) -> bool:
    """An outcome known beforehand (who withdrew) counts once the table has ended."""
    return row["pod_id"] is None or row["pod__status"] in (Pod.Status.FINISHED, Pod.Status.VOID)


def _entrant(entry: Entry, at: datetime) -> Entrant:
    active = entry.status == Entry.Status.IN and not entry.pausing
    waiting = (at - entry.waiting_since).total_seconds() if active and entry.waiting_since else None
    return Entrant(entry.pk, entry.number, active, entry.first_round, waiting)
