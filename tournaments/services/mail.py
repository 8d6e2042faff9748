"""Mail to those who entered, when an event was cancelled or moved: once, to whoever has an address."""

import logging
from typing import Any, Final

from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from tournaments import zones
from tournaments.models import Entry, Tournament

log = logging.getLogger(__name__)
BATCH: Final = 20
TEMPLATES: Final = {
    Tournament.Notice.CANCELLED: "tournaments/mail/cancelled",
    Tournament.Notice.POSTPONED: "tournaments/mail/postponed",
}


def tournaments_to_tell() -> list[int]:
    """Ids of events of which a notice has to go out."""
    return list(Tournament.objects.exclude(notice="").order_by("pk").values_list("pk", flat=True)[:BATCH])


def tell(tournament_id: int) -> int:
    """Mail everybody who is in. Whoever takes the mark first sends; nobody else does. How many mails went out."""
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None or not tournament.notice:
        return 0
    mark = Tournament.objects.filter(pk=tournament_id, notice=tournament.notice, starts_at=tournament.starts_at)
    if not mark.update(notice=""):
        return 0
    entries = tournament.entries.filter(status__in=(Entry.Status.IN, Entry.Status.WAITING), user__is_active=True)
    return sum(_send(tournament, entry.user) for entry in entries.select_related("user"))


def _send(tournament: Tournament, user: Any) -> bool:
    address = getattr(user, "email", "")
    if not address:
        return False
    zone = zones.find(tournament.timezone) or timezone.get_default_timezone()
    context = {
        "name": tournament.name,
        "starts_at": timezone.localtime(tournament.starts_at, zone),
        "zone": tournament.timezone,
        "url": settings.SITE_URL + reverse("tournaments:event", args=[tournament.slug]),
    }
    template = TEMPLATES[Tournament.Notice(tournament.notice)]
    with translation.override(getattr(user, "language", "") or settings.LANGUAGE_CODE):
        subject = " ".join(render_to_string(f"{template}_subject.txt", context).split())
        body = render_to_string(f"{template}.txt", context)
    try:
        send_mail(subject, body, None, [address])
    except OSError:
        log.warning("a mail about tournament %s did not go out", tournament.slug, exc_info=True)
        return False
    return True
