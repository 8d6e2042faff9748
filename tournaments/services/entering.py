"""Coming in and going out: register, the waiting list, check-in, pausing, withdrawing."""

import re
import secrets
from typing import Any, Final

from django.contrib.auth.hashers import check_password
from django.db.models import Max
from django.utils.translation import gettext as _

from games import api
from games.api.web import Conflict, Forbidden, Illegal, Malformed, NotFound, TooMany
from tournaments import selectors
from tournaments.formats.base import Outcome
from tournaments.models import Entry, LogLine, Part, Round, Tournament
from tournaments.services.leaving import go
from tournaments.services.locked import Done, Locked, locked
from tournaments.services.secrets import bot_nonce

HEX_64: Final = re.compile(r"[0-9a-f]{64}")
MAX_EVENTS: Final = 50  # events that have not ended, for one person
Kind = LogLine.Kind


def register(slug: str, user: Any, password: str = "", nonce: str = "") -> Done:
    """Enter an event, or come back to it; where it is full, go on the waiting list. Entering twice is entering once.

    `nonce`: 64 hex digits for the deals of duplicate rounds; made here where none is given.
    Raises NotFound, Forbidden, Malformed, Over, Conflict (not open, paused after no-shows), Illegal (wrong password).
    """
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        raise NotFound(_("There is no such tournament."))
    games = api.games_played(user.pk) if tournament.min_games and user.pk else None
    refused = selectors.why_not_enter(tournament, user, games)
    if refused:
        raise Forbidden(refused)
    nonce = read_nonce(nonce)
    right = not tournament.password or check_password(password, tournament.password)  # slow: before the lock
    with locked(slug) as event:
        event.check_not_ended()
        entry = selectors.entry_of(event.tournament, user)
        if entry is not None and entry.status in (Entry.Status.IN, Entry.Status.WAITING):
            event.nothing()
            return Done(slug, event.tournament.version)
        if entry is None or not entry.parts.exists():
            _check_may_enter(event, user, entry)
            if entry is None and not right:  # who was in before has shown it, or the organiser put them in
                raise Illegal(_("This is not the tournament's password."))
            _enter(event, user, entry, nonce)
        else:
            _return(event, user, entry)
    return event.done


def enter(event: Locked, entry: Entry) -> None:
    """Give a new entry (saved here) its place: in, or on the waiting list; after the start from the next round on."""
    tournament = event.tournament
    last = tournament.entries.aggregate(last=Max("number"))["last"] or 0
    entry.number = entry.number or last + 1
    if not entry.nonce:
        entry.nonce = bot_nonce(tournament.secret, entry.number) if entry.bot else secrets.token_hex(32)
    entry.status = Entry.Status.WAITING if is_full(tournament) else Entry.Status.IN
    entry.checked_in = tournament.status == Tournament.Status.CHECK_IN or bool(entry.bot)
    entry.save()
    if entry.status == Entry.Status.IN:
        take_place(event, entry)


def take_place(event: Locked, entry: Entry) -> None:
    """In a running event: wait for a table (arena), or get the rounds marked that were missed, and be drawn soon."""
    tournament = event.tournament
    if tournament.status != Tournament.Status.RUNNING:
        return
    if selectors.format_of(tournament).timed:
        entry.waiting_since = None if entry.pausing else event.now
    else:
        entry.first_round = selectors.first_round_of_newcomers(tournament)
        mark_late(entry, entry.first_round)
    entry.save()
    event.soon = True


def come_back(event: Locked, entry: Entry) -> None:
    """Somebody who took part is drawn again from the next round on; the rounds between bring nothing."""
    entry.status, entry.misses, entry.pausing = Entry.Status.IN, 0, False
    if selectors.format_of(event.tournament).timed and not at_a_table(entry):
        entry.waiting_since = event.now
    entry.save()
    event.soon = True


def mark_late(entry: Entry, first_round: int) -> None:
    """A late entrant has a part in every round before their first: the points of a late entry hang on it."""
    missed = Round.objects.filter(tournament=entry.tournament_id, number__lt=first_round).exclude(parts__entry=entry)
    Part.objects.bulk_create(Part(round=row, entry=entry, outcome=Outcome.LATE) for row in missed)


def is_full(tournament: Tournament) -> bool:
    """Whether as many are in as may be."""
    limit = tournament.max_players or selectors.PLAYERS
    return tournament.entries.filter(status=Entry.Status.IN).count() >= limit


def move_up(event: Locked, *, checked_in: bool = False) -> None:
    """Let the waiting list move up while there is room and entering is open. `checked_in`: only those who are."""
    tournament = event.tournament
    if not selectors.entering_is_open(tournament, event.now):
        return
    waiting = tournament.entries.filter(status=Entry.Status.WAITING).order_by("number")
    for entry in waiting.filter(checked_in=True) if checked_in else waiting:
        if is_full(tournament):
            return
        entry.status = Entry.Status.IN
        entry.save()
        take_place(event, entry)
        event.log(Kind.MOVED_UP, entry=entry.number, user=entry.user_id)


