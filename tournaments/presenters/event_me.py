"""The reader's own part in an event: where they sit, what they can do now, and why not where they cannot."""

from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games import api
from tournaments import selectors
from tournaments.formats.base import Outcome
from tournaments.models import Entry, Part, Pod, Round, Tournament
from tournaments.selectors.event_page import EventRows

from .event import Reading
from .event_clock import BEFORE, OVER
from .event_people import names_of
from .event_pods import PodView, pod_view, url_of
from .event_standings import Row, standing_rows

Status = Tournament.Status


@dataclass(frozen=True, slots=True)
class Action:
    """A button. `reason`: why it is inactive; empty when it works."""

    name: str
    url: str
    label: str
    primary: bool = False
    reason: str = ""
    password: bool = False
    nonce: bool = False
    confirm: str = ""


@dataclass(frozen=True, slots=True)
class Me:
    """What the page says to its reader. `goto`: the table the page leads to by itself."""

    number: int  # of the entry; 0 for somebody who is not in
    title: str
    words: str  # safe: names in <bdi>
    actions: tuple[Action, ...]
    pod: PodView | None = None
    table_url: str = ""
    goto: str = ""
    row: Row | None = None
    login_url: str = ""


def my_table(reading: Reading, entry: Entry | None) -> Pod | None:
    """The table at which this entrant is called or plays; None once a house bot has their seat."""
    part = _part(reading, entry)
    pod = _pod(reading, part)
    if part is None or pod is None or pod.status != Pod.Status.PLAYING or not _holds(part):
        return None
    looked = _looked_at(reading, pod).glances.get(pod.event_key)
    seats = looked.seats if looked is not None else ()
    return None if any(seat.index == part.seat and seat.stand_in for seat in seats) else pod


def me(reading: Reading, user: Any, refusal: str = "") -> Me:
    """The reader's part. `refusal`: why the services would not let them enter, when they would not."""
    if user is None or not user.is_authenticated:
        return _visitor(reading)
    entry = reading.rows.entry_of(user)
    if reading.tournament.status in OVER:
        return Me(0, "", "", ()) if entry is None else _after(reading, entry)
    actions = _actions(reading, entry, refusal)
    if entry is None or entry.status in (Entry.Status.WITHDRAWN, Entry.Status.DROPPED):
        title = _outside(entry) if actions else ""
        return Me(0 if entry is None else entry.number, title, _why_outside(reading, entry) if actions else "", actions)
    if reading.tournament.status in BEFORE or entry.status == Entry.Status.WAITING:
        return Me(entry.number, *_before(reading, entry), actions)
    return _playing(reading, entry, actions)


def _visitor(reading: Reading) -> Me:
    here = url_of(reading.tournament.slug)
    if reading.tournament.status in OVER:
        return Me(0, "", "", ())
    return Me(0, "", "", (), login_url=f"{reverse('account_login')}?next={here}")


def _part(reading: Reading, entry: Entry | None) -> Part | None:
    """The newest part of an entrant among the loaded rounds, one at an open table before others."""
    if entry is None:
        return None
    own = [part for parts in reading.rows.parts.values() for part in parts if part.entry_id == entry.pk]
    numbers = {row.pk: row.number for row in reading.rows.rounds}
    return max(own, key=lambda part: (_pod(reading, part) is not None, numbers.get(part.round_id, 0)), default=None)


def _pod(reading: Reading, part: Part | None) -> Pod | None:
    if part is None or part.pod_id is None:
        return None
    return next((pod for pod in reading.rows.pods if pod.pk == part.pod_id), None)


def _holds(part: Part) -> bool:
    """Whether the seat is still the entrant's own."""
    return not part.outcome and not part.bot


def _outside(entry: Entry | None) -> str:
    if entry is None:
        return gettext("Play along")
    return gettext("You withdrew") if entry.status == Entry.Status.WITHDRAWN else gettext("You are out")


