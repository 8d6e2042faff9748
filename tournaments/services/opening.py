"""A round begins: its tables open, each in a transaction of its own few, and its people are called.

Killed between two tables, the next step opens the rest: a pod that is not open yet is one that is `drawn` in a round
that is `playing`. A table has one key, so it cannot be made twice.
"""

from datetime import datetime, timedelta
from typing import Final

from django.urls import reverse

from games import api
from tournaments import selectors
from tournaments.formats.base import Outcome
from tournaments.models import Entry, LogLine, Part, Pod, Round, Tournament
from tournaments.selectors import inputs
from tournaments.services import keys
from tournaments.services.drawing import is_stale, late_for
from tournaments.services.locked import Locked, locked
from tournaments.services.settling import close_without_a_game

AT_ONCE: Final = 4  # tables made under one lock
HOUSE: Final = api.HOUSE_BOT


def open_next(tournament: Tournament) -> bool:
    """Begin the drawn round if it is time, or open further tables of one that has begun. Whether anything was done."""
    rounds = tournament.rounds
    if Pod.objects.filter(
        round__tournament=tournament, round__status=Round.Status.PLAYING, status=Pod.Status.DRAWN
    ).exists():
        return _open_tables(tournament.pk)
    drawn = rounds.filter(status=Round.Status.DRAWN).first()
    return drawn is not None and bool(drawn.inputs) and _begin(tournament.pk)


def _begin(tournament_id: int) -> bool:
    with locked(tournament_id) as event:
        row = event.tournament.rounds.filter(status=Round.Status.DRAWN).first()
        if row is None or not _may_begin(event, row):
            event.nothing()
            return False
        row.status = Round.Status.PLAYING
        minutes = event.tournament.round_minutes
        row.ends_at = event.now + timedelta(minutes=minutes) if minutes else None
        row.save(update_fields=["status", "ends_at"])
        if not selectors.format_of(event.tournament).timed:
            late_for(event, row)
            event.log(LogLine.Kind.ROUND_STARTED, round=row.number)
        event.tournament.failures, event.tournament.retry_at = 0, None
        event.soon = True
    return True


def _may_begin(event: Locked, row: Round) -> bool:
    """It is time, and the draw is of the people of now; or the time had passed when it was made, and it holds."""
    tournament = event.tournament
    if tournament.status != Tournament.Status.RUNNING or tournament.paused:
        return False
    if not row.inputs or row.starts_at > event.now:
        return False
    return inputs.drawn_at(row) >= row.starts_at or not is_stale(tournament, row)


def _open_tables(tournament_id: int) -> bool:
    with locked(tournament_id) as event:
        pods = Pod.objects.filter(round__tournament=event.tournament, round__status=Round.Status.PLAYING)
        batch = list(pods.filter(status=Pod.Status.DRAWN).select_related("round")[:AT_ONCE])
        if not batch or event.tournament.paused or event.tournament.status != Tournament.Status.RUNNING:
            event.nothing()
            return False
        for pod in batch:
            _open(event, pod)
        event.tournament.failures, event.tournament.retry_at = 0, None
        event.soon = True
    return True


def _open(event: Locked, pod: Pod) -> None:
    parts = list(pod.parts.select_related("entry").order_by("seat"))
    for part in parts:
        if part.entry is not None and part.entry.status != Entry.Status.IN and not part.outcome:
            part.outcome, part.bot = Outcome.FORFEIT, HOUSE  # went after the draw: the house bot plays from the start
            part.save(update_fields=["outcome", "bot"])
    if all(part.bot for part in parts):
        close_without_a_game(event, pod)
        return
    seats = [_seat(part, event.tournament) for part in parts]
    people = any(seat.user_id is not None for seat in seats)
    ref = api.create(pod.event_key, event.tournament.options, seats, **_table(event, pod, people))
    pod.table, pod.status = ref.slug, Pod.Status.PLAYING
    pod.save(update_fields=["table", "status"])


def _seat(part: Part, tournament: Tournament) -> api.SeatSpec:
    entry = part.entry
    if entry is None or part.bot:
        return api.SeatSpec(bot=part.bot or HOUSE)
    if entry.bot:
        return api.SeatSpec(bot=entry.bot)
    return api.SeatSpec(user_id=entry.user_id, nonce=entry.nonce if tournament.duplicate else "")


def _table(event: Locked, pod: Pod, people: bool) -> dict[str, object]:
    tournament, row = event.tournament, pod.round
    return {
        "title": tournament.name,
        "url": reverse("tournaments:event", args=[tournament.slug]),
        "pace": tournament.pace,
        "bot_pace": tournament.bot_pace,
        "starts_by": event.now + timedelta(seconds=tournament.grace_seconds) if people else None,
        "ends_by": _ends_by(event, pod),
        "secret": bytes.fromhex(row.secret) if row.secret else None,
        "nonces": row.nonces,
        "sealed": tournament.duplicate,
    }


def _ends_by(event: Locked, pod: Pod) -> datetime | None:
    """The round's limit; a table that is played anew has as long as the others had."""
    if pod.round.ends_at is None or keys.times(pod.event_key) == 1:
        return pod.round.ends_at
    return event.now + timedelta(minutes=event.tournament.round_minutes)
