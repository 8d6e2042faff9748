"""Finished games: a person's history and figures, and results for other apps."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import QuerySet
from django.urls import reverse

from games.listeners import MatchResult, SeatResult
from games.models import Match, MatchEvent, Seat
from games.selectors import people

RECENT_GAMES: Final = 20
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
    """A person's last finished games, newest first; only those that `reader` may look at. Four queries."""
    rows = _finished(user).select_related("match").order_by("-match__ended_at")
    seats = [seat for seat in rows[: limit * 2] if _readable(seat.match, user, reader)][:limit]
    tables: dict[int, list[Seat]] = {}
    for other in Seat.objects.filter(match__in=[seat.match_id for seat in seats]).select_related("user", "stands_for"):
        tables.setdefault(other.match_id, []).append(other)
    return [_game_row(seat, tables[seat.match_id]) for seat in seats]


def stats_of(user: Any) -> Stats:
    """A person's figures. Two queries. What is sealed counts once it is open."""
    mine = list(_finished(user).filter(match__sealed=False).values_list("match_id", "place"))
    others = Seat.objects.filter(match__seats__user=user, match__status=Match.Status.OVER, bot="").exclude(user=user)
    with_people = set(others.values_list("match_id", flat=True))
    places = Counter(place for _, place in mine if place is not None)
    split = {
        kind: [place for match, place in mine if (match in with_people) == (kind == "people")] for kind in OPPONENTS
    }
    return Stats(
        games=len(mine),
        won=places[1],
        win_share=_share(places[1], len(mine)),
        places=tuple(sorted(places.items())),
        by_opponents=tuple(_against(kind, split[kind]) for kind in OPPONENTS),
    )


def result_of(match: Match) -> MatchResult:
    """How an ended match came out, as listeners and other apps get it."""
    result = match.result or {}
    totals, won = result.get("totals"), result.get("won")
    rounds = result.get("rounds", [])
    absences = MatchEvent.objects.filter(match=match, kind=MatchEvent.Kind.AWAY)
    away = set(absences.values_list("seat", flat=True))
    seats = tuple(
        SeatResult(
            index=seat.index, user_id=seat.user_id, bot=seat.bot, place=seat.place, left=seat.left,
            away=seat.index in away,
            total=totals[seat.index] if totals else None, won=won[seat.index] if won else 0,
            stand_in=seat.stand_in, held=seat.away,
        )
        for seat in match.seats.order_by("index")
    )  # fmt: skip
    return MatchResult(
        match_id=match.pk, slug=match.slug, event_key=match.event_key, status=match.status, options=match.options,
        seats=seats, end=rounds[-1]["end"] if rounds else None, rounds=len(rounds), started_at=match.started_at,
        ended_at=match.ended_at,
    )  # fmt: skip


def results_of(event_keys: Iterable[str]) -> list[MatchResult]:
    """The results of the ended ones among matches of other apps, in the order they were made."""
    ended = Match.objects.filter(event_key__in=list(event_keys), status__in=(Match.Status.OVER, Match.Status.ABORTED))
    return [result_of(match) for match in ended.order_by("pk")]


def _finished(user: Any) -> QuerySet[Seat]:
    return Seat.objects.filter(user=user, match__status=Match.Status.OVER)


def _readable(match: Match, user: Any, reader: Any) -> bool:
    if reader is None or (reader.pk and reader.pk == user.pk):
        return True
    return people.may_see(match, reader)


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


def _against(kind: str, places: list[int | None]) -> Share:
    won = places.count(1)
    return Share(kind, len(places), won, _share(won, len(places)))


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
