"""The one write path of a game: `act`. Whoever acts - a person, a bot, the clock - comes through here."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from games import pace
from games.engine import Action, ActionSyntaxError, IllegalAction, State, apply, parse_action
from games.models import Match, Seat, milliseconds
from games.selectors import TableSnapshot, rows
from games.services import rounds
from games.services.errors import Conflict, Forbidden, Illegal, Malformed, NotFound, Over, Stale
from games.services.locked import Locked, locked
from games.services.sweeps import time_is_charged

ANY_TIME: Final = ("up", "forfeit")  # all seats choose at once, and leaving waits for nobody
IN_TURN: Final = ("play", "bonus")
MAX_LEGAL_SHOWN: Final = 12


@dataclass(frozen=True, slots=True)
class Done:
    """What a service changed: the table, and the number of its last event.

    snapshot: the table as it was left, from services after which it is looked at at once; at: when, in ms since 1970.
    """

    slug: str
    seq: int
    snapshot: TableSnapshot | None = None
    at: int = 0


def act(slug: str, user: Any, action: str, seq: str | int) -> Done:
    """Take an action for the seat that `user` holds, answering the position of event `seq`.

    Raises NotFound, Forbidden (no seat), Malformed, Stale, Over, Conflict (not started), Illegal - in this order.
    """
    seat = _standing(slug, user)
    parsed, number = read_action(action), read_seq(seq)
    check_fresh(seat, parsed, number)  # most stale clicks end here, without waiting for the lock
    with locked(pk=seat.match_id) as table:
        done = submit(table, seat.index, parsed, number, "player")
    return replace(done, snapshot=table.snapshot(), at=milliseconds(table.now))


class Standing(NamedTuple):
    """A person's seat, and how far the match is."""

    match_id: int
    index: int
    status: str
    seq: int
    acted_seq: int
    dealt_seq: int


def _standing(slug: str, user: Any) -> Standing:
    """The seat of a person at a table. Raises NotFound, Forbidden."""
    found = rows.STANDING.tuples(slug, user.pk) if user.pk else []
    if not found:
        if not Match.objects.filter(slug=slug).exists():
            raise NotFound(_("There is no such table."))
        raise Forbidden(_("You have no seat at this table."))
    return Standing(*found[0])


def submit(table: Locked, index: int, action: Action, seq: int, by: str) -> Done:
    """Check and apply one action under the lock. `by`: player, bot, timeout or system. Raises Refused."""
    check_fresh(table.match, action, seq)
    before, seat = table.state, table.seats[index]
    if action.kind == "up" and not seat.left and _has_chosen(table, index, seq):
        raise Stale(_("You have chosen already."))
    try:
        apply(before, index, action)
    except IllegalAction as error:
        raise Illegal(explain(error)) from None
    if by == "player":
        come_back(table, seat)
    _settle_clock(table, seat, by)
    table.append("action", index, action.text, by)
    table.match.acted_seq = table.match.seq
    if action.kind == "forfeit":
        seat.left = True
        seat.away = False
    _go_on(table, index, before, by)
    return Done(table.match.slug, table.match.seq)


def _has_chosen(table: Locked, index: int, seq: int) -> bool:
    """Whether a seat's choice of its 3UP comes late: it chose before, and maybe play has begun since `seq`."""
    state = table.state
    return index not in state.actors or (state.turn is not None and seq < table.match.acted_seq)


def come_back(table: Locked, seat: Seat) -> None:
    """End a person's absence, if there is one: acting says "I'm back" as well as the button does."""
    seat.misses = 0
    if seat.away:
        seat.away = False
        table.append("resume", seat.index, by="player")
        if seat.index in table.state.actors and table.state.turn is not None:
            _start_clock(table.match, table.now)


def forfeit(table: Locked, index: int, by: str = "player") -> Done:
    """Leave the match for good."""
    return submit(table, index, parse_action("forfeit"), table.match.seq, by)


def read_action(text: object) -> Action:
    """The action a request names. Raises Malformed."""
    try:
        return parse_action(text)  # type: ignore[arg-type]
    except ActionSyntaxError as error:
        raise Malformed(_("That is not an action: %(why)s") % {"why": error}) from None


def read_seq(value: object) -> int:
    """The event number a request answers. Raises Malformed."""
    text = str(value).strip()
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise Malformed(_("The position number is missing or not a number. Reload the table."))
    return int(text)


def check_fresh(match: Match | Standing, action: Action, seq: int) -> None:
    """Raise Conflict, Over or Stale where an action comes too early or too late."""
    if match.status == Match.Status.WAITING:
        raise Conflict(_("The game has not started yet."))
    if match.status != Match.Status.PLAYING:
        raise Over(_("This game is over."))
    oldest = match.dealt_seq if action.kind in ANY_TIME else match.acted_seq
    if not oldest <= seq <= match.seq:
        raise Stale(_("The table has moved on. Look again, then choose."))


def explain(error: IllegalAction) -> str:
    """The engine's reason and what may be done instead, in the reader's language."""
    reason = _(error.reason)
    if not error.legal:
        return _("Not now: %(reason)s.") % {"reason": reason}
    legal = ", ".join(error.legal[:MAX_LEGAL_SHOWN]) + (", …" if len(error.legal) > MAX_LEGAL_SHOWN else "")
    return _("Not now: %(reason)s. You may: %(legal)s.") % {"reason": reason, "legal": legal}


def _settle_clock(table: Locked, seat: Seat, by: str) -> None:
    """Before an action: charge the person whose clock ran, and count a time-out."""
    match = table.match
    if seat.index not in table.state.actors or seat.bot:
        return
    if by == "player" and not match.overtime and time_is_charged(table.now):
        pace.charge(match, seat, table.now)
    elif by == "timeout" and not match.overtime:
        seat.bank_ms = 0
        seat.misses += 1


def _go_on(table: Locked, index: int, before: State, by: str) -> None:
    """After an action: the round may be over; otherwise the clock of whoever is to act now."""
    match, after, seat = table.match, table.state, table.seats[index]
    if after.over:
        rounds.close_round(table)
        return
    match.turn_seat = after.turn
    if after.phase != "setup":  # there bots and people all think from the deal on
        match.acted_at = table.now
        if not _same_turn(before, after):
            _start_clock(match, table.now)
            match.mail_due = match.pace == Match.Pace.DAYS
        elif index == after.turn and by == "timeout":
            match.overtime = True
        elif index == after.turn and by == "player":
            if match.overtime:
                _start_clock(match, table.now)
            else:
                pace.carry_on(match, table.now)
    if by == "timeout" and seat.misses >= pace.AWAY_AFTER and not seat.away:
        seat.away = True
        table.append("away", index, by="timeout")


def _same_turn(before: State, after: State) -> bool:
    """Whether the same seat goes on with the same turn: extra actions, and somebody else leaving meanwhile."""
    in_play = before.phase in IN_TURN and after.phase in IN_TURN
    return in_play and before.turn == after.turn and before.turns == after.turns


def _start_clock(match: Match, now: datetime) -> None:
    match.clock_from = now
    match.overtime = False
