"""Rounds end, and so does the event: with standings, once, and never while a table is unfinished."""

from dataclasses import replace
from datetime import datetime

from django.db.models import Exists, OuterRef
from django.utils import timezone

from games import api
from tournaments import selectors
from tournaments.formats.base import Event, Standing
from tournaments.models import Entry, LogLine, Pod, Round, Tournament
from tournaments.services import keys
from tournaments.services.locked import Locked, locked

Kind = LogLine.Kind


def close_rounds(tournament: Tournament) -> bool:
    """End every round whose tables have all ended. Whether there was one."""
    if not _ended_rounds(tournament).exists():
        return False
    with locked(tournament.pk) as event:
        rounds = list(_ended_rounds(event.tournament))
        for row in rounds:
            _close(event, row)
        if not rounds:
            event.nothing()
    return bool(rounds)


def close_arena(tournament: Tournament) -> bool:
    """End an arena whose time is up, or whose people have all gone, once its last table has ended."""
    now = timezone.now()
    if not selectors.format_of(tournament).timed or not arena_is_over(tournament, now):
        return False
    if tournament.rounds.exclude(status=Round.Status.FINISHED).exists():
        return False
    return bool(finish(tournament.pk, selectors.event_of(tournament, now)))


def arena_is_over(tournament: Tournament, now: datetime) -> bool:
    """Whether nobody will be seated any more."""
    over = tournament.ends_at is not None and now >= tournament.ends_at
    return over or selectors.people_gone(tournament)


def finish(tournament_id: int, snapshot: Event) -> bool | None:
    """Close the event with its standings. None: it has changed since the snapshot, False: rounds are unfinished."""
    tournament = Tournament.objects.get(pk=tournament_id)
    standings = selectors.standings_of(tournament, snapshot)
    with locked(tournament_id) as event:
        tournament = event.tournament
        unfinished = tournament.rounds.exclude(status=Round.Status.FINISHED).exists()
        if unfinished or tournament.status != Tournament.Status.RUNNING or tournament.paused:
            event.nothing()
            return False
        if not same_inputs(selectors.event_of(tournament, event.now), snapshot):
            event.nothing()
            return None
        _place(tournament, standings)
        tournament.entries.filter(status=Entry.Status.WAITING).update(status=Entry.Status.DROPPED)
        tournament.entries.update(waiting_since=None)
        tournament.status, tournament.ended_at = Tournament.Status.FINISHED, event.now
        tournament.failures, tournament.retry_at, tournament.drawing_until = 0, None, None
        event.log(Kind.FINISHED)
    return True


def same_inputs(one: Event, other: Event) -> bool:
    """Whether draws and standings of one are those of the other; how long people have been waiting is no matter."""
    return _timeless(one) == _timeless(other)


def place_all(tournament: Tournament) -> None:
    """Write the final places anew, after a correction. Under the lock."""
    _place(tournament, selectors.standings_of(tournament, selectors.event_of(tournament)))


def _place(tournament: Tournament, standings: list[Standing]) -> None:
    places = {standing.entrant: standing.place for standing in standings}
    entries = list(tournament.entries.filter(pk__in=places))
    for entry in entries:
        entry.place = places[entry.pk]
    Entry.objects.bulk_update(entries, ["place"], batch_size=500)


def _ended_rounds(tournament: Tournament):  # type: ignore[no-untyped-def]
    open_pods = Pod.objects.filter(round=OuterRef("pk"), status__in=(Pod.Status.DRAWN, Pod.Status.PLAYING))
    playing = tournament.rounds.filter(status=Round.Status.PLAYING)
    return playing.filter(~Exists(open_pods)).order_by("number")


def _close(event: Locked, row: Round) -> None:
    row.status, row.ended_at = Round.Status.FINISHED, event.now
    row.save(update_fields=["status", "ended_at"])
    open_gates(row)
    if not selectors.format_of(event.tournament).timed:
        event.log(Kind.ROUND_ENDED, round=row.number)


def open_gates(row: Round) -> None:
    """Everything about the tables of a round may be shown, those that were played anew too."""
    api.open_gate([key for pod in row.pods.all() for key in keys.all_of(pod.event_key)])


def _timeless(event: Event) -> Event:
    return replace(event, entrants=tuple(replace(entrant, waiting=None) for entrant in event.entrants))
