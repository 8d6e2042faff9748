"""What a table shows of the event it belongs to: its name and the way back, the call to it, and the time limit."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext, ngettext

from games.models import Match
from games.selectors import TableSnapshot

from .words import clock_text


@dataclass(frozen=True, slots=True)
class EventLine:
    """The line above the felt. `ends_at`, `ms`, `text`: by when the game ends at the latest, and how long that is."""

    title: str
    url: str
    ends_at: datetime | None
    ms: int
    text: str
    scored: bool


def event_line(snapshot: TableSnapshot) -> EventLine | None:
    """What the table belongs to and until when it may play; None at tables of nobody's event."""
    match = snapshot.match
    if not match.event_title:
        return None
    ends_at = match.ends_by if match.status in (Match.Status.WAITING, Match.Status.PLAYING) else None
    ms = milliseconds_until(ends_at, snapshot.now) or 0
    return EventLine(
        match.event_title, match.event_url, ends_at, ms, clock_text(ms), match.options.get("scoring") != "off"
    )


def milliseconds_until(at: datetime | None, now: datetime) -> int | None:
    """How long until a moment, never negative; None for no moment."""
    return None if at is None else max(0, int((at - now).total_seconds() * 1000))


def is_called(match: Match) -> bool:
    """Whether the table waits for people who were called to it."""
    return match.status == Match.Status.WAITING and match.starts_by is not None


def call_headline(snapshot: TableSnapshot) -> str:
    """How many have yet to come."""
    missing = sum(seat.user_id is not None and seat.seen_at is None for seat in snapshot.seats)
    if not missing:
        return gettext("Everybody is here")
    return ngettext("Waiting for one player", "Waiting for %(n)s players", missing) % {"n": missing}
