"""Mail for tables at which a turn takes days: once a turn, and only if the person did not come by themselves.

An event's table calls its people by mail as well, at once: they have until `starts_by`. Nobody is written to at an
address that they did not prove: it may be a stranger's.
"""

import logging
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.core.mail import send_mail
from django.db.models import Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.module_loading import import_string

from games import pace
from games.models import Match, Seat
from games.selectors import folds

log = logging.getLogger(__name__)
PATIENCE: Final = timedelta(minutes=2)  # somebody who is playing right now gets no mail
BATCH: Final = 100


def matches_to_tell() -> list[int]:
    """Ids of `days` tables whose turn, or whose call, nobody was told of."""
    playing = Q(status=Match.Status.PLAYING, clock_from__lte=timezone.now() - PATIENCE)
    called = Q(status=Match.Status.WAITING, starts_by__isnull=False)
    due = Match.objects.filter(playing | called, mail_due=True)
    return list(due.order_by("clock_from", "pk").values_list("pk", flat=True)[:BATCH])


def tell_turn(match_id: int) -> int:
    """Mail the people who are to act, or to come. Whoever takes the mark first sends; nobody else does.

    How many mails went out.
    """
    if not Match.objects.filter(pk=match_id, mail_due=True).update(mail_due=False):
        return 0
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        return 0
    persons = match.seats.filter(user__isnull=False, away=False).select_related("user")
    if match.status == Match.Status.WAITING and match.starts_by is not None:
        return sum(_send(match, seat, "call") for seat in persons.filter(seen_at__isnull=True))
    if match.status != Match.Status.PLAYING:
        return 0
    actors = folds.round_of(match).state.actors
    return sum(_send(match, seat, "turn") for seat in persons.filter(index__in=actors))


def _send(match: Match, seat: Seat, what: str) -> bool:
    if not seat.user.is_active or not (address := import_string(settings.MAIL_ADDRESS)(seat.user)):
        return False
    context = {
        "url": settings.SITE_URL + reverse("games:table", args=[match.slug]),
        "name": seat.label,
        "days": pace.limit(match).days,
        "event": match.event_title,
        "by": match.starts_by,
    }
    with translation.override(getattr(seat.user, "language", "") or settings.LANGUAGE_CODE):
        subject = " ".join(render_to_string(f"games/mail/{what}_subject.txt", context).split())
        body = render_to_string(f"games/mail/{what}.txt", context)
    try:
        send_mail(subject, body, None, [address])
    except OSError:
        log.warning("a mail about match %s did not go out", match.slug, exc_info=True)
        return False
    return True
