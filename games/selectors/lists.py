"""Lists of tables: open ones, one's own, running ones to watch."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import Block, Invite, Match, Seat
from games.selectors import people

SHOWN: Final = 30
JUST_STARTED: Final = timedelta(seconds=10)  # a second press of the same button still means this table
PRESENT: Final = timedelta(minutes=2)  # since a page of the table was open
RECENT: Final = timedelta(minutes=30)  # finished tables stay among one's own that long


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table of a list, with its seats in order; `my_seat` is the reader's own."""

    match: Match
    seats: tuple[Seat, ...]
    my_seat: Seat | None
    my_turn: bool


@dataclass(frozen=True, slots=True)
class LobbyTables:
    """The lists of a reader, each newest first."""

    open: tuple[TableRow, ...]
    mine: tuple[TableRow, ...]
    live: tuple[TableRow, ...]


def lobby(user: Any) -> LobbyTables:
    """All lists of the lobby. A fixed number of queries, however many tables."""
    to_move = people.ids_to_move(user) if user and user.pk else set()
    return LobbyTables(
        open=_rows(_open(user), user, to_move),
        mine=_rows(_mine(user), user, to_move) if user and user.pk else (),
        live=_rows(_live(), user, to_move),
    )


def tables_to_join(user: Any) -> list[str]:
    """Slugs of public tables with a free seat and people who are there, fullest first, without anybody blocked."""
    waiting = _with_free_seat().filter(visibility=Match.Visibility.PUBLIC, pace=Match.Pace.LIVE, event_key="")
    here = Seat.objects.filter(match=OuterRef("pk"), seen_at__gt=timezone.now() - PRESENT)
    waiting = waiting.filter(Exists(here))
    blocks = Block.objects.filter(blocker=user).values("blocked"), Block.objects.filter(blocked=user).values("blocker")
    for others in blocks:
        waiting = waiting.exclude(Exists(Seat.objects.filter(match=OuterRef("pk"), user__in=others)))
    waiting = waiting.exclude(seats__user=user).order_by("free", "created_at")
    return [match.slug for match in waiting[:10] if user.pk not in match.kicked]


def quick_table_of(user: Any) -> Match | None:
    """A public live table that waits with this person already seated, or that this very person just filled."""
    moments_ago = timezone.now() - JUST_STARTED
    here = Q(status=Match.Status.WAITING) | Q(status=Match.Status.PLAYING, started_at__gt=moments_ago)
    tables = Match.objects.filter(here, visibility=Match.Visibility.PUBLIC, pace=Match.Pace.LIVE, event_key="")
    return tables.filter(seats__in=people.seats_in_open_games(user)).order_by("created_at").first()


def _with_free_seat() -> QuerySet[Match]:
    waiting = Match.objects.filter(status=Match.Status.WAITING, host__isnull=False)
    return waiting.annotate(free=Count("seats", filter=Q(seats__taken=False))).filter(free__gt=0)


def _open(user: Any) -> QuerySet[Match]:
    shown = Q(visibility=Match.Visibility.PUBLIC)
    if user and user.pk:
        shown |= Exists(Invite.objects.filter(match=OuterRef("pk"), user=user))
    return _with_free_seat().filter(shown).order_by("-created_at")


def _mine(user: Any) -> QuerySet[Match]:
    unfinished = Q(status__in=(Match.Status.WAITING, Match.Status.PLAYING))
    recent = Q(status=Match.Status.OVER, ended_at__gte=timezone.now() - RECENT)
    seat = Seat.objects.filter(match=OuterRef("pk"), user=user, left=False)
    return Match.objects.filter(Exists(seat)).filter(unfinished | recent).order_by("ended_at", "-created_at")


def _live() -> QuerySet[Match]:
    """Running public games with at least one person in them."""
    persons = Seat.objects.filter(match=OuterRef("pk"), user__isnull=False, left=False)
    running = Match.objects.filter(status=Match.Status.PLAYING, visibility=Match.Visibility.PUBLIC, sealed=False)
    return running.filter(Exists(persons)).order_by("-started_at")


def _rows(matches: QuerySet[Match], user: Any, to_move: set[int]) -> tuple[TableRow, ...]:
    found = matches.select_related("host").prefetch_related("seats__user", "seats__stands_for")[:SHOWN]
    return tuple(_row(match, user, match.pk in to_move) for match in found)


def _row(match: Match, user: Any, my_turn: bool) -> TableRow:
    seats = tuple(match.seats.all())
    mine = next((seat for seat in seats if user and user.pk and seat.user_id == user.pk), None)
    return TableRow(match, seats, mine, my_turn)
