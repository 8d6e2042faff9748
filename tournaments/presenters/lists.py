"""Rows of tournament lists in words: used by the list, calendar, "mine", home and profile."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext, pgettext

from games.api.options import option_words
from tournaments.models import Entry, Series, Tournament
from tournaments.selectors import lists as selectors
from tournaments.selectors.events import settings_of
from tournaments.selectors.lists import ListRow, Lists
from tournaments.services.series import dates

from .event_people import Who, who
from .event_words import format_name, status_words
from .plans import length_words

Status = Tournament.Status
OPEN = (Status.REGISTRATION, Status.CHECK_IN)
ENDED = (Status.FINISHED, Status.CANCELLED)
SOON = 4  # on the home page


@dataclass(frozen=True, slots=True)
class Card:
    """One tournament as a card of a list."""

    slug: str
    url: str
    name: str
    format: str  # names the drawing in static/cards/formats.svg
    format_words: str
    status: str
    status_words: str
    starts_at: datetime
    timezone: str
    ends_at: datetime | None  # running arenas
    ended_at: datetime | None
    players: int
    most: int | None
    waiting: int
    facts: tuple[str, ...]  # length, seats, pace, rules
    bots: str  # label
    marks: tuple[str, ...]  # who may enter, duplicate
    again: str  # how often it comes; empty: once
    progress: str  # of a running one
    standing: str  # the reader's own part in it, in words; empty: none
    place: int | None  # the reader's own, once it is over
    their_place: int | None  # of the person whose list it is
    enter_url: str  # where one press enters; empty: go to the event's page
    organised: bool  # by the reader
    playing: bool  # the reader is in and has not left
    winners: tuple[Who, ...] = field(default=())

    @property
    def live(self) -> bool:
        """Whether it is being played."""
        return self.status == Status.RUNNING

    @property
    def over(self) -> bool:
        """Whether it is finished or cancelled."""
        return self.status in ENDED

    @property
    def go(self) -> str:
        """What the way to its page is called."""
        if self.over:
            return gettext("Standings") if self.status == Status.FINISHED else gettext("Open")
        if self.live:
            return gettext("Play") if self.playing else gettext("Look on")
        return gettext("Open")


@dataclass(frozen=True, slots=True)
class SeriesCard:
    """A recurring event, as its organiser sees it."""

    name: str
    format: str
    again: str
    next_at: datetime  # the next date that is still ahead
    timezone: str
    stop_url: str


def cards(rows: Any, reader: Any = None) -> list[Card]:
    """Several rows."""
    return [card(row, reader) for row in rows]


def list_context(user: Any) -> dict[str, Any]:
    """`running`, `open`, `soon` and `lately`: lists of Card, for the page, its fragment and its socket."""
    found = selectors.lists(user)
    return {name: cards(getattr(found, name), user) for name in ("running", "open", "soon", "lately")}


def card(row: ListRow, reader: Any = None) -> Card:
    """One row, as this reader sees it."""
    event = row.tournament
    settings = settings_of(event)
    return Card(
        slug=event.slug,
        url=reverse("tournaments:event", args=[event.slug]),
        name=event.name,
        format=event.format,
        format_words=format_name(event.format),
        status=event.status,
        status_words=gettext("paused") if event.paused else status_words(event.status),
        starts_at=event.starts_at,
        timezone=event.timezone,
        ends_at=event.ends_at if event.status == Status.RUNNING else None,
        ended_at=event.ended_at,
        players=row.players,
        most=event.max_players,
        waiting=row.waiting,
        facts=(length_words(settings), _tables(settings.pod_size), _pace(event.pace), *_rules(event)),
        bots=bots_label(event.bots),
        marks=_marks(event),
        again=again_words(event.series),
        progress=_progress(event, settings.rounds),
        standing=_standing(row),
        place=row.mine.place if row.mine is not None else None,
        their_place=row.theirs.place if row.theirs is not None else None,
        enter_url=_enter_url(row, reader),
        organised=_organised(event, reader),
        playing=row.mine is not None and row.mine.status == Entry.Status.IN,
        winners=tuple(who(entry) for entry in row.winners),
    )


def soon(found: Lists, reader: Any = None, most: int = SOON) -> list[Card]:
    """The home page's few: what runs, what starts next, always with the next arena: it can be entered at any time."""
    rows = [*found.running[: most // 2], *found.open, *found.soon]
    kept = rows[:most]
    arena = next((row for row in rows if row.tournament.format == "arena" and _can_enter(row)), None)
    if arena is not None and arena not in kept:
        kept[-1] = arena
    return cards(kept, reader)


def series_card(series: Series) -> SeriesCard:
    """A recurring event of its organiser."""
    return SeriesCard(
        name=series.name,
        format=series.template.get("format", ""),
        again=again_words(series),
        next_at=next(dates(series, timezone.now())),
        timezone=series.timezone,
        stop_url=reverse("tournaments:stop_series", args=[series.key]),
    )


def bots_label(bots: str) -> str:
    """The policy on bots as a chip."""
    return {
        Tournament.Bots.NONE.value: gettext("no bots"),
        Tournament.Bots.HOUSE.value: gettext("house bots fill up"),
        Tournament.Bots.OPEN.value: gettext("open to bots"),
    }.get(bots, bots)


def again_words(series: Series | None) -> str:
    """How often an event comes again."""
    if series is None:
        return ""
    return {
        Series.Every.HOUR.value: gettext("every hour"),
        Series.Every.DAY.value: gettext("every day"),
        Series.Every.WEEK.value: gettext("every week"),
    }.get(series.every, "")


def _tables(size: int) -> str:
    return gettext("head-to-head") if size == 2 else gettext("tables of %(n)s") % {"n": size}


def _pace(pace: str) -> str:
    return {
        "live": gettext("30 s a turn"),
        "relaxed": gettext("5 minutes a turn"),
        "days": gettext("2 days a turn"),
    }.get(pace, "")


def _rules(event: Tournament) -> list[str]:
    return option_words(event.options) or [gettext("Official rules")]


def _marks(event: Tournament) -> tuple[str, ...]:
    found = []
    if event.duplicate:
        found.append(gettext("duplicate"))
    if event.invite_only:
        found.append(gettext("by invitation"))
    if event.password:
        found.append(gettext("password"))
    if event.guests:
        found.append(gettext("guests welcome"))
    if event.min_games:
        words = ngettext("from %(n)s game played", "from %(n)s games played", event.min_games)
        found.append(words % {"n": event.min_games})
    return tuple(found)


def _progress(event: Tournament, rounds: int) -> str:
    if event.status != Status.RUNNING or event.format == "arena" or not event.round:
        return ""
    if event.format == "swiss_pods":
        return gettext("round %(n)s of %(all)s") % {"n": event.round, "all": rounds}
    return gettext("round %(n)s") % {"n": event.round}


def _standing(row: ListRow) -> str:
    entry, event = row.mine, row.tournament
    if entry is None:
        return gettext("you are invited") if row.invited and event.status in OPEN else ""
    if entry.status == Entry.Status.WAITING:
        return gettext("you are on the waiting list") if event.status not in ENDED else ""
    if entry.status == Entry.Status.DROPPED:
        return gettext("you were dropped")
    if entry.status == Entry.Status.WITHDRAWN:
        return gettext("you withdrew")
    if event.status == Status.CHECK_IN and not entry.checked_in:
        return gettext("check in now")
    if event.status in ENDED:
        return ""
    return pgettext("tournament", "you are in")


def _can_enter(row: ListRow) -> bool:
    event = row.tournament
    return event.status in OPEN or (event.status == Status.RUNNING and event.format == "arena")


def _enter_url(row: ListRow, reader: Any) -> str:
    """One press is enough where nothing else has to be given and this reader is likely to be let in."""
    event = row.tournament
    if reader is None or not reader.is_authenticated or (reader.is_guest and not event.guests):
        return ""
    if row.mine is not None or event.password or not _can_enter(row):
        return ""
    if event.invite_only and not row.invited:
        return ""
    return reverse("tournaments:register", args=[event.slug])


def _organised(event: Tournament, reader: Any) -> bool:
    return reader is not None and getattr(reader, "pk", None) is not None and event.organiser_id == reader.pk
