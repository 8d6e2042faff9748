"""What an event may ask about a person."""

from games.models import Match, Seat


def games_played(user_id: int) -> int:
    """How many games the person finished: those they left, or a house bot finished for them, do not count."""
    return Seat.objects.filter(user_id=user_id, left=False, match__status=Match.Status.OVER).count()
