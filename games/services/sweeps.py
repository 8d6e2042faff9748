"""What the periodic sweep does: keep the clocks' heartbeat, find tables that are late, and set failing ones aside."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone
from django.utils.module_loading import import_string

from games import broadcast, hints, metrics
from games.models import Heartbeat, Match, Seat

BEAT: Final = "clocks"
WEB: Final = "web"
BEAT_EVERY: Final = timedelta(seconds=1)
BEAT_LATE: Final = timedelta(seconds=5)  # a longer gap between two sweeps is an absence of the server, or a set clock
LATE: Final = timedelta(seconds=2)  # hints have had their chance by then
DESERTED: Final = timedelta(minutes=15)
UNTOLD: Final = timedelta(minutes=1)
BATCH: Final = 50
AFTER_A_GAP: Final = timedelta(seconds=20)  # at least that long people may still come once the server is back
MAX_PUSH_SECONDS: Final = 300
_noted: tuple[datetime, bool] | None = None  # when this process last looked, and whether the clocks ran


def beat() -> None:
    """Note that the clocks are watched. After a gap, shift them: nobody is charged for the server's own absence.

    A clock of the machine that was set forward looks like a gap; one that was set back takes all moments back with it.
    """
    now = timezone.now()
    if Heartbeat.objects.filter(name=BEAT, at__gt=now - BEAT_EVERY, at__lte=now + BEAT_LATE).exists():
        _note(now, True)
        return
    if Heartbeat.objects.filter(name=WEB, at__lt=now - BEAT_LATE).exists():
        _note(now, False)
        return  # nobody can move: it is as if the server were away
    with transaction.atomic():
        Heartbeat.objects.get_or_create(name=BEAT, defaults={"at": now})
        row = Heartbeat.objects.select_for_update().get(name=BEAT)
        metrics.LATE.labels("sweep").observe(max(0.0, (now - row.at - BEAT_EVERY).total_seconds()))
        if now - row.at > BEAT_LATE:
            _shift_clocks(row.at, now)
        elif row.at - now > BEAT_LATE:
            _set_back(now, row.at - now)
            row.at = now
        row.at = max(row.at, now)
        row.save(update_fields=["at"])
    _note(now, True)


def web_is_here() -> None:
    """Note that people can reach the site, and whether clocks run here. Web processes call it once a second."""
    now = timezone.now()
    _note(now, clocks_run())
    mine = Heartbeat.objects.filter(name=WEB)
    if not mine.filter(at__gt=now - BEAT_EVERY, at__lte=now).exists() and not mine.update(at=now):
        Heartbeat.objects.get_or_create(name=WEB, defaults={"at": now})


def time_is_charged(now: datetime) -> bool:
    """Whether a move is charged for its time: not while clocks stand still, as far as this process has noted."""
    return _noted is None or (_noted[1] and abs(now - _noted[0]) <= BEAT_LATE)


def _note(now: datetime, run: bool) -> None:
    global _noted
    _noted = now, run


def clocks_run() -> bool:
    """Whether time may be charged: not after an absence, or a set clock, that no sweep has yet made good."""
    at = Heartbeat.objects.filter(name=BEAT).values_list("at", flat=True).first()
    return at is None or abs(timezone.now() - at) <= BEAT_LATE


def late_matches() -> list[int]:
    """Ids of tables that should have been acted on, longest first.

    People's clocks and waiting tables are never hinted, so they count at once; bots' turns when two seconds late.
    """
    now = timezone.now()
    unhinted = Q(status=Match.Status.WAITING) | Q(due_at__gt=F("clock_from") + hints.SOON)
    late = Q(due_at__lte=now - LATE) | (Q(due_at__lte=now) & unhinted)
    rows = Match.objects.filter(late, due_at__isnull=False).order_by("due_at")
    return list(rows.values_list("pk", flat=True)[:BATCH])


def set_aside(match_id: int) -> None:
    """Push a table on which acting failed forward, further each time, so that it never holds up the others."""
    match = Match.objects.filter(pk=match_id).first()
    if match is not None:
        wait = timedelta(seconds=min(2 ** (match.failures + 1), MAX_PUSH_SECONDS))
        failures = min(match.failures + 1, 1000)
        Match.objects.filter(pk=match_id).update(failures=failures, due_at=timezone.now() + wait)


def cleared(match_id: int) -> None:
    """Acting worked: forget earlier failures."""
    Match.objects.filter(pk=match_id, failures__gt=0).update(failures=0)


def untold_matches() -> list[int]:
    """Ids of ended matches of which the listeners have not been told, although there was time to."""
    ended = Q(status__in=(Match.Status.OVER, Match.Status.ABORTED), ended_at__lte=timezone.now() - timedelta(seconds=5))
    rows = Match.objects.filter(ended, listeners_done=False).order_by("ended_at")
    return list(rows.values_list("pk", flat=True)[:BATCH])


def deserted_matches() -> list[int]:
    """Ids of waiting tables without any person, and of public live ones whose people have all gone away."""
    now = timezone.now()
    persons = Seat.objects.filter(match=OuterRef("pk"), user__isnull=False)
    here = persons.filter(seen_at__gt=now - DESERTED)
    passing = Q(pace=Match.Pace.LIVE, visibility=Match.Visibility.PUBLIC)
    old = now - timedelta(minutes=1)
    waiting = Match.objects.filter(status=Match.Status.WAITING, event_key="", created_at__lte=old)
    deserted = waiting.filter(~Exists(persons) | (passing & ~Exists(here)))
    return list(deserted.values_list("pk", flat=True)[:BATCH])


def tell_again() -> None:
    """Have sockets of all tables that changed of late look again: whoever changed one may have died with the news."""
    since = timezone.now() - UNTOLD
    recent = Q(status=Match.Status.PLAYING, acted_at__gt=since) | Q(status=Match.Status.OVER, ended_at__gt=since)
    for match_id, seq in Match.objects.filter(recent).values_list("pk", "seq"):
        broadcast.table_changed(match_id, seq)


def told(match_ids: Iterable[int]) -> None:
    """Note that all listeners have taken the results of these matches."""
    Match.objects.filter(pk__in=list(match_ids)).update(listeners_done=True)


def _shift_clocks(last: datetime, now: datetime) -> None:
    """Clocks that ran before the gap stop for its length; those started within it start now."""
    playing = Match.objects.filter(status=Match.Status.PLAYING)
    playing.filter(clock_from__gte=last, clock_from__lt=now).update(clock_from=now)
    playing.filter(clock_from__lt=last).update(clock_from=F("clock_from") + (now - last))
    playing.filter(started_at__lt=last).update(ends_by=F("ends_by") + (now - last))
    _call_again(last, now)


def _set_back(now: datetime, by: timedelta) -> None:
    """The machine's clock was set back: what was to come after some seconds still comes after those.

    Where somebody has acted since, or nobody for so long, nothing waits for more than it should. What others did since
    `now` was read is some moments ahead of it as well.
    """
    ahead = now + BEAT_LATE
    going = Match.objects.filter(status__in=(Match.Status.WAITING, Match.Status.PLAYING), acted_at__gt=ahead)
    moments = ("clock_from", "acted_at", "ends_by", "starts_by", "fill_with_bots_at", "due_at")
    going.update(**{name: F(name) - by for name in moments})
    for path in settings.GAMES_CLOCK_SET_BACK:
        import_string(path)(ahead, by)


def _call_again(last: datetime, now: datetime) -> None:
    """Who could not come to a called table because the server was away may still come."""
    called = Match.objects.filter(status=Match.Status.WAITING, starts_by__isnull=False)
    called.filter(created_at__lt=last).update(starts_by=F("starts_by") + (now - last))
    called.filter(starts_by__lt=now + AFTER_A_GAP).update(starts_by=now + AFTER_A_GAP)
    called.update(due_at=F("starts_by"))
    people = list(Seat.objects.filter(match__in=called, user__isnull=False).values_list("match_id", "user_id"))
    for match_id in {match_id for match_id, _ in people}:
        transaction.on_commit(partial(broadcast.table_changed, match_id, 0))
    transaction.on_commit(partial(broadcast.turns_changed, {user_id for _, user_id in people}))
