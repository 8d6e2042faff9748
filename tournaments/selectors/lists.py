"""Lists of tournaments: what runs, what can be entered, what comes, what a person played and organised."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournaments.formats.base import Outcome, told
from tournaments.models import Entry, Invitation, Pod, Series, Tournament

Status = Tournament.Status
SHOWN: Final = 40
LATELY: Final = timedelta(days=7)  # finished ones stay in the list that long
SHOWN_LATELY: Final = 8
HISTORY: Final = 20
ACTIVE: Final = (Status.ANNOUNCED, Status.REGISTRATION, Status.CHECK_IN, Status.RUNNING)
ENDED: Final = (Status.FINISHED, Status.CANCELLED)
IN: Final = (Entry.Status.IN, Entry.Status.WAITING)


@dataclass(frozen=True, slots=True)
class ListRow:
    """One tournament of a list. `mine`, `theirs`: the entries of the reader and of the person whose list it is;
    `winners`: those of whoever came first, with their users.
    """

    tournament: Tournament  # with organiser and series
    players: int
    waiting: int  # on the waiting list
    mine: Entry | None = None
    theirs: Entry | None = None
    invited: bool = False
    winners: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Lists:
    """The lists of the page, each in the order in which it is read."""

    running: tuple[ListRow, ...]
    open: tuple[ListRow, ...]
    soon: tuple[ListRow, ...]
    lately: tuple[ListRow, ...]


@dataclass(frozen=True, slots=True)
class Mine:
    """What concerns one person: events they are in or organise, then those that are over, newest first."""

    current: tuple[ListRow, ...]
    organised: tuple[ListRow, ...]
    past: tuple[ListRow, ...]


def lists(user: Any = None, limit: int = SHOWN) -> Lists:
    """What runs, can be entered, is announced or has just ended. A fixed number of queries; of a series the next."""
    active = _next_of_series(_rows(_counted().filter(status__in=ACTIVE).order_by("starts_at", "pk")[: 4 * limit], user))
    lately = _counted().filter(status=Status.FINISHED, ended_at__gte=timezone.now() - LATELY)
    return Lists(
        running=tuple(row for row in active if row.tournament.status == Status.RUNNING)[:limit],
        open=tuple(row for row in active if row.tournament.status in (Status.REGISTRATION, Status.CHECK_IN))[:limit],
        soon=tuple(row for row in active if row.tournament.status == Status.ANNOUNCED)[:limit],
        lately=_rows(lately.order_by("-ended_at", "-pk")[:SHOWN_LATELY], user),
    )


def calendar(start: datetime, end: datetime, user: Any = None) -> tuple[ListRow, ...]:
    """All that starts from `start` up to `end`, in order of time, cancelled ones left out."""
    found = _counted().filter(starts_at__gte=start, starts_at__lt=end).exclude(status=Status.CANCELLED)
    return _rows(found.order_by("starts_at", "pk")[:500], user)


def announced(start: datetime, end: datetime) -> set[tuple[int | None, datetime | None]]:
    """(series, date) of what was announced for dates from `start` up to `end`: also if it was cancelled or moved."""
    found = Tournament.objects.filter(series__isnull=False, planned_at__gte=start, planned_at__lt=end)
    return set(found.values_list("series", "planned_at"))


def active_series(organiser: Any = None) -> tuple[Series, ...]:
    """The series that go on; of one organiser alone if one is given."""
    found = Series.objects.filter(active=True).order_by("pk")
    return tuple(found if organiser is None else found.filter(organiser=organiser))


def mine(user: Any) -> Mine:
    """Events a person is in, organises, and was in."""
    entered = Entry.objects.filter(user=user)
    inside = _counted().filter(status__in=ACTIVE, pk__in=entered.filter(status__in=IN).values("tournament"))
    organised = _counted().filter(organiser=user)
    past = _counted().filter(status__in=ENDED, pk__in=entered.values("tournament"))
    return Mine(
        current=_rows(inside.order_by("starts_at", "pk")[:SHOWN], user),
        organised=_rows(organised.order_by("-starts_at", "-pk")[:SHOWN], user),
        past=_rows(past.order_by("-starts_at", "-pk")[:SHOWN], user),
    )


def history(user: Any) -> tuple[ListRow, ...]:
    """Finished tournaments in which a person took part, newest first."""
    return _placed(user, Entry.objects.filter(user=user, place__isnull=False))


def honours(user: Any) -> tuple[ListRow, ...]:
    """Tournaments that a person won, newest first."""
    return _placed(user, _won(Entry.objects.filter(user=user)))


def _won(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Those who came first and played: where nobody came to a table, all share the first place and nobody won."""
    return entries.filter(place=1, parts__outcome=Outcome.PLAYED).distinct()


