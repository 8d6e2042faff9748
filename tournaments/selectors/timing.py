"""When the server must act next at a tournament, and which ones are due."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Q
from django.utils import timezone

from tournaments.models import Entry, Pod, Round, Tournament
from tournaments.selectors.events import format_of

POLL: Final = timedelta(seconds=10)  # how often results are asked for, should nobody have told of them
WAVE: Final = timedelta(seconds=1)  # how often an arena looks whether those who wait can be seated
BATCH: Final = 50


def checkin_opens_at(tournament: Tournament) -> datetime | None:
    """When check-in opens; None for an event without."""
    if not tournament.checkin_minutes:
        return None
    return tournament.starts_at - timedelta(minutes=tournament.checkin_minutes)


def due_at(tournament: Tournament, now: datetime) -> datetime | None:
    """When something has to be done; None when nothing ever has (it is over, or paused without a table in play)."""
    status = Tournament.Status
    if tournament.status == status.RUNNING:
        return _running(tournament, now)
    if tournament.paused or tournament.status in (status.FINISHED, status.CANCELLED):
        return None
    at = tournament.starts_at
    if tournament.status == status.ANNOUNCED:
        at = tournament.registration_opens_at or now
    elif tournament.status == status.REGISTRATION:
        at = checkin_opens_at(tournament) or at
    return max(at, tournament.retry_at or at)


def due_tournaments() -> list[int]:
    """Ids of tournaments at which something is due, the longest first."""
    rows = Tournament.objects.filter(due_at__lte=timezone.now()).order_by("due_at")
    return list(rows.values_list("pk", flat=True)[:BATCH])


def people_gone(tournament: Tournament) -> bool:
    """Whether people took part and every one of them has left."""
    people = Entry.objects.filter(tournament=tournament, bot="").exclude(status=Entry.Status.WAITING)
    return people.exists() and not people.filter(status=Entry.Status.IN).exists()


def _running(tournament: Tournament, now: datetime) -> datetime | None:
    rounds = _unfinished(tournament)
    playing = [row for row in rounds if row.status == Round.Status.PLAYING]
    if any(row.drawn + row.open == 0 for row in playing):
        return now  # to be closed
    times = [now + POLL] if any(row.open for row in playing) else []
    if not tournament.paused:
        times.append(_next_step(tournament, rounds, now))
    return min(times, default=None)


def _next_step(tournament: Tournament, rounds: list[Round], now: datetime) -> datetime:
    """When to open or draw. Not before a failed step is to be tried again, nor while somebody draws."""
    at = [row.starts_at for row in rounds if row.status == Round.Status.DRAWN]
    at += [now for row in rounds if row.status == Round.Status.PLAYING and row.drawn]
    if not at:
        at = [_next_draw(tournament, rounds, now)]
    return max(min(at), tournament.retry_at or now)


def _next_draw(tournament: Tournament, rounds: list[Round], now: datetime) -> datetime:
    busy = tournament.drawing_until or now
    if not format_of(tournament).timed:
        return now + POLL if rounds else max(now, busy)
    ends_at = tournament.ends_at or now
    if ends_at <= now or people_gone(tournament):
        return now + POLL if rounds else now
    waiting = Entry.objects.filter(tournament=tournament, status=Entry.Status.IN, waiting_since__isnull=False)
    if waiting.count() > 1:
        return max(now + WAVE, busy)
    return min(now + POLL, ends_at)


def _unfinished(tournament: Tournament) -> list[Round]:
    """Rounds not finished, with `drawn` (pods not opened yet) and `open` (pods in play)."""
    rounds = Round.objects.filter(tournament=tournament).exclude(status=Round.Status.FINISHED)
    counted = rounds.defer("inputs", "cost", "nonces").annotate(
        drawn=Count("pods", filter=Q(pods__status=Pod.Status.DRAWN)),
        open=Count("pods", filter=Q(pods__status=Pod.Status.PLAYING)),
    )
    return list(counted.order_by("number"))
