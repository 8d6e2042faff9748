"""One line of a match's log as a value, apart from any database."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

KINDS: Final = ("joined", "left", "dealt", "action", "away", "resume", "stand_in", "stopped", "aborted")
BY: Final = ("player", "bot", "timeout", "system")

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a match.

    seq counts all events of the match from 1; round is 0 before the first deal. `data` is set for `dealt`: options,
    seats, deck (card texts), first_seat, pile_order (or None), commitment, nonces (hex), rules_version, forfeited
    (seats that left in earlier rounds, in order); and for `stand_in`: which bot, and why. Events hold no names.
    """

    seq: int
    round: int
    kind: str
    seat: int | None
    action: str
    by: str
    at_ms: int  # milliseconds since 1970, UTC
    data: Mapping[str, Any] | None = field(default=None, hash=False)

    def hashed(self) -> dict[str, object]:
        """What games.fairness.event_hash takes of the event (docs/fairness.md, "The chain of events")."""
        return {
            "seq": self.seq,
            "round": self.round,
            "kind": self.kind,
            "seat": self.seat,
            "action": self.action,
            "by": self.by,
            "at": self.at_ms,
            "data": self.data,
        }


def epoch_ms(at: datetime) -> int:
    """Milliseconds since 1970 of an aware time, rounded down: the `at_ms` of an event stored with that time."""
    return (at - _EPOCH) // timedelta(milliseconds=1)
