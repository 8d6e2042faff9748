"""Playing with one click: against three bots now, or with the next people who come."""

from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from games import pace
from games.models import Heartbeat, Match
from games.selectors import lists
from games.services.errors import Refused
from games.services.play import Done
from games.services.tables import TableSpec, create_table, join

OPPONENTS: Final = ("easy", "medium", "hard")
QUICK_SEATS: Final = 4


def play_now(user: Any, nonce: str = "", ticket: str = "") -> Done:
    """A table of one person and three bots, which starts at once. Raises Malformed, Conflict."""
    spec = TableSpec(seats=4, bots=OPPONENTS, visibility=Match.Visibility.UNLISTED, nonce=nonce, ticket=ticket)
    return create_table(user, spec)


def quick_seat(user: Any, fill: bool = True, nonce: str = "", ticket: str = "") -> Done:
    """The next open table with people; without one a new table, which with `fill` fills with bots after a minute.

    People who block each other are not brought together. Somebody who waits at such a table already stays there.
    Raises Malformed, Conflict.
    """
    with transaction.atomic():
        _one_at_a_time()
        waiting_at = lists.quick_table_of(user)
        if waiting_at is not None:
            return Done(waiting_at.slug, waiting_at.seq)
        for slug in lists.tables_to_join(user):
            try:
                return join(slug, user, nonce)
            except Refused:
                continue  # somebody was quicker
        fill_after = pace.QUICK_FILL if fill else None
        spec = TableSpec(seats=QUICK_SEATS, nonce=nonce, ticket=ticket, fill_after=fill_after)
        return create_table(user, spec)


def _one_at_a_time() -> None:
    """Two people who click at once meet, instead of each opening a table: they queue at one row."""
    Heartbeat.objects.get_or_create(name="quick seat", defaults={"at": timezone.now()})
    Heartbeat.objects.select_for_update().get(name="quick seat")
