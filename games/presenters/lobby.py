"""The lobby's lists as template context: used by home, lobby, fragment and socket alike."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext

from games import selectors
from games.models import Match, Seat

from .event import milliseconds_until
from .options import option_words, pace_words
from .people import people
from .words import clock_text


@dataclass(frozen=True, slots=True)
class SeatLabel:
    """One seat of a row. kind: person, guest, bot, free or deleted."""

    name: str
    kind: str
    away: bool


@dataclass(frozen=True, slots=True)
class LobbyRow:
    """One table of a list, in words."""

    slug: str
    url: str
    status: str
    host: str  # name of the host; "" when there is none
    title: str  # of the event it belongs to; "" at other tables
    names: tuple[SeatLabel, ...]
    size: int
    free: int
    pace: str
    options: tuple[str, ...]
    mine: bool
    my_turn: bool
    watch: bool  # the reader would only look on
    age: str
    join_url: str


@dataclass(frozen=True, slots=True)
class Call:
    """An event's table that waits for a person. ms: how long they may still come, `text` as a clock shows it."""

    title: str
    url: str
    ms: int
    text: str


def lobby_context(user: Any) -> dict[str, Any]:
    """`open_tables`, `my_tables` and `live_tables`, lists of LobbyRow, for a reader, whose own are listed once."""
    tables = selectors.lobby(user)
    return {
        "open_tables": [_row(row) for row in tables.open if row.my_seat is None],
        "my_tables": [_row(row) for row in tables.mine],
        "live_tables": [_row(row) for row in tables.live if row.my_seat is None],
    }


def badge_context(user: Any) -> dict[str, Any]:
    """`badge`: how many tables wait for a person (`count`), the address of the one to go to (`url`), and `call`: the
    event's table that waits for them to come (None, or a Call)."""
    turns = selectors.turns_of(user)
    url = reverse("games:table", args=[turns.slug]) if turns.slug else reverse("games:lobby")
    return {"badge": {"count": turns.count, "url": url, "call": _call(turns.call)}}


def _call(match: Match | None) -> Call | None:
    if match is None:
        return None
    ms = milliseconds_until(match.starts_by, timezone.now()) or 0
    return Call(match.event_title, reverse("games:table", args=[match.slug]), ms, clock_text(ms))


def _row(row: selectors.TableRow) -> LobbyRow:
    match, seats = row.match, row.seats
    free = sum(not seat.taken for seat in seats)
    return LobbyRow(
        slug=match.slug,
        url=reverse("games:table", args=[match.slug]),
        status=match.status,
        host=_host(match, seats),
        title=match.event_title,
        names=tuple(
            SeatLabel(person.name, person.kind, seat.away) for person, seat in zip(people(seats), seats, strict=True)
        ),
        size=match.size,
        free=free,
        pace=pace_words(match),
        options=tuple(option_words(match.options)),
        mine=row.my_seat is not None,
        my_turn=row.my_turn,
        watch=row.my_seat is None and match.status == Match.Status.PLAYING,
        age=_age(match),
        join_url=reverse("games:join", args=[match.slug]) if match.status == Match.Status.WAITING else "",
    )


def _host(match: Match, seats: tuple[Seat, ...]) -> str:
    host = next((seat for seat in seats if seat.user_id is not None and seat.user_id == match.host_id), None)
    return host.label if host is not None else ""


def _age(match: Match) -> str:
    since = match.ended_at or match.started_at or match.created_at
    if (timezone.now() - since).total_seconds() < 60:
        return gettext("just now")
    return gettext("%(time)s ago") % {"time": timesince(since, depth=1)}
