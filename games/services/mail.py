"""Mail for tables at which a turn takes days: once a turn, and only if the person did not come by themselves."""

import logging
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from games import pace
from games.models import Match, Seat
from games.selectors import folds

log = logging.getLogger(__name__)
PATIENCE: Final = timedelta(minutes=2)  # somebody who is playing right now gets no mail
BATCH: Final = 100


def matches_to_tell() -> list[int]:
    """Ids of `days` tables whose turn nobody was told of."""
    playing = Match.objects.filter(
        mail_due=True, status=Match.Status.PLAYING, clock_from__lte=timezone.now() - PATIENCE
    )
    return list(playing.order_by("clock_from").values_list("pk", flat=True)[:BATCH])


def tell_turn(match_id: int) -> int:
    """Mail the people who are to act. Whoever takes the mark first sends; nobody else does. How many mails went out."""
    if not Match.objects.filter(pk=match_id, mail_due=True).update(mail_due=False):
        return 0
    match = Match.objects.filter(pk=match_id, status=Match.Status.PLAYING).first()
    if match is None:
        return 0
    actors = folds.round_of(match).state.actors
    seats = match.seats.filter(index__in=actors, user__isnull=False, away=False).select_related("user")
    return sum(_send(match, seat) for seat in seats)


def _send(match: Match, seat: Seat) -> bool:
    address = getattr(seat.user, "email", "")
    if not address or not seat.user.is_active:
        return False
    context = {
        "url": settings.SITE_URL + reverse("games:table", args=[match.slug]),
        "name": seat.label,
        "days": pace.limit(match).days,
    }
    with translation.override(getattr(seat.user, "language", "") or settings.LANGUAGE_CODE):
        subject = " ".join(render_to_string("games/mail/turn_subject.txt", context).split())
        body = render_to_string("games/mail/turn.txt", context)
    try:
        send_mail(subject, body, None, [address])
    except OSError:
        log.warning("a mail about match %s did not go out", match.slug, exc_info=True)
        return False
    return True
