"""Before the first round: registration and check-in open, the event begins, or is called off for want of people."""

from datetime import timedelta

from django.utils import timezone

from tournaments import selectors
from tournaments.models import Entry, LogLine, Tournament
from tournaments.services.creating import call_off
from tournaments.services.entering import move_up
from tournaments.services.locked import Locked, locked

Status = Tournament.Status
Kind = LogLine.Kind


def step(tournament: Tournament) -> bool:
    """Do what is due before an event has begun. Whether anything was done. Late is late: each step is done once."""
    due = selectors.due_at(tournament, timezone.now())
    if due is None or due > timezone.now():
        return False
    with locked(tournament.pk) as event:
        row = event.tournament
        row.failures, row.retry_at = 0, None
        if row.status == Status.ANNOUNCED and (row.registration_opens_at or event.now) <= event.now:
            row.status = Status.REGISTRATION
        elif row.status in (Status.REGISTRATION, Status.CHECK_IN) and row.starts_at <= event.now:
            _begin(event)
        elif row.status == Status.REGISTRATION and _checkin_is_open(event):
            row.status = Status.CHECK_IN
        else:
            event.nothing()
            return False
    return True


def _checkin_is_open(event: Locked) -> bool:
    opens = selectors.checkin_opens_at(event.tournament)
    return opens is not None and opens <= event.now


def _begin(event: Locked) -> None:
    tournament = event.tournament
    if tournament.status == Status.CHECK_IN:  # a check-in that never opened (the site was down) drops nobody
        _drop_unchecked(event)
        move_up(event, checked_in=True)
    players = tournament.entries.filter(status=Entry.Status.IN).count()
    if players < max(2, tournament.min_players):
        call_off(event, "too_few", players=players)
        return
    tournament.status, tournament.started_at = Status.RUNNING, event.now
    if selectors.format_of(tournament).timed:
        tournament.ends_at = event.now + timedelta(minutes=selectors.settings_of(tournament).minutes)
        waiting = tournament.entries.filter(status=Entry.Status.IN, pausing=False)
        waiting.update(waiting_since=event.now)
    event.log(Kind.STARTED, players=players)
    event.soon = True


def _drop_unchecked(event: Locked) -> None:
    for entry in event.tournament.entries.filter(checked_in=False, status=Entry.Status.IN):
        entry.status = Entry.Status.DROPPED
        entry.save(update_fields=["status"])
        event.log(Kind.DROPPED, entry=entry.number, why="check-in")