def _placed(user: Any, entries: QuerySet[Entry]) -> tuple[ListRow, ...]:
    found = _counted().filter(status=Status.FINISHED, pk__in=entries.values("tournament"))
    rows = _rows(found.order_by("-ended_at", "-pk")[:HISTORY], None)
    theirs = {
        entry.tournament_id: entry
        for entry in Entry.objects.filter(user=user, tournament__in=[r.tournament.pk for r in rows])
    }
    return tuple(replace(row, theirs=theirs.get(row.tournament.pk)) for row in rows)


def export(user: Any) -> dict[str, list[dict[str, Any]]]:
    """Everything tournaments hold about a person, as plain JSON values: `entries`, `organised`, `no_shows`."""
    entries = Entry.objects.filter(user=user).select_related("tournament").order_by("pk")
    parts = defaultdict(list)
    for entry_id, number, outcome, place, pod in entries.values_list(
        "pk", "parts__round__number", "parts__outcome", "parts__place", "parts__pod__status"
    ):
        if number is not None:
            outcome = told(outcome, pod == Pod.Status.VOID) or None
            parts[entry_id].append({"round": number, "outcome": outcome, "place": place})
    return {
        "entries": [
            {
                "tournament": entry.tournament.slug,
                "name": entry.tournament.name,
                "entered_at": entry.entered_at.isoformat(),
                "status": entry.status,
                "place": entry.place,
                "rounds": sorted(parts[entry.pk], key=lambda part: part["round"]),
            }
            for entry in entries
        ],
        "organised": [
            {
                "tournament": row.slug,
                "name": row.name,
                "starts_at": row.starts_at.isoformat(),
                "status": row.status,
            }
            for row in Tournament.objects.filter(organiser=user).order_by("pk")
        ],
        "no_shows": [at.isoformat() for at in user.no_shows.order_by("at").values_list("at", flat=True)],
    }


def _counted() -> QuerySet[Tournament]:
    """With how many are in each. Counted row by row: of a long history only for those that are shown."""
    return Tournament.objects.select_related("organiser", "series").annotate(
        inside=_count(Entry.objects.filter(status=Entry.Status.IN)),
        on_list=_count(Entry.objects.filter(status=Entry.Status.WAITING)),
        ever=_count(Entry.objects.all()),
    )


def _count(entries: QuerySet[Entry]) -> Coalesce:
    of_one = entries.filter(tournament=OuterRef("pk")).order_by().values("tournament").annotate(n=Count("pk"))
    return Coalesce(Subquery(of_one.values("n")), 0, output_field=IntegerField())


def _rows(found: Iterable[Any], user: Any) -> tuple[ListRow, ...]:
    """Rows with the reader's entries and the winners, in two or three queries more."""
    events = list(found)
    ids = [event.pk for event in events]
    own, invited = {}, set()
    if user is not None and getattr(user, "pk", None) is not None and ids:
        own = {entry.tournament_id: entry for entry in Entry.objects.filter(user=user, tournament__in=ids)}
        closed = [event.pk for event in events if event.invite_only]
        if closed:
            invited = set(
                Invitation.objects.filter(user=user, tournament__in=closed).values_list("tournament", flat=True)
            )
    winners = defaultdict(list)
    over = [event.pk for event in events if event.status == Status.FINISHED]
    if over:
        first = _won(Entry.objects.filter(tournament__in=over))
        for entry in first.select_related("user").order_by("number"):
            winners[entry.tournament_id].append(entry)
    return tuple(
        ListRow(
            tournament=event,
            players=event.inside if event.status in ACTIVE else event.ever,
            waiting=event.on_list,
            mine=own.get(event.pk),
            invited=event.pk in invited,
            winners=tuple(winners[event.pk]),
        )
        for event in events
    )


def _next_of_series(rows: Iterable[ListRow]) -> list[ListRow]:
    """Of every series the running ones and the next; the calendar shows the others."""
    seen: set[int] = set()
    kept = []
    for row in rows:
        series = row.tournament.series_id
        if row.tournament.status == Status.RUNNING or series is None or series not in seen or row.mine is not None:
            kept.append(row)
        if series is not None and row.tournament.status != Status.RUNNING:
            seen.add(series)
    return kept
