"""Finished matches as records. Who may have one is not asked here: see `record_is_open` and `may_see`."""

from typing import Any

from games.models import MatchEvent
from games.record import Meta, Record, SeatName, record_of
from games.record.audit import log_json
from games.selectors.folds import to_event
from games.selectors.snapshot import TableSnapshot


def record(snapshot: TableSnapshot) -> Record:
    """The record of a match that is over. Names are those of today; a deleted player's is gone. Raises RecordError."""
    match = snapshot.match
    seats = tuple(SeatName(seat.label, seat.kind) for seat in snapshot.seats)
    nonces = tuple(match.nonces or [seat.nonce for seat in snapshot.seats])
    whose = "entrants" if match.nonces else "seats"
    return record_of(Meta(match.slug, seats, match.commitment, match.secret, nonces, whose), snapshot.fold)


def log(snapshot: TableSnapshot) -> dict[str, Any]:
    """The whole event log with its hashes, as log.json (docs/fairness.md)."""
    match = snapshot.match
    rows = MatchEvent.objects.filter(match=match, seq__lte=match.seq).order_by("seq")
    return log_json(match.slug, match.commitment, match.secret, ((to_event(row), row.hash) for row in rows.iterator()))
