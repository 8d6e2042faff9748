"""What the organiser, or an admin of the site, may do for and to people. Every step is in the visible log."""

from typing import Any

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _

from games import api
from games.api.options import BOT_NAMES
from games.api.web import Conflict, Illegal, Malformed, NotFound
from tournaments import selectors
from tournaments.models import Entry, Invitation, LogLine, Pod, Tournament
from tournaments.services import reasons
from tournaments.services.entering import come_back, enter, move_up
from tournaments.services.leaving import go
from tournaments.services.locked import Done, Locked, directed

Kind = LogLine.Kind


def add(slug: str, user: Any, username: str = "", bot: str = "") -> Done:
    """Put a person in, whoever may enter; or a bot by its kind, where bots may. In a full event they wait for a place.

    Raises NotFound, Forbidden, Malformed (not one of both), Over, Illegal (nobody of that name, or banned; no bots
    here), Conflict (nobody can come in any more).
    """
    with directed(slug, user) as event:
        if bool(username) == bool(bot) or (bot and bot not in BOT_NAMES):
            raise Malformed(_("Name one person, or choose one bot."))
        event.check_not_ended()
        _check_can_add(event)
        if bot:
            _add_bot(event, user, bot)
        else:
            _add_person(event, user, username)
    return event.done


def remove(slug: str, user: Any, number: int, reason: str = "") -> Done:
    """Put somebody out for good; in a round the house bot finishes. `number`: of the entry.

    Raises NotFound, Forbidden, Over.
    """
    with directed(slug, user) as event:
        entry = _entry(event, number)
        event.check_not_ended()
        if entry.barred:
            event.nothing()
        else:
            event.log(Kind.REMOVED, by=user, entry=entry.number, user=entry.user_id, reason=reasons.kept(reason))
            entry.barred = entry.user_id is not None
            go(event, entry)
            move_up(event)
    return event.done


def replace(slug: str, user: Any, number: int, reason: str = "") -> Done:
    """Have a house bot play somebody's table to the end. They may come back for a later round.

    Raises NotFound, Forbidden, Over, Conflict (they are at no table).
    """
    with directed(slug, user) as event:
        entry = _entry(event, number)
        event.check_not_ended()
        playing = entry.parts.filter(pod__status=Pod.Status.PLAYING, outcome="").exists()
        if not playing or entry.user_id is None:
            raise Conflict(_("They are at no table now. Remove them instead."))
        event.log(Kind.REPLACED, by=user, entry=entry.number, bot=api.HOUSE_BOT, reason=reasons.kept(reason))
        go(event, entry, how="replaced")
    return event.done


def invite(slug: str, user: Any, username: str) -> Done:
    """Let a person into an event by invitation, and have them told by mail.

    Raises NotFound, Forbidden, Over, Illegal (nobody of that name, or banned).
    """
    with directed(slug, user) as event:
        event.check_not_ended()
        person = named(username)
        unasked = {"mail_due": person.pk != user.pk}
        made = Invitation.objects.get_or_create(tournament=event.tournament, user=person, defaults=unasked)[1]
        if made:
            event.log(Kind.INVITED, by=user, user=person.pk)
        else:
            event.nothing()
    return event.done


def named(username: str) -> Any:
    """The person of a name, as the user model finds people. Raises Illegal, also for somebody who is banned."""
    users = get_user_model()
    try:
        found = users.objects.get_by_natural_key(username.strip())
    except users.DoesNotExist:
        found = None
    if found is None or not found.is_active:
        raise Illegal(_("There is nobody called %(name)s.") % {"name": username.strip()[:64]})
    if found.is_banned:
        raise Illegal(_("%(name)s is banned from this site at present.") % {"name": found.get_username()})
    return found


def _check_can_add(event: Locked) -> None:
    tournament = event.tournament
    if event.begun and not selectors.can_still_play(tournament, event.now):
        raise Conflict(_("Nobody can come in any more."))


def _add_bot(event: Locked, user: Any, bot: str) -> None:
    if event.tournament.bots != Tournament.Bots.OPEN:
        raise Illegal(_("Bots cannot enter this tournament."))
    entry = Entry(tournament=event.tournament, bot=bot, name=bot)
    enter(event, entry)
    event.log(Kind.ADDED, by=user, entry=entry.number, bot=bot, waiting=_waits(entry))


def _add_person(event: Locked, user: Any, username: str) -> None:
    person = named(username)
    entry = event.tournament.entries.filter(user=person).first()
    if entry is not None and entry.status in (Entry.Status.IN, Entry.Status.WAITING):
        event.nothing()
        return
    if entry is None:
        entry = Entry(tournament=event.tournament, user=person, name=person.get_username())
    back = entry.pk is not None and entry.parts.exists()
    entry.added, entry.barred, entry.misses = person.pk != user.pk, False, 0
    if back and not selectors.returning_is_open(event.tournament, entry):
        raise Conflict(_("Nobody can come in any more."))
    if back:
        come_back(event, entry)
    else:
        enter(event, entry)
    event.log(Kind.ADDED, by=user, entry=entry.number, user=person.pk, waiting=_waits(entry))


def _waits(entry: Entry) -> bool | None:
    return entry.status == Entry.Status.WAITING or None


def _entry(event: Locked, number: int) -> Entry:
    entry = event.tournament.entries.filter(number=number).first()
    if entry is None:
        raise NotFound(_("There is no such entry."))
    return entry
