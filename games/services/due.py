"""What the server does when a table is due: bots' turns, time-outs, filling and closing of waiting tables.

A choice is made without the lock, from what the seat may see, and then submitted like anybody's action with the
number of the position it was made for. If somebody was quicker it is dropped.
"""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from games import fairness, metrics, pace
from games.bots import BOTS, choose
from games.engine import Action, State, legal_actions, view
from games.models import Match, Seat
from games.selectors import folds
from games.services import play, rounds, runs, stand_ins
from games.services.errors import Conflict, Illegal
from games.services.locked import Locked, locked
from games.services.seats import close_waiting, fill_with_bots
from games.services.sweeps import clocks_run, deserted_matches

log = logging.getLogger(__name__)
BUDGET_MS: Final = 50


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision that the server has to take: for which seat, in answer to which event, and in whose name."""

    match_id: int
    seat: int
    seq: int
    by: str  # bot or timeout
    bot: str  # who chooses


def act_once(match_id: int) -> timedelta | None:
    """Do the one thing that is due at a table, if any. Returns the time until the next, None if nothing is to come.

    Also None where something is due that nobody may do yet, since the clocks stand still: the sweep comes back to it.
    """
    match = Match.objects.filter(pk=match_id).first()
    if match is None or match.status not in (Match.Status.WAITING, Match.Status.PLAYING):
        return None
    now = timezone.now()
    if match.status == Match.Status.WAITING:
        return _wait(match, now)
    if _time_is_up(match, now):
        return _stop(match.pk)
    seats = list(match.seats.order_by("index"))
    if runs.is_one(match, seats) and match.due_at is not None and match.due_at <= now:
        return _until(runs.go(match, seats), timezone.now())
    turn = _due_turn(match, seats, now)
    if turn is None:
        return _not_yet(match, seats, now)
    action = decide(match, turn)
    try:
        return _take(turn, action)
    except Illegal:
        log.error("%s chose what is not legal", turn.bot, extra={"match": match.slug, "seq": turn.seq})
    return _take(turn, legal_actions(_state(match), turn.seat)[0])


def decide(match: Match, turn: Turn) -> Action:
    """The bot's choice from what its seat may see. Slow: never under a lock."""
    played = folds.round_of(match)
    rng = fairness.bot_rng(bytes.fromhex(match.secret), turn.seat, turn.seq)
    return choose(turn.bot, view(played.state, turn.seat), played.steps, rng, BUDGET_MS)


def _take(turn: Turn, action: Action) -> timedelta | None:
    """Submit a choice. Dropped when the position has passed, or the clock it answers was set anew."""
    with locked(pk=turn.match_id, hint=False) as table:
        try:
            if _still_due(table, turn):
                late = table.now - (table.match.due_at or table.now)
                metrics.LATE.labels(turn.by).observe(max(0.0, late.total_seconds()))
                play.submit(table, turn.seat, action, turn.seq, turn.by)
        except Conflict:
            pass  # somebody was quicker; the table goes on from there
    return _until(table.match, timezone.now())


def _due_turn(match: Match, seats: list[Seat], now: datetime) -> Turn | None:
    """The seat whose decision has been due longest."""
    within = pace.think_range(match, seats)
    waiting = [(pace.due(match, seats[index], within), index) for index in _state(match).actors]
    due = sorted((at, index) for at, index in waiting if at is not None and at <= now)
    for _, index in due:
        seat = seats[index]
        if seat.held:
            return Turn(match.pk, index, match.acted_seq, "bot", seat.bot if seat.bot in BOTS else stand_ins.HOUSE_BOT)
        if clocks_run():
            return Turn(match.pk, index, match.acted_seq, "timeout", stand_ins.HOUSE_BOT)
    return None


def _still_due(table: Locked, turn: Turn) -> bool:
    """Under the lock: whether the seat is still the server's to play."""
    seat = table.seats[turn.seat]
    if table.match.status != Match.Status.PLAYING or turn.seat not in table.state.actors:
        return False
    if turn.by == "bot":
        return seat.held
    at = pace.due(table.match, seat, pace.think_range(table.match, table.seats))
    return not seat.held and at is not None and at <= table.now


def _time_is_up(match: Match, now: datetime) -> bool:
    """Whether the game has to be stopped. Not after an absence of the server that no sweep has yet made good."""
    return match.ends_by is not None and match.ends_by <= now and clocks_run()


def _stop(match_id: int) -> timedelta | None:
    with locked(pk=match_id, hint=False) as table:
        if table.match.status == Match.Status.PLAYING and _time_is_up(table.match, table.now):
            rounds.stop(table)
    return _until(table.match, timezone.now())


def _state(match: Match) -> State:
    return folds.round_of(match).state


def _not_yet(match: Match, seats: list[Seat], now: datetime) -> timedelta | None:
    """Nothing is due. If the row says otherwise (clocks were shifted), put it right."""
    if match.due_at is None or match.due_at <= now:
        with locked(pk=match.pk, hint=False) as table:
            pass  # leaving the block works out the due time
        match = table.match
    return _until(match, now) or None


def _until(match: Match, now: datetime) -> timedelta | None:
    return None if match.due_at is None else max(timedelta(0), match.due_at - now)


def _wait(match: Match, now: datetime) -> timedelta | None:
    """Fill a waiting table with bots or close it, or start a called one, if it is time."""
    if match.due_at is None or match.due_at > now:
        return _until(match, now)
    with locked(pk=match.pk, hint=False) as table:
        if table.match.status != Match.Status.WAITING:
            return None
        if table.match.starts_by is not None:
            if table.match.starts_by <= now:
                if not clocks_run():
                    return None
                stand_ins.begin_without_the_missing(table)
        elif table.match.fill_with_bots_at is not None and table.match.fill_with_bots_at <= now:
            fill_with_bots(table)
            rounds.begin(table)
        elif (at := pace.waiting_due(table.match)) is None or at <= now:
            close_waiting(table)
    return _until(table.match, now)


def close_deserted(match_id: int) -> None:
    """Close a waiting table at which no person sits, or is."""
    with locked(pk=match_id) as table:
        if table.match.status == Match.Status.WAITING and match_id in deserted_matches():
            close_waiting(table)
