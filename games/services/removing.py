"""Taking a game away for good, because somebody's privacy asks for it. For admins; the one exception to "a log is never
deleted"."""

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from games import broadcast
from games.models import Match
from games.services.errors import Conflict, NotFound

ENDED = (Match.Status.OVER, Match.Status.ABORTED)


def is_removable(match: Match) -> bool:
    """A game may go once it has ended and everybody who counts on its result has it."""
    return match.status in ENDED and match.listeners_done and not match.gated


def remove(slug: str) -> None:
    """Delete an ended game with its log: gone from lists, profiles and figures, and its addresses answer 404.

    A tournament keeps the places and loses the link (settings.GAMES_MATCH_REMOVED).
    Raises NotFound (also the second time), Conflict.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update().filter(slug=slug).first()
        if match is None:
            raise NotFound(_("There is no such table."))
        if not is_removable(match):
            raise Conflict(_("A game can be removed once it is over, and its tournament's round too."))
        match_id, seq = match.pk, match.seq
        for path in settings.GAMES_MATCH_REMOVED if match.event_key else ():
            import_string(path)(match.event_key)
        match.delete()
        transaction.on_commit(lambda: broadcast.table_changed(match_id, seq))
        transaction.on_commit(broadcast.lobby_changed)
