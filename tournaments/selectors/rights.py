"""Who may do what at an event now. Services refuse by these, pages offer by these: one truth for both."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Entry, Invitation, NoShow, Round, Tournament
from tournaments.selectors.events import event_of, format_of, next_round, settings_of

NO_SHOWS: Final = timedelta(days=14)  # how long one is remembered
FIRST_PAUSE: Final = timedelta(minutes=10)  # after the second; each further one doubles it
LONGEST_PAUSE: Final = timedelta(days=3)
PLAYERS: Final = 1024  # the most an event can have: what draws were measured with
LATE_FORMATS: Final = ("swiss_pods", "swiss_final", "arena")  # the others need everybody from the start
# What may change although somebody has entered; all else may until then. Nothing once it has begun.
HARMLESS: Final = frozenset({
    "name", "starts_at", "timezone", "min_players", "max_players", "min_games", "guests", "invite_only", "password",
})  # fmt: skip
OPEN: Final = (Tournament.Status.REGISTRATION, Tournament.Status.CHECK_IN)


def may_organise(tournament: Tournament, user: Any) -> bool:
    """Whether this person directs the event: its organiser, or an admin of the site."""
    if user is None or not user.is_authenticated:
        return False
    return bool(user.is_staff or (tournament.organiser_id is not None and tournament.organiser_id == user.pk))


def is_entered(tournament: Tournament) -> bool:
    """Whether anybody is in, or waits for a place."""
    return Entry.objects.filter(tournament=tournament, status__in=(Entry.Status.IN, Entry.Status.WAITING)).exists()


def entry_of(tournament: Tournament, user: Any) -> Entry | None:
    """Somebody's own entry, withdrawn ones too."""
    if user is None or not user.is_authenticated:
        return None
    return Entry.objects.filter(tournament=tournament, user=user).first()


def may_check_in(tournament: Tournament, entry: Entry | None) -> bool:
    """Whether there is something to check in for."""
    waiting = entry is not None and entry.status in (Entry.Status.IN, Entry.Status.WAITING)
    return tournament.status == Tournament.Status.CHECK_IN and waiting and entry is not None and not entry.checked_in


def may_withdraw(tournament: Tournament, entry: Entry | None) -> bool:
    """Whether there is something to withdraw from."""
    over = tournament.status in (Tournament.Status.FINISHED, Tournament.Status.CANCELLED)
    return entry is not None and not over and entry.status in (Entry.Status.IN, Entry.Status.WAITING)


def first_round_of_newcomers(tournament: Tournament) -> int:
    """The round that somebody who enters now would play first: the drawn one if it has not begun, else the next."""
    return next_round(tournament) if tournament.status == Tournament.Status.RUNNING else 1


def entering_is_open(tournament: Tournament, now: datetime | None = None) -> bool:
    """Whether new people may still enter: before the start, and for a while after it."""
    if tournament.status in OPEN:
        return True
    if tournament.status != Tournament.Status.RUNNING:
        return False
    if format_of(tournament).timed:
        until = tournament.started_at and tournament.started_at + timedelta(minutes=tournament.late_rounds)
        return until is not None and (now or timezone.now()) < until
    return first_round_of_newcomers(tournament) <= tournament.late_rounds + 1


def can_still_play(tournament: Tournament, now: datetime | None = None) -> bool:
    """Whether somebody who came in now, at the organiser's word, would still get to play in a running event."""
    if format_of(tournament).timed:
        return tournament.ends_at is not None and (now or timezone.now()) < tournament.ends_at
    late = tournament.format in LATE_FORMATS
    return late and first_round_of_newcomers(tournament) <= settings_of(tournament).rounds


def returning_is_open(tournament: Tournament, entry: Entry) -> bool:
    """Whether somebody who took part and left may come back: while there is a round they could be drawn for."""
    if tournament.status != Tournament.Status.RUNNING or entry.barred or not entry.parts.exists():
        return False
    event = event_of(tournament)
    back = tuple(replace(one, active=True) if one.id == entry.pk else one for one in event.entrants)
    return can_return(tournament) and entry.pk in format_of(tournament).still_in(replace(event, entrants=back))


def can_return(tournament: Tournament) -> bool:
    """Whether there is a further round, as far as that is known beforehand; an arena while its time is not up."""
    if format_of(tournament).timed:
        return can_still_play(tournament)
    planned = planned_rounds(tournament)
    begun = Round.objects.filter(tournament=tournament).exclude(status=Round.Status.DRAWN)
    return planned is None or not begun.filter(number__gte=planned).exists()


def planned_rounds(tournament: Tournament) -> int | None:
    """How many rounds there are to be, with the entrants of today; None where nobody can know (arena)."""
    entries = Entry.objects.filter(tournament=tournament)
    playing = entries.filter(status=Entry.Status.IN).count()
    if tournament.status not in (*OPEN, Tournament.Status.ANNOUNCED):
        playing = max(playing, entries.filter(parts__isnull=False).distinct().count())
    return format_of(tournament).planned_rounds(settings_of(tournament), playing)


def paused_until(user: Any, now: datetime | None = None) -> datetime | None:
    """Until when somebody who repeatedly did not come may enter nothing; None when they may.

    Two no-shows within 14 days: 10 minutes from the last one; each further one doubles the pause, to 3 days at most.
    """
    at = now or timezone.now()
    shows = NoShow.objects.filter(user=user, at__gt=at - NO_SHOWS).order_by("-at")
    times = list(shows.values_list("at", flat=True)[:20])
    if len(times) < 2:
        return None
    until = times[0] + min(FIRST_PAUSE * 2 ** (len(times) - 2), LONGEST_PAUSE)
    return until if until > at else None


def minutes_until(at: datetime, now: datetime | None = None) -> int:
    """Whole minutes from now, rounded up, at least 1."""
    return max(1, -int(-((at - (now or timezone.now())).total_seconds()) // 60))


def why_not_enter(tournament: Tournament, user: Any, games: int | None = None) -> str:
    """Why this person may not enter, in words; empty when they may (a password aside). `games`: they finished."""
    if user is None or not user.is_authenticated:
        return _("Sign in to enter.")
    if getattr(user, "is_guest", False) and not tournament.guests:
        return _("Guests cannot enter this tournament. Sign up to enter: everything you played is kept.")
    if tournament.invite_only and not is_invited(tournament, user):
        return _("This tournament is for invited people.")
    if games is not None and games < tournament.min_games:
        return _("You need %(n)d finished games to enter; you have %(games)d.") % {
            "n": tournament.min_games,
            "games": games,
        }
    return ""


def is_invited(tournament: Tournament, user: Any) -> bool:
    """Whether an event by invitation is open to this person."""
    return tournament.organiser_id == user.pk or Invitation.objects.filter(tournament=tournament, user=user).exists()
