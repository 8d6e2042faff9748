"""`#event`, the element of an event's page: what all share is rendered once, the reader's own part goes into it."""

import re
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games import api
from tournaments import selectors
from tournaments.models import Entry, Tournament
from tournaments.presenters import event as presenter
from tournaments.presenters.event_me import me
from tournaments.presenters.event_organiser import panel
from tournaments.presenters.lists import list_context
from tournaments.selectors import event_page

PIECES = ("hero", "stage", "people", "about")
_MARK = "data-entry"


@dataclass(frozen=True, slots=True)
class SharedEvent:
    """An event read once, and its shared pieces in one language."""

    reading: presenter.Reading
    pieces: dict[str, str]
    context: dict[str, Any]


def read(key: int | str) -> presenter.Reading | None:
    """The event as its page needs it; None where there is no such event."""
    tournament = event_page.with_organiser(key)
    if tournament is None:
        return None
    rows = event_page.rows(tournament, waves=True, looks=presenter.SHOWN_PODS)
    return reading_of(tournament, rows)


def reading_of(tournament: Tournament, rows: event_page.EventRows | None) -> presenter.Reading | None:
    """Rows with the values that standings are made of. None stays None."""
    if rows is None:
        return None
    event = selectors.event_of(tournament)
    return presenter.Reading(rows, event, tuple(selectors.standings_of(tournament)))


def shared(key: int | str, language: str) -> SharedEvent | None:
    """What all readers of an event see, in one language; None where there is no such event."""
    reading = read(key)
    if reading is None:
        return None
    with translation.override(language):
        context = presenter.common(reading)
        pieces = {name: render_to_string(f"tournaments/_event_{name}.html", context) for name in PIECES}
    return SharedEvent(reading, pieces, context)


def event_html(event: SharedEvent, user: Any, language: str, notice: str = "", request: Any = None) -> str:
    """The whole `#event` for one reader. `notice`: why something they asked for was refused."""
    tournament = event.reading.tournament
    with translation.override(language):
        own = me(event.reading, user, _refusal(event.reading, user))
        directs = selectors.may_organise(tournament, user)
        context = event.context | {
            "me": own,
            "panel": panel(event.reading) if directs else None,
            "notice": notice,
            "pieces": {name: SafeString(mark(html, own.number)) for name, html in event.pieces.items()},
            "user": user,
        }
        return render_to_string("tournaments/_event.html", context, request)


def lists_html(user: Any, language: str) -> str:
    """The lists of tournaments, `#tournaments`, as one reader sees them."""
    with translation.override(language):
        return render_to_string("tournaments/_lists.html", list_context(user))


def mark(html: str, number: int) -> str:
    """The shared pieces with the reader's own entry marked. Names are escaped, so only our own attributes match."""
    return re.sub(rf'{_MARK}="{number}"', r"\g<0> data-me", html) if number else html


def _refusal(reading: presenter.Reading, user: Any) -> str:
    """Why the reader may not enter now; asked only where they could want to."""
    if user is None or not user.is_authenticated:
        return ""
    entry = reading.rows.entry_of(user)
    if entry is not None and entry.status in (Entry.Status.IN, Entry.Status.WAITING):
        return ""
    return why_not(reading.tournament, user, entry)


def why_not(tournament: Tournament, user: Any, entry: Entry | None) -> str:
    """Why somebody who is not in may not enter, or come back, now; empty when they may."""
    games = api.games_played(user.pk) if tournament.min_games else None
    refused = selectors.why_not_enter(tournament, user, games)
    if refused:
        return refused
    if tournament.status == Tournament.Status.ANNOUNCED:
        return gettext("Registration is not open yet.")
    back = entry is not None and selectors.returning_is_open(tournament, entry)
    if not back and not selectors.entering_is_open(tournament):
        return gettext("Entry is closed.")
    until = selectors.paused_until(user)
    if until is None:
        return ""
    words = gettext("You were missing at your tables several times. You may enter again in %(n)s minutes.")
    return words % {"n": selectors.minutes_until(until)}