def withdraw(slug: str, user: Any) -> Done:
    """Leave an event. In a round the house bot finishes. Raises NotFound, Forbidden (not in it), Over."""
    with locked(slug) as event:
        entry = _own(event, user)
        event.check_not_ended()
        if not selectors.may_withdraw(event.tournament, entry):
            event.nothing()
        else:
            event.log(Kind.WITHDREW, by=user, entry=entry.number)
            go(event, entry)
            move_up(event)
    return event.done


def check_in(slug: str, user: Any) -> Done:
    """Say that one is there. Raises NotFound, Forbidden (not in it), Over, Conflict (not the time for it)."""
    with locked(slug) as event:
        entry = _own(event, user)
        event.check_not_ended()
        if entry.checked_in:
            event.nothing()
        elif not selectors.may_check_in(event.tournament, entry):
            raise Conflict(_("Check-in is not open."))
        else:
            entry.checked_in, entry.added = True, False
            entry.save(update_fields=["checked_in", "added"])
    return event.done


def pause(slug: str, user: Any) -> Done:
    """Be seated at no further table of an arena for now. Raises NotFound, Forbidden, Over, Conflict (no arena)."""
    return _set_pausing(slug, user, True)


def unpause(slug: str, user: Any) -> Done:
    """Be seated again. Raises NotFound, Forbidden, Over, Conflict (no arena, or withdrawn)."""
    return _set_pausing(slug, user, False)


def read_nonce(text: str) -> str:
    """A nonce as given, in lower case; empty for none. Raises Malformed."""
    nonce = text.strip().lower()
    if nonce and not HEX_64.fullmatch(nonce):
        raise Malformed(_("A nonce is 64 hexadecimal digits."))
    return nonce


def _set_pausing(slug: str, user: Any, pausing: bool) -> Done:
    with locked(slug) as event:
        entry = _own(event, user)
        event.check_not_ended()
        if not selectors.format_of(event.tournament).timed or entry.status != Entry.Status.IN:
            raise Conflict(_("There is nothing to pause."))
        if entry.pausing == pausing:
            event.nothing()
            return Done(slug, event.tournament.version)
        entry.pausing, entry.added, entry.waiting_since = pausing, False, None
        if not pausing and event.begun and not at_a_table(entry):
            entry.waiting_since = event.now
        entry.save()
        event.soon = True
    return event.done


def at_a_table(entry: Entry) -> bool:
    """Whether a table that has not ended waits for them or has them."""
    return entry.parts.filter(pod__status__in=("drawn", "playing")).exists()


def _own(event: Locked, user: Any) -> Entry:
    entry = selectors.entry_of(event.tournament, user)
    if entry is None:
        raise Forbidden(_("You are not in this tournament."))
    return entry


def _check_may_enter(event: Locked, user: Any, entry: Entry | None) -> None:
    tournament = event.tournament
    if entry is not None and entry.barred:
        raise Forbidden(_("The organiser took you out of this tournament."))
    if not selectors.entering_is_open(tournament, event.now):
        early = tournament.status == Tournament.Status.ANNOUNCED
        raise Conflict(_("Registration has not opened yet.") if early else _("Entering is no longer possible."))
    _check_no_pause(user)
    running = Entry.objects.filter(user=user, status__in=(Entry.Status.IN, Entry.Status.WAITING))
    if running.exclude(tournament__status__in=("finished", "cancelled")).count() >= MAX_EVENTS:
        raise TooMany(_("You are in %(n)d tournaments already.") % {"n": MAX_EVENTS})


def _check_no_pause(user: Any) -> None:
    until = selectors.paused_until(user)
    if until is not None:
        minutes = selectors.minutes_until(until)
        raise Conflict(
            _("You did not come to your tables several times. You can enter again in %(n)d minutes.") % {"n": minutes}
        )


def _enter(event: Locked, user: Any, entry: Entry | None, nonce: str) -> None:
    if entry is None:
        entry = Entry(tournament=event.tournament, user=user, name=user.get_username(), nonce=nonce)
    enter(event, entry)
    late = entry.first_round if event.begun and entry.first_round > 1 else None
    waiting = entry.status == Entry.Status.WAITING or None
    event.log(Kind.ENTERED, by=user, entry=entry.number, user=user.pk, waiting=waiting, late=late)


def _return(event: Locked, user: Any, entry: Entry) -> None:
    """Somebody who took part comes back: from the next round on, what they missed is lost."""
    tournament = event.tournament
    if entry.barred:
        raise Forbidden(_("The organiser took you out of this tournament."))
    if not selectors.returning_is_open(tournament, entry):
        raise Conflict(_("There is no further round to come back for."))
    _check_no_pause(user)
    if is_full(tournament):
        raise Conflict(_("The tournament is full now."))
    entry.added = False
    come_back(event, entry)
    event.log(Kind.RETURNED, by=user, entry=entry.number)
