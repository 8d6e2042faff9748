"""The rows of one table, which every move reads several times over, by prepared queries."""

from typing import Any, Final

from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import F

from games.models import Match, Seat
from games.prepared import Prepared

USER_FIELDS: Final = ("id", "username", "is_guest")  # what a table shows of a person; more is read when asked for


_MATCH: Final = {
    (name, lock): Prepared(
        lambda name=name, value=value, lock=lock: (  # type: ignore[misc]
            Match.objects.select_for_update() if lock else Match.objects.all()
        ).filter(**{name: value})
    )
    for name, value in (("pk", 0), ("slug", ""))
    for lock in (False, True)
}
STANDING: Final = Prepared(  # of a person (id) at a table (slug): for services.play, before it takes the lock
    lambda: (
        Seat.objects.filter(match__slug="", user=0)
        .order_by()
        .values_list("match_id", "index", "match__status", "match__seq", "match__acted_seq", "match__dealt_seq")
    )
)
_SEATS: Final = Prepared(
    lambda: (
        Seat.objects.filter(match=0)
        .order_by("index")
        .annotate(user_name=F("user__username"), user_guest=F("user__is_guest"), person_name=F("stands_for__username"))
    )
)


def match_row(of: str | int, lock: bool = False) -> Match | None:
    """A match by slug or id; `lock`: for the rest of the transaction, as select_for_update does."""
    found = _MATCH["pk" if isinstance(of, int) else "slug", lock].rows(Match, of)
    return found[0] if found else None


def seat_rows(match: Match) -> list[Seat]:
    """The seats of a match in order, with what a table shows of their people."""
    seats = _SEATS.rows(Seat, match.pk)
    for seat in seats:
        seat.match = match
        if seat.user_id is not None:
            seat.user = _person(seat.user_id, seat.user_name, seat.user_guest)
        if seat.stands_for_id is not None:
            seat.stands_for = _person(seat.stands_for_id, seat.person_name, False)
    return seats


def _person(user_id: int, name: str, guest: Any) -> Any:
    return get_user_model().from_db(connection.alias, USER_FIELDS, (user_id, name, bool(guest)))
