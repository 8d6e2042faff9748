"""What to do when the machine's clock turns out to have been ahead."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import F

from tournaments.models import Round, Tournament

OF_EVENTS: Final = ("due_at", "retry_at", "drawing_until")
OF_ROUNDS: Final = ("starts_at", "ends_at")


def clock_set_back(ahead: datetime, by: timedelta) -> None:
    """In events that run, what was to come after some seconds still comes after those. Announced times stay.

    Moments after `ahead` were written by the clock as it was.
    """
    running = Tournament.objects.filter(status=Tournament.Status.RUNNING)
    rounds = Round.objects.filter(tournament__in=running).exclude(status=Round.Status.FINISHED)
    for rows, names in ((running, OF_EVENTS), (rounds, OF_ROUNDS)):
        for name in names:
            rows.filter(**{f"{name}__gt": ahead}).update(**{name: F(name) - by})
