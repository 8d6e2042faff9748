"""Before an account is deleted, or when it is banned: called through the settings, ahead of the games."""

from typing import Any

from django.db import transaction

from tournaments.models import Entry, LogLine, Series, Tournament
from tournaments.services.entering import move_up
from tournaments.services.leaving import go
from tournaments.services.locked import ENDED, locked


def leave_everything(user: Any) -> None:
    """Withdraw from every event that is not over, and take the name from every entry. Doing it twice changes nothing.

    Events that the person organised run on by themselves; an admin of the site may direct them. Recurring ones end.
    """
    entries = Entry.objects.filter(user=user)
    for tournament_id in _not_over(user):
        _leave(tournament_id, user, forget=True)
    with transaction.atomic():
        Series.objects.filter(organiser=user).update(active=False)
        Tournament.objects.filter(organiser=user).update(organiser=None)
        LogLine.objects.filter(by=user).update(by=None)
        entries.update(user=None, name="")


def withdraw_everywhere(user: Any) -> None:
    """Withdraw from every event that is not over. Doing it twice changes nothing."""
    for tournament_id in _not_over(user):
        _leave(tournament_id, user)


def _not_over(user: Any) -> set[int]:
    entries = Entry.objects.filter(user=user).exclude(tournament__status__in=ENDED)
    return set(entries.values_list("tournament_id", flat=True))


def _leave(tournament_id: int, user: Any, forget: bool = False) -> None:
    with locked(tournament_id) as event:
        entry = event.tournament.entries.filter(user=user).first()
        if entry is None or event.tournament.status in ENDED:
            event.nothing()
            return
        if entry.status in (Entry.Status.IN, Entry.Status.WAITING):
            event.log(LogLine.Kind.WITHDREW, entry=entry.number)
            go(event, entry)
            move_up(event)
        if forget:
            Entry.objects.filter(pk=entry.pk).update(user=None, name="")