def _why_outside(reading: Reading, entry: Entry | None) -> str:
    if entry is None:
        return ""
    if entry.barred:
        return gettext("The organiser took you out of this tournament.")
    took_part = _took_part(reading, entry)
    if not took_part and entry.status == Entry.Status.DROPPED:
        return gettext("You had not checked in at the start. You may come back as long as entry is open.")
    if not took_part:
        return gettext("You may come back as long as entry is open.")
    if entry.status == Entry.Status.DROPPED:
        return gettext("You were not there when you were called. You may come back while there is a round for you.")
    return gettext("You may come back while there is a round for you.")


def _took_part(reading: Reading, entry: Entry) -> bool:
    return any(part.entrant == entry.pk for part in reading.event.parts)


def _before(reading: Reading, entry: Entry) -> tuple[str, str]:
    if entry.status == Entry.Status.WAITING:
        waiting = [other for other in reading.rows.entries if other.status == Entry.Status.WAITING]
        ahead = sum(other.number < entry.number for other in waiting)
        words = gettext("You move up by yourself when somebody leaves.")
        if reading.tournament.status == Status.RUNNING and not selectors.entering_is_open(reading.tournament):
            words = gettext("Entry is closed: nobody moves up any more.")
        return gettext("You are number %(n)s on the waiting list") % {"n": ahead + 1}, words
    if reading.tournament.status == Status.CHECK_IN:
        if entry.checked_in:
            return gettext("You are in and checked in"), gettext("Stay on the site: you will be called to your table.")
        return gettext("Check in now"), gettext("Who has not checked in when it starts is dropped.")
    if reading.tournament.checkin_minutes:
        words = gettext("Come back for the check-in, %(n)s minutes before the start.")
        return gettext("You are in"), words % {"n": reading.tournament.checkin_minutes}
    return gettext("You are in"), gettext("Be on the site at the start: you will be called to your table.")


def _after(reading: Reading, entry: Entry) -> Me:
    place = next((line.place for line in reading.standings if line.entrant == entry.pk), None)
    if place is None or not reading.begun:
        return Me(entry.number, "", "", ())
    row = _row(reading, entry)
    if place == 1 and reading.tournament.status == Status.FINISHED and _played(reading, entry):
        return Me(entry.number, gettext("You won"), gettext("The badge is on your profile."), (), row=row)
    title = gettext("You came %(place)s of %(all)s") % {"place": place, "all": len(reading.standings)}
    return Me(entry.number, title, "", (), row=row)


def _played(reading: Reading, entry: Entry) -> bool:
    """Whether they played a game to its end: the first of those who never came has won nothing."""
    return any(part.entrant == entry.pk and part.outcome is Outcome.PLAYED for part in reading.event.parts)


def _playing(reading: Reading, entry: Entry, actions: tuple[Action, ...]) -> Me:
    part = _part(reading, entry)
    pod, row = _pod(reading, part), _row(reading, entry)
    if part is None or pod is None or not _holds(part) or pod.status not in (Pod.Status.DRAWN, Pod.Status.PLAYING):
        return Me(entry.number, *_between(reading, entry, part), actions, row=row)
    view = pod_view(_looked_at(reading, pod), pod, reading.people, reading.scores)
    if any(seat.stand_in for seat in view.seats if seat.who.number == entry.number):
        words = gettext("You were not there in time. You play again in the next round.")
        return Me(entry.number, gettext("A house bot plays for you"), words, actions, row=row)
    where = {"table": view.label, "names": _others(view, entry)}
    if pod.status == Pod.Status.DRAWN:
        words = format_html(gettext("Table {table}, with {names}. You will be called when it opens."), **where)
        return Me(entry.number, gettext("Your next table"), words, actions, view, row=row)
    called = view.status == "called"
    title = gettext("Your table is ready") if called else gettext("You are at a table")
    words = format_html(gettext("Table {table}, with {names}."), **where)
    url = reverse("games:table", args=[pod.table]) if pod.table else ""
    return Me(entry.number, title, words, actions, view, url, url if called and not _is_there(view, entry) else "", row)


def _looked_at(reading: Reading, pod: Pod) -> EventRows:
    """The rows with a look at the reader's own table, where it is not among those already looked at."""
    rows = reading.rows
    if pod.status != Pod.Status.PLAYING or pod.event_key in rows.glances:
        return rows
    return replace(rows, glances={**rows.glances, **api.glance([pod.event_key])})


