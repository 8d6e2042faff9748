"""view.json: the reader's view of the protocol, with what the page around it knows."""

from dataclasses import replace
from typing import Any

from games import pace
from games.engine import HIDDEN, State, View, view, view_json
from games.models import Match
from games.selectors import TableSnapshot

from .people import people


def reader_view(state: State, seat: int | None, gated: bool = False) -> View:
    """The position as this reader may see it. A finished game stays shut while its event keeps it gated."""
    seen = view(state, seat)
    return _shut(seen) if gated and seen.over else seen


def _shut(seen: View) -> View:
    """The view of a finished game with all that was hidden hidden again (RULES section 9: in a tournament)."""
    return replace(
        seen,
        hands=tuple(hand if seat == seen.seat else None for seat, hand in enumerate(seen.hands)),
        down=tuple(_shut_slots(seen, seat) for seat in range(seen.seats)),
        draw=None,
        forfeited=None,
    )


def _shut_slots(seen: View, seat: int) -> tuple[int | None, ...]:
    return tuple(
        card if card is None or (known and seat == seen.seat) else HIDDEN
        for card, known in zip(seen.down[seat], seen.known[seat], strict=True)
    )


def view_payload(snapshot: TableSnapshot, seat: int | None) -> dict[str, Any]:
    """What `view.json` answers: everything the reader may see and nothing else."""
    match = snapshot.match
    shown: dict[str, Any] = {"phase": match.status, "legal": []}
    if snapshot.state is not None:
        shown = view_json(reader_view(snapshot.state, seat, match.gated))
    if match.status != Match.Status.PLAYING:
        shown["legal"] = []
    return {
        **shown,
        "seq": snapshot.seq,
        "round": snapshot.round,
        "status": match.status,
        "seat": seat,
        "players": [
            {"seat": person.index, "name": person.name, "kind": person.kind, "away": row.away}
            for person, row in zip(people(snapshot.seats), snapshot.seats, strict=True)
        ],
        "remaining_ms": _remaining(snapshot, seat),
    }


def _remaining(snapshot: TableSnapshot, seat: int | None) -> int | None:
    """Milliseconds left to the reader when it is to act, else to the person on turn; None where no clock runs."""
    if snapshot.state is None or snapshot.match.status != Match.Status.PLAYING:
        return None
    actors = snapshot.state.actors
    whose = seat if seat in actors else snapshot.state.turn
    if whose is None or whose not in actors or snapshot.seats[whose].held:
        return None
    return pace.remaining_ms(snapshot.match, snapshot.seats[whose], snapshot.now)
