"""Finished games: a person's history and figures, and results for other apps."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse

from games.listeners import MatchResult, SeatResult
from games.models import Match, MatchEvent, Seat
from games.selectors import people

RECENT_GAMES: Final = 20
RECENT_TABLES: Final = 500  # among which the last games are looked for: of a long history no more is read
AT_ONCE: Final = 500  # of all games of a person
OPPONENTS: Final = ("people", "bots")  # "people": at least one other person sat at the table


@dataclass(frozen=True, slots=True)
class GameRow:
    """One finished game of a person. `players`: (label, kind) by seat."""

    slug: str
    url: str
    replay_url: str
    ended_at: datetime | None
    place: int | None
    left: bool
    size: int
    players: tuple[tuple[str, str], ...]
    options: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Share:
    """Games against one kind of opponents. `win_share` is 0 to 1; None without games."""

    opponents: str
    games: int
    won: int
    win_share: float | None


@dataclass(frozen=True, slots=True)
class Stats:
    """A person's figures over finished games (aborted ones do not count)."""

    games: int
    won: int
    win_share: float | None
    places: tuple[tuple[int, int], ...]  # (place, how often), best first
    by_opponents: tuple[Share, ...]


def games_of(user: Any, reader: Any = None, limit: int = RECENT_GAMES) -> list[GameRow]:
    """A person's last finished games, newest first; only those that `reader` may look at. Two queries.

    They are the last to end of the last RECENT_TABLES tables that were made.
    """
    newest = _finished(user).order_by("-match_id").values("pk")[:RECENT_TABLES]
    rows = Seat.objects.filter(pk__in=newest).select_related("match").order_by("-match__ended_at")
    if reader is not None and not (reader.pk and reader.pk == user.pk):
        rows = rows.filter(people.seats_to_see(reader))
    return _game_rows(list(rows[:limit]))


def all_games_of(user: Any) -> Iterator[GameRow]:
    """Every finished game of a person, for themselves, the newest table first. Two queries for some hundreds."""
    ids = list(_finished(user).order_by("-match_id").values_list("match_id", flat=True))
    for first in range(0, len(ids), AT_ONCE):
        some = Seat.objects.filter(user=user, match__in=ids[first : first + AT_ONCE])
        yield from _game_rows(list(some.select_related("match").order_by("-match_id")))


def stats_of(user: Any) -> Stats:
    """A person's figures, counted by the database in one query. What is sealed counts once it is open."""
    others = Seat.objects.filter(match=OuterRef("match"), bot="").exclude(user=user).order_by()
    shut = Match.objects.filter(pk=OuterRef("match"), sealed=True)
    # A value and not Exists: that may be answered from all seats there are, for somebody who played a great deal.
    another = Q(other__isnull=False)
    rows = _finished(user).filter(~Exists(shut)).alias(other=Subquery(others.values("pk")[:1])).annotate(people=another)
    places: Counter[int | None] = Counter()
    against: dict[str, Counter[int | None]] = {kind: Counter() for kind in OPPONENTS}
    for place, people_there, count in rows.order_by().values_list("place", "people").annotate(count=Count("pk")):
        places[place] += count
        against["people" if people_there else "bots"][place] += count
    return Stats(
        games=places.total(),
        won=places[1],
        win_share=_share(places[1], places.total()),
        places=tuple(sorted((place, count) for place, count in places.items() if place is not None and count)),
        by_opponents=tuple(
            Share(kind, found.total(), found[1], _share(found[1], found.total())) for kind, found in against.items()
        ),
    )


def result_of(match: Match) -> MatchResult:
    """How an ended match came out, as listeners and other apps get it. Two queries."""
    return _results([match])[0]


def results_of(event_keys: Iterable[str]) -> list[MatchResult]:
    """The results of the ended ones among matches of other apps, in the order they were made. Three queries."""
    ended = Match.objects.filter(event_key__in=list(event_keys), status__in=(Match.Status.OVER, Match.Status.ABORTED))
    return _results(list(ended.order_by("pk")))


def _results(matches: list[Match]) -> list[MatchResult]:
    ids = [match.pk for match in matches]
    away, seats = defaultdict(set), defaultdict(list)
    absences = MatchEvent.objects.filter(match__in=ids, kind=MatchEvent.Kind.AWAY).order_by()
    for match_id, index in absences.values_list("match_id", "seat"):
        away[match_id].add(index)
    for seat in Seat.objects.filter(match__in=ids).order_by("match_id", "index"):
        seats[seat.match_id].append(seat)
    return [_result(match, seats[match.pk], away[match.pk]) for match in matches]


def _result(match: Match, seats: list[Seat], away: set[int | None]) -> MatchResult:
    result = match.result or {}
    totals, won = result.get("totals"), result.get("won")
    rounds = result.get("rounds", [])
    told = tuple(
        SeatResult(
            index=seat.index, user_id=seat.user_id, bot=seat.bot, place=seat.place, left=seat.left,
            away=seat.index in away,
            total=totals[seat.index] if totals else None, won=won[seat.index] if won else 0,
            stand_in=seat.stand_in, held=seat.away,
        )
        for seat in seats
    )  # fmt: skip
    return MatchResult(
        match_id=match.pk, slug=match.slug, event_key=match.event_key, status=match.status, options=match.options,
        seats=told, end=rounds[-1]["end"] if rounds else None, rounds=len(rounds), started_at=match.started_at,
        ended_at=match.ended_at,
    )  # fmt: skip


def _finished(user: Any) -> QuerySet[Seat]:
    """Their seats with a place: a match that is over gives one to each, an aborted one to none."""
    return Seat.objects.filter(user=user, place__isnull=False)


def _game_rows(seats: list[Seat]) -> list[GameRow]:
    """One query for everybody at these tables."""
    tables: dict[int, list[Seat]] = {}
    for other in Seat.objects.filter(match__in=[seat.match_id for seat in seats]).select_related("user", "stands_for"):
        tables.setdefault(other.match_id, []).append(other)
    return [_game_row(seat, tables[seat.match_id]) for seat in seats]


def _game_row(seat: Seat, seats: list[Seat]) -> GameRow:
    match = seat.match
    return GameRow(
        slug=match.slug,
        url=reverse("games:table", args=[match.slug]),
        replay_url=reverse("games:replay", args=[match.slug]),
        ended_at=match.ended_at,
        place=seat.place,
        left=seat.left,
        size=match.size,
        players=tuple((other.label, other.kind) for other in seats),
        options=match.options,
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