def _others(view: PodView, entry: Entry) -> SafeString:
    return names_of([seat.who for seat in view.seats if seat.who.number != entry.number])


def _is_there(view: PodView, entry: Entry) -> bool:
    return any(seat.here for seat in view.seats if seat.who.number == entry.number)


def _between(reading: Reading, entry: Entry, part: Part | None) -> tuple[str, str]:
    if entry.pausing:
        return gettext("You are pausing"), gettext("You keep your points. Come back whenever you like.")
    if reading.timed:
        return gettext("You are waiting for a table"), gettext("You will be called as soon as enough players wait.")
    if entry.pk not in reading.still_in:
        return gettext("You are out"), gettext("The others play on. You keep your place.")
    current = reading.rows.round
    if part is not None and part.pod_id is None and current is not None and part.round_id == current.pk:
        if part.outcome == "bye":
            return gettext("You have a bye"), gettext("Nobody to play with this round: it brings you 100 points.")
        return gettext("You are in"), gettext("You play from the next round.")
    if current is not None and current.status == Round.Status.PLAYING:
        return gettext("Your table has ended"), gettext("The next round starts when the others are done.")
    return gettext("You are in"), gettext("The next tables are being drawn.")


def _row(reading: Reading, entry: Entry) -> Row | None:
    """The reader's own line of the standings."""
    if not reading.begun:
        return None
    own = standing_rows(reading.event, reading.standings, reading.people, only={entry.pk})
    return own[0] if own else None


def _actions(reading: Reading, entry: Entry | None, refusal: str) -> tuple[Action, ...]:
    tournament = reading.tournament
    if tournament.status in OVER:
        return ()
    if entry is None or entry.status in (Entry.Status.WITHDRAWN, Entry.Status.DROPPED):
        return (_enter(reading, entry, refusal),)
    found = []
    if tournament.checkin_minutes and tournament.status in BEFORE:
        found.append(_check_in(tournament, entry))
    if tournament.status == Status.RUNNING and reading.timed:
        found.append(_pause(tournament, entry))
    waiting = entry.status == Entry.Status.WAITING
    playing = tournament.status == Status.RUNNING and not waiting
    found.append(
        Action(
            "withdraw",
            url_of(tournament.slug, "withdraw"),
            gettext("Leave the waiting list") if waiting else gettext("Withdraw"),
            confirm=gettext("A house bot will finish your game, and you play no further rounds.") if playing else "",
        )
    )
    return tuple(found)


def _enter(reading: Reading, entry: Entry | None, refusal: str) -> Action:
    tournament = reading.tournament
    inside = sum(other.status == Entry.Status.IN for other in reading.rows.entries)
    full = inside >= (tournament.max_players or selectors.PLAYERS)
    label = gettext("Come back") if entry is not None else gettext("Enter")
    if full and entry is not None and _took_part(reading, entry):
        refusal = refusal or gettext("The tournament is full now.")
    elif full:
        label = gettext("Join the waiting list")
    elif tournament.status == Status.RUNNING and entry is None:
        label = gettext("Enter late")
    return Action(
        "register", url_of(tournament.slug, "register"), label, primary=not refusal, reason=refusal,
        password=bool(tournament.password) and entry is None, nonce=tournament.duplicate,
    )  # fmt: skip


def _check_in(tournament: Tournament, entry: Entry) -> Action:
    reason = ""
    if entry.checked_in:
        reason = gettext("You are checked in.")
    elif tournament.status != Status.CHECK_IN:
        reason = gettext("The check-in opens %(n)s minutes before the start.") % {"n": tournament.checkin_minutes}
    url = url_of(tournament.slug, "check_in")
    return Action("check_in", url, gettext("Check in"), primary=not reason, reason=reason)


def _pause(tournament: Tournament, entry: Entry) -> Action:
    if entry.pausing:
        return Action("unpause", url_of(tournament.slug, "unpause"), gettext("Play on"), primary=True)
    return Action("pause", url_of(tournament.slug, "pause"), gettext("Pause"))
