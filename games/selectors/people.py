"""What is known about people: whom they block, what they may see, where they are waited for."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.models import Block, Invite, Match, MatchEvent, Seat
from games.prepared import ASKED, Prepared
from games.selectors.snapshot import TableSnapshot


@dataclass(frozen=True, slots=True)
class Turns:
    """How many tables wait for a person, and the slug of the one that has waited longest ("" without one).

    call: the event's table to which they were called and have not come, the most urgent one.
    """

    count: int
    slug: str
    call: Match | None = None


def blocked_among(user_id: int | None, others: Iterable[int]) -> bool:
    """Whether one of the others blocks the person, or the person one of them."""
    ids = list(others)
    if not ids or user_id is None:
        return False
    pairs = Q(blocker_id=user_id, blocked_id__in=ids) | Q(blocked_id=user_id, blocker_id__in=ids)
    return Block.objects.filter(pairs).exists()


def blocked_by(user: Any) -> list[Any]:
    """The people whom somebody blocks, by name."""
    rows = Block.objects.filter(blocker=user).select_related("blocked").order_by("blocked__username")
    return [row.blocked for row in rows]


def as_read_by(snapshot: TableSnapshot, user: Any) -> TableSnapshot:
    """The table without the reactions of people whom the reader blocks. Who is blocked sees no difference.

    One query, and only while somebody is saying something.
    """
    speaking = {seat.user_id: seat.index for seat in snapshot.seats if seat.user_id and seat.index in snapshot.speaking}
    if not speaking or not user or not user.pk:
        return snapshot
    blocked = Block.objects.filter(blocker=user, blocked_id__in=speaking).values_list("blocked_id", flat=True)
    muted = frozenset(speaking[user_id] for user_id in blocked)
    return replace(snapshot, muted=muted) if muted else snapshot


def is_invited(match: Match, user: Any) -> bool:
    """Whether somebody was invited to a table, or is its host."""
    return bool(user.pk) and (match.host_id == user.pk or Invite.objects.filter(match=match, user=user).exists())


def is_for_all(match: Match) -> bool:
    """Whether anybody at all may look at a table."""
    return not match.sealed and match.visibility != Match.Visibility.INVITE


def may_see(match: Match, user: Any) -> bool:
    """Whether somebody may look at a table: a sealed one is for its seats alone, an invite-only one for the invited."""
    if is_for_all(match):
        return True
    if not user or not user.pk:
        return False
    if Seat.objects.filter(match=match, user=user).exists():
        return True
    return not match.sealed and is_invited(match, user)


def seats_to_see(user: Any) -> Q:
    """`may_see`, for a query of seats: those at tables that somebody may look at."""
    for_all = Q(match__sealed=False) & ~Q(match__visibility=Match.Visibility.INVITE)
    if not user or not user.pk:
        return for_all
    invited = Q(match__host=user) | Exists(Invite.objects.filter(match=OuterRef("match"), user=user))
    own = Exists(Seat.objects.filter(match=OuterRef("match"), user=user))
    return for_all | own | (Q(match__sealed=False) & invited)


def turns_of(user: Any) -> Turns:
    """Where a person is waited for: its own clock runs there, or it was called there. One query."""
    if not user or not user.pk:
        return Turns(0, "")
    waiting = _WAITING.rows(Match, user.pk, names=_NAMES)
    turns = [match for match in waiting if match.status == Match.Status.PLAYING]
    calls = [match for match in waiting if match.status == Match.Status.WAITING]
    return Turns(len(turns), turns[0].slug if turns else "", calls[0] if calls else None)


def _waiting() -> QuerySet[Any]:
    """What a badge shows of the matches that wait for a person. Each move changes two badges."""
    called = Q(match__status=Match.Status.WAITING, match__starts_by__isnull=False, seen_at__isnull=True)
    seats = seats_in_open_games(ASKED).filter(called | _is_to_move()).order_by("match__clock_from", "match__starts_by")
    return seats.values_list(*_NAMES)


_NAMES: Final = {"match_id": "id"} | {f"match__{name}": name for name in ("slug", "status", "event_title", "starts_by")}
_WAITING: Final = Prepared(_waiting)


def ids_to_move(user: Any) -> set[int]:
    """Ids of the matches in which a person is to act."""
    return set(_to_move(user).values_list("match_id", flat=True))


def _to_move(user: Any) -> QuerySet[Seat]:
    """Seats of a person that are to act."""
    return seats_in_open_games(user).filter(_is_to_move())


def seats_in_open_games(user: Any) -> QuerySet[Seat]:
    """Seats that a person has not left, of games without a result yet: few, with an index of their own."""
    return Seat.objects.filter(user=user, left=False, place__isnull=True)


def _is_to_move() -> Q:
    """Whether a seat is to act: on turn, or still to choose a 3UP while all choose at once."""
    acted = MatchEvent.objects.filter(
        match=OuterRef("match"),
        seq__gt=OuterRef("match__dealt_seq"),
        kind=MatchEvent.Kind.ACTION,
        seat=OuterRef("index"),
    )
    choosing = Q(match__turn_seat__isnull=True) & ~Exists(acted)
    playing = Q(left=False, away=False, match__status=Match.Status.PLAYING)
    return playing & (Q(match__turn_seat=F("index")) | choosing)
