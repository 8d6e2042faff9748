"""What an event waits for: in words, and as a moment to count down to."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from tournaments.models import Entry, Pod, Round, Tournament
from tournaments.selectors.event_page import EventRows

Status = Tournament.Status
BEFORE = (Status.ANNOUNCED, Status.REGISTRATION, Status.CHECK_IN)
OVER = (Status.FINISHED, Status.CANCELLED)


@dataclass(frozen=True, slots=True)
class Clock:
    """Something to count down to."""

    label: str
    at: datetime


def clock(rows: EventRows, timed: bool) -> Clock | None:
    """The next moment that matters to everybody; None where nothing is set."""
    tournament, row = rows.tournament, rows.round
    if tournament.paused or tournament.status in OVER:
        return None
    if tournament.status == Status.ANNOUNCED and tournament.registration_opens_at:
        return Clock(gettext("Registration opens in"), tournament.registration_opens_at)
    if tournament.status in BEFORE:
        return Clock(gettext("Starts in"), tournament.starts_at)
    if timed:
        return Clock(gettext("Time left"), tournament.ends_at) if tournament.ends_at else None
    if row is not None and row.status == Round.Status.DRAWN:
        return Clock(gettext("Round %(n)s starts in") % {"n": row.number}, row.starts_at)
    if row is not None and row.status == Round.Status.PLAYING and row.ends_at:
        return Clock(gettext("Round ends at the latest in"), row.ends_at)
    return None


def waiting_for(rows: EventRows, timed: bool) -> str:
    """What must happen before the event goes on; empty once it is over."""
    tournament, row = rows.tournament, rows.round
    if tournament.status in OVER:
        return ""
    if tournament.paused:
        return gettext("Paused: %(reason)s") % {"reason": tournament.get_paused_display()}
    if tournament.status in BEFORE:
        return _before(rows)
    if timed:
        return _arena(rows)
    if row is None:
        return gettext("The first round is being drawn.")
    if row.status == Round.Status.DRAWN:
        return gettext("The tables of round %(n)s are drawn and open in a moment.") % {"n": row.number}
    if row.status == Round.Status.FINISHED:
        return gettext("The next round is being drawn.")
    return _tables(rows, row)


def _before(rows: EventRows) -> str:
    tournament = rows.tournament
    inside = sum(entry.status == Entry.Status.IN for entry in rows.entries)
    if inside < tournament.min_players:
        missing = tournament.min_players - inside
        return ngettext(
            "%(n)s more player is needed for it to start.", "%(n)s more players are needed for it to start.", missing
        ) % {"n": missing}
    if tournament.status == Status.CHECK_IN:
        late = sum(entry.status == Entry.Status.IN and not (entry.checked_in or entry.bot) for entry in rows.entries)
        if late:
            return ngettext("%(n)s player has not checked in yet.", "%(n)s players have not checked in yet.", late) % {
                "n": late
            }
    return idle_words()


def idle_words() -> str:
    """What is said where there is nothing to wait for but the time."""
    return gettext("Waiting for the start.")


def _tables(rows: EventRows, row: Round) -> str:
    pods = [pod for pod in rows.pods if pod.round_id == row.pk]
    open_pods = [pod for pod in pods if pod.status in (Pod.Status.DRAWN, Pod.Status.PLAYING)]
    if not open_pods:
        return gettext("Every table has ended; the next round is being drawn.")
    if len(open_pods) <= 3:
        numbers = ", ".join(str(pod.number) for pod in open_pods)
        return ngettext("Waiting for table %(numbers)s.", "Waiting for tables %(numbers)s.", len(open_pods)) % {
            "numbers": numbers
        }
    return gettext("Waiting for %(n)s of %(all)s tables.") % {"n": len(open_pods), "all": len(pods)}


def _arena(rows: EventRows) -> str:
    tournament = rows.tournament
    still = sum(pod.status == Pod.Status.PLAYING for pod in rows.pods)
    if tournament.ends_at is not None and timezone.now() >= tournament.ends_at:
        return ngettext(
            "Time is up; %(n)s table is being finished.", "Time is up; %(n)s tables are being finished.", still
        ) % {"n": still}
    waiting = len(waiting_people(rows))
    return ngettext("%(n)s player waits for a table.", "%(n)s players wait for a table.", waiting) % {"n": waiting}


def waiting_people(rows: EventRows) -> list[Entry]:
    """Arena: who waits for a table, longest first."""
    waiting = [
        entry
        for entry in rows.entries
        if entry.status == Entry.Status.IN and entry.waiting_since is not None and not entry.pausing
    ]
    return sorted(waiting, key=lambda entry: (entry.waiting_since, entry.number))
