"""Matches put straight into the database, as if they had been played there: any options, any end, in no time."""

from datetime import UTC, datetime, timedelta
from typing import Any

from games import fairness
from games.models import Match, MatchEvent, Seat
from games.record import Event
from tests.games.playing import Playing, nonces_of, secret_of

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def store(played: Playing, *users: Any, slug: str = "stored22") -> Match:
    """The rows of a match in play or over. Users sit from seat 0 on, medium bots on the other seats."""
    fold, secret, last = played.fold, secret_of(played.seed), played.events[-1]
    kinds = [(event.seq, event.kind) for event in played.events]
    match = Match(
        slug=slug,
        status="aborted" if fold.aborted else "over" if fold.over else "playing" if fold.rounds else "waiting",
        options=played.options.to_dict(),
        size=played.seats,
        secret=secret.hex(),
        commitment=fairness.commitment(secret),
        seq=last.seq,
        acted_seq=max((seq for seq, kind in kinds if kind in ("dealt", "action")), default=0),
        dealt_seq=max((seq for seq, kind in kinds if kind == "dealt"), default=0),
        round=len(fold.rounds),
        turn_seat=fold.state.turn if fold.state is not None and not fold.aborted else None,
        placings=None if fold.placings is None else list(fold.placings),
        result=_result(played),
        started_at=_time(played.events[0]),
        ended_at=_time(last) if fold.over or fold.aborted else None,
    )
    rows = _rows(match, played.events, secret)
    match.head = rows[-1].hash
    match.save()
    MatchEvent.objects.bulk_create(rows)
    Seat.objects.bulk_create(_seats(match, played, users))
    return match


def _result(played: Playing) -> dict[str, Any] | None:
    fold = played.fold
    if not fold.over:
        return None
    rounds = [{**row, "end": r.state.end} for row, r in zip(fold.results, fold.rounds, strict=True)]
    return {
        "rounds": rounds,
        "totals": fold.totals["totals"],
        "won": fold.totals["won"],
        "placings": list(fold.placings or ()),
    }


def _seats(match: Match, played: Playing, users: tuple[Any, ...]) -> list[Seat]:
    fold = played.fold
    return [
        Seat(
            match=match,
            index=index,
            user=users[index] if index < len(users) else None,
            bot="" if index < max(1, len(users)) else "medium",
            taken=True,
            deleted=index == 0 and not users,
            nonce=nonce.hex(),
            left=index in fold.left,
            away=index in fold.away,
            place=None if fold.placings is None else fold.placings[index],
        )
        for index, nonce in enumerate(nonces_of(played.seed, played.seats))
    ]


def _rows(match: Match, events: list[Event], secret: bytes) -> list[MatchEvent]:
    rows, head = [], match.commitment
    for event in events:
        head = fairness.event_hash(head, fairness.salt(secret, event.seq), event.hashed())
        rows.append(
            MatchEvent(
                match=match, seq=event.seq, round=event.round, kind=event.kind, seat=event.seat, action=event.action,
                by=event.by, at=_time(event), data=event.data, hash=head,
            )
        )  # fmt: skip
    return rows


def _time(event: Event) -> datetime:
    return EPOCH + timedelta(milliseconds=event.at_ms)
