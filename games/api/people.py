"""What an event may ask about a person."""

from games.models import Seat
from games.selectors.people import blocked_among


def keep_apart(user_id: int, other_id: int | None) -> bool:
    """Whether one of the two blocks the other."""
    return blocked_among(user_id, [] if other_id is None else [other_id])


def games_played(user_id: int) -> int:
    """How many games the person finished: those they left, or a house bot finished for them, do not count."""
    return Seat.objects.filter(user_id=user_id, left=False, place__isnull=False).count()
