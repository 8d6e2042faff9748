"""Announcing an event, beginning it early, calling it off."""

import secrets
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games import api
from games.api.web import Conflict, Forbidden, TooMany
from tournaments import broadcast, selectors
from tournaments.models import Entry, LogLine, Pod, Round, Tournament
from tournaments.services import keys, reasons
from tournaments.services import spec as specs
from tournaments.services.locked import Done, Locked, directed
from tournaments.services.secrets import commitment, new_secret
from tournaments.services.spec import Spec

SLUG_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
SLUG_LENGTH: Final = 10
MAX_OPEN: Final = 10  # events of one organiser that have not ended
MAX_A_DAY: Final = 20
Kind = LogLine.Kind


def create(user: Any, spec: Spec, once: str = "") -> Done:
    """Announce an event. With the same `once` (not empty), a person announces one, however often they ask.

    Raises Forbidden (guests), Illegal (Problems: field by field), TooMany.
    """
    if getattr(user, "is_guest", False) or not user.is_authenticated:
        raise Forbidden(_("Sign up to organise a tournament."))
    slug = slug_of(user, once)
    if (made := made_before(slug)) is not None:
        return made
    specs.check(spec)
    check_room_for_more(user)
    try:
        return make(specs.columns(spec), user, slug=slug, password=specs.hashed(spec.password))
    except IntegrityError:  # the same form, sent twice at this very moment
        made = made_before(slug)
        if made is None:
            raise
        return made


def slug_of(user: Any, once: str = "") -> str:
    """A random name for an event; with `once` always the same one, which nobody else can have."""
    if not once:
        return "".join(secrets.choice(SLUG_ALPHABET) for _ in range(SLUG_LENGTH))
    digest = salted_hmac("tournaments.create", f"{user.pk}:{once}", algorithm="sha256").digest()
    return "".join(SLUG_ALPHABET[byte % len(SLUG_ALPHABET)] for byte in digest[:SLUG_LENGTH])


def made_before(slug: str) -> Done | None:
    """The event of this name, if there is one."""
    found = Tournament.objects.filter(slug=slug).first()
    return None if found is None else Done(found.slug, found.version)


def make(columns: dict[str, Any], organiser: Any, **more: Any) -> Done:
    """A new row with its secret, of which only the commitment is shown until the event is over."""
    secret = new_secret()
    with transaction.atomic():
        own = {"slug": slug_of(organiser), "secret": secret, "commitment": commitment(secret)}
        tournament = Tournament(organiser=organiser, **{**own, **columns, **more})
        tournament.status = first_status(tournament, timezone.now())
        tournament.due_at = selectors.due_at(tournament, timezone.now())
        tournament.save()
        LogLine.objects.create(tournament=tournament, at=timezone.now(), by=organiser, kind=Kind.CREATED)
        transaction.on_commit(broadcast.list_changed)
    return Done(tournament.slug, tournament.version)


def start(slug: str, user: Any) -> Done:
    """Begin now. Pressing twice is pressing once.

    Raises NotFound, Forbidden, Over, Conflict (it has begun, or would be called off for want of people).
    """
    with directed(slug, user) as event:
        event.check_not_begun(_("The tournament has begun already."))
        tournament = event.tournament
        needed = max(2, tournament.min_players)
        if tournament.starts_at <= event.now:
            event.nothing()
        elif would_play(tournament) < needed:
            raise Conflict(_("It takes %(n)d players to begin.") % {"n": needed})
        else:
            event.log(Kind.STARTED_EARLY, by=user, before=tournament.starts_at.isoformat())
            tournament.starts_at = event.now
            event.soon = True
    return event.done


def would_play(tournament: Tournament) -> int:
    """How many are in; once check-in has opened, how many of those have checked in."""
    entries = tournament.entries.filter(status=Entry.Status.IN)
    if tournament.status == Tournament.Status.CHECK_IN:
        entries = entries.filter(checked_in=True)
    return entries.count()


def cancel(slug: str, user: Any, reason: str) -> Done:
    """Call the event off. Tables in play are broken off. Raises NotFound, Forbidden, Malformed (no reason), Over."""
    with directed(slug, user) as event:
        reason = reasons.required(reason)
        event.check_not_ended()
        call_off(event, "organiser", by=user, reason=reason)
    return event.done


def call_off(event: Locked, why: str, *, by: Any = None, **data: Any) -> None:
    """Cancel under the lock, whoever wishes it. `why`: organiser or too_few."""
    tournament = event.tournament
    pods = Pod.objects.filter(round__tournament=tournament)
    for pod in pods.filter(status=Pod.Status.PLAYING):
        api.abort(pod.event_key, "the tournament was cancelled")
    api.open_gate([key for pod in pods for key in keys.all_of(pod.event_key)])
    pods.filter(status__in=(Pod.Status.DRAWN, Pod.Status.PLAYING)).update(status=Pod.Status.VOID, ended_at=event.now)
    tournament.rounds.exclude(status=Round.Status.FINISHED).update(status=Round.Status.FINISHED, ended_at=event.now)
    tournament.entries.update(waiting_since=None)
    tournament.status, tournament.ended_at, tournament.paused = Tournament.Status.CANCELLED, event.now, ""
    tournament.notice = Tournament.Notice.CANCELLED
    event.log(Kind.CANCELLED, by=by, why=why, **data)


def first_status(tournament: Tournament, now: datetime) -> str:
    """Announced until registration opens; check-in opens by itself when it is time."""
    opens = tournament.registration_opens_at
    if opens is not None and opens > now:
        return Tournament.Status.ANNOUNCED
    return Tournament.Status.REGISTRATION


def check_room_for_more(user: Any) -> None:
    """Nobody organises more events at once than they can look after. Raises TooMany, Conflict."""
    if not settings.RATE_LIMITS or user.is_staff:
        return
    own = Tournament.objects.filter(organiser=user)
    if own.filter(created_at__gt=timezone.now() - timedelta(days=1)).count() >= MAX_A_DAY:
        raise TooMany(_("You have announced many tournaments today."))
    if own.exclude(status__in=("finished", "cancelled")).count() >= MAX_OPEN:
        raise Conflict(_("You organise %(n)d tournaments that have not ended.") % {"n": MAX_OPEN})
