"""What `manage.py verify` asks of a stored match: log, chain, deals and columns must all tell the same story."""

from collections.abc import Iterator
from typing import Any

from django.db import transaction

from games.models import Match, MatchEvent, Seat
from games.record import Fold, RecordError, fold
from games.record.audit import check_chain, check_commitment, check_deals, check_nonces
from games.selectors.folds import to_event


def problems_of(slug: str) -> list[str]:
    """Everything that is wrong with a stored match, in words for the person who runs the site; [] if nothing is.

    A table that moves on while it is read seems to contradict itself, so what looks wrong is read again at rest.
    """
    match = Match.objects.filter(slug=slug).first()
    if match is None or not problems(match):
        return []
    with transaction.atomic():
        at_rest = Match.objects.select_for_update().filter(slug=slug).first()
        return [] if at_rest is None else problems(at_rest)


def problems(match: Match) -> list[str]:
    """What is wrong with the rows of a match, as they are read one after the other."""
    rows = list(MatchEvent.objects.filter(match=match).order_by("seq"))
    seats = list(match.seats.order_by("index"))
    found = check_commitment(match.secret, match.commitment)
    found += check_chain(((to_event(row), row.hash) for row in rows), match.secret, match.commitment)
    found += _log_ends(match, rows)
    try:
        played = fold(to_event(row) for row in rows)
    except RecordError as error:
        return [*found, f"the log does not replay: {error}"]
    if played.rounds:
        found += _deals(match, seats, played)
    return found + list(_columns(match, seats, played, rows))


def _log_ends(match: Match, rows: list[MatchEvent]) -> list[str]:
    last, head = (rows[-1].seq, rows[-1].hash) if rows else (0, "")
    found = []
    if match.seq != last:
        found.append(f"the match says {match.seq} events, the log ends with event {last}")
    elif match.head != head:
        found.append("the match keeps another head of the chain than its last event")
    return found


def _deals(match: Match, seats: list[Seat], played: Fold) -> list[str]:
    nonces = match.nonces or [seat.nonce for seat in seats]
    try:
        found = (
            []
            if match.nonces
            else check_nonces(match.secret, nonces, [s.index for s in seats if s.bot and not s.stand_in])
        )
        return found + check_deals(played, match.secret, nonces, match.commitment)
    except ValueError as error:
        return [f"the deal cannot be worked out again: {error}"]


def _columns(match: Match, seats: list[Seat], played: Fold, rows: list[MatchEvent]) -> Iterator[str]:
    """Columns that are not what the log folds to."""
    for name, due in _due_columns(match, played, rows).items():
        if getattr(match, name) != due:
            yield f"column {name} is {getattr(match, name)!r}, the log says {due!r}"
    placings = played.placings
    for seat in seats:
        if bool(seat.stand_in) != (seat.index in played.stood_in):
            yield f"seat {seat.index}: column stand_in is {seat.stand_in!r}, the log says otherwise"
        due_seat = {
            "left": seat.index in played.left,
            "away": seat.index in played.away,
            "place": None if placings is None else placings[seat.index],
        }
        for name, due in due_seat.items():
            if getattr(seat, name) != due:
                yield f"seat {seat.index}: column {name} is {getattr(seat, name)!r}, the log says {due!r}"


def _due_columns(match: Match, played: Fold, rows: list[MatchEvent]) -> dict[str, Any]:
    dealt = [row.seq for row in rows if row.kind == "dealt"]
    acted = [row.seq for row in rows if row.kind in ("dealt", "action")]
    due: dict[str, Any] = {
        "status": _status(played),
        "round": len(played.rounds),
        "dealt_seq": dealt[-1] if dealt else 0,
        "acted_seq": acted[-1] if acted else 0,
        "turn_seat": played.state.turn if played.state is not None and not played.aborted else None,
        "placings": None if played.placings is None else list(played.placings),
        "result": None,
    }
    if played.options is not None:
        due |= {"options": played.options.to_dict(), "size": played.seats}
    if played.over:
        ends = [done.state.end for done in played.rounds]
        due["result"] = {
            "rounds": [{**result, "end": end} for result, end in zip(played.results, ends, strict=True)],
            "totals": played.totals["totals"],
            "won": played.totals["won"],
            "placings": due["placings"],
        }
    return due


def _status(played: Fold) -> str:
    if played.aborted:
        return "aborted"
    if not played.rounds:
        return "waiting"
    return "over" if played.over else "playing"
