"""Mail, once each: to those who entered, when an event was cancelled or moved; to those who are invited."""

import logging
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.module_loading import import_string

from games import api
from tournaments import zones
from tournaments.models import Entry, Invitation, Tournament
from tournaments.services.locked import BEFORE

log = logging.getLogger(__name__)
BATCH: Final = 20
INVITATIONS: Final = 200  # mailed in one go
INVITATIONS_A_DAY: Final = 3  # mails to one person
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
    template = TEMPLATES[Tournament.Notice(tournament.notice)]
    people = [entry.user for entry in entries.select_related("user")]
    return sum(_send(tournament, person, template) for person in people)


def invitations_to_tell() -> list[int]:
    """Ids of invitations of which a mail has to go out."""
    return list(Invitation.objects.filter(mail_due=True).order_by("pk").values_list("pk", flat=True)[:INVITATIONS])


def invite(invitation_id: int) -> bool:
    """Mail somebody that they are invited; once, and nobody who did not prove their address. Whether a mail went out.

    An organiser could invite everybody of the site: nobody gets more than a few such mails a day, and none from
    whom they block. Nor does the mail carry the event's name, which is a stranger's to write.
    """
    mark = Invitation.objects.filter(pk=invitation_id, mail_due=True)
    if not mark.update(mail_due=False):
        return False
    found = Invitation.objects.select_related("tournament__organiser", "user").filter(pk=invitation_id).first()
    if found is None or not _is_wanted(found):
        return False
    if not _send(found.tournament, found.user, "tournaments/mail/invited"):
        return False
    Invitation.objects.filter(pk=invitation_id).update(mailed_at=timezone.now())
    return True


def _is_wanted(invitation: Invitation) -> bool:
    """Whether there is still something to enter, and this person is to hear of it."""
    tournament, person = invitation.tournament, invitation.user
    if tournament.status not in BEFORE or not person.is_active or person.is_banned:
        return False
    if tournament.entries.filter(user=person).exists() or api.keep_apart(person.pk, tournament.organiser_id):
        return False
    lately = Invitation.objects.filter(user=person, mailed_at__gt=timezone.now() - timedelta(days=1))
    return lately.count() < INVITATIONS_A_DAY


def _send(tournament: Tournament, user: Any, template: str) -> bool:
    if not (address := import_string(settings.MAIL_ADDRESS)(user)):
        return False
    zone = zones.find(tournament.timezone) or timezone.get_default_timezone()
    organiser = tournament.organiser.get_username() if tournament.organiser is not None else ""
    context = {
        "name": tournament.name,
        "starts_at": timezone.localtime(tournament.starts_at, zone),
        "zone": tournament.timezone,
        "url": settings.SITE_URL + reverse("tournaments:event", args=[tournament.slug]),
        "organiser": organiser,
        "profile": settings.SITE_URL + reverse("profile", args=[organiser]) if organiser else "",
    }
    with translation.override(getattr(user, "language", "") or settings.LANGUAGE_CODE):
        subject = " ".join(render_to_string(f"{template}_subject.txt", context).split())
        body = render_to_string(f"{template}.txt", context)
    try:
        send_mail(subject, body, None, [address])
    except OSError:
        log.warning("a mail about tournament %s did not go out", tournament.slug, exc_info=True)
        return False
    return True
