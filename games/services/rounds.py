"""Dealing rounds and ending matches. All of it happens under the lock of the table it is given."""

from datetime import timedelta
from typing import Any

from django.conf import settings

from games import pace
from games.models import Match
from games.services import deals
from games.services.locked import Locked


def begin(table: Locked) -> None:
    """Start the match with the seats it has, all of them taken: deal the first round."""
    match = table.match
    match.status = Match.Status.PLAYING
    match.started_at = table.now
    match.fill_with_bots_at = None
    table.lobby_changed = True
    deal_round(table)


def deal_round(table: Locked) -> None:
    """Deal the next round. Who left before is forfeited in it before any choice; clocks and banks start anew."""
    match = table.match
    pause = pace.ROUND_PAUSE[match.bot_pace] if match.round else timedelta(0)
    match.round += 1
    table.append("dealt", by="system", data=deals.dealt(match, table.seats, table.fold.left))
    match.dealt_seq = match.acted_seq = match.seq
    match.clock_from = match.acted_at = table.now + pause
    match.overtime = False
    match.turn_seat = table.state.turn
    match.mail_due = match.pace == Match.Pace.DAYS
    for seat in table.seats:
        seat.bank_ms = 0 if seat.bot else pace.BANKS_MS[match.pace]


def close_round(table: Locked) -> None:
    """After the action that ended a round: end the match, or deal the next round at once."""
    if table.fold.over:
        end_match(table)
    else:
        deal_round(table)


def stop(table: Locked) -> None:
    """The time for the game is up: this round ends as it stands, cards left decide, and the match is over."""
    table.append("stopped", by="system")
    end_match(table)


def end_match(table: Locked) -> None:
    """Write down how the match ended."""
    match = table.match
    placings = table.fold.placings
    if placings is None:
        raise LookupError(f"{match.slug} has not come to its end")
    match.status = Match.Status.OVER
    match.placings = list(placings)
    match.result = result_of(table)
    for seat in table.seats:
        seat.place = placings[seat.index]
    _stop(table)


def abort(table: Locked, reason: str = "") -> None:
    """End a match without a result: a waiting table that came to nothing, or one that another app gave up."""
    table.append("aborted", by="system", data={"reason": reason} if reason else None)
    table.match.status = Match.Status.ABORTED
    table.match.fill_with_bots_at = None
    _stop(table)


def result_of(table: Locked) -> dict[str, Any]:
    """What `Match.result` keeps: {"rounds": [{"scores", "placings", "end"}], "totals", "won", "placings"}."""
    fold = table.fold
    rounds = [{**result, "end": done.state.end} for result, done in zip(fold.results, fold.rounds, strict=True)]
    totals = fold.totals
    return {
        "rounds": rounds,
        "totals": list(totals["totals"]),
        "won": list(totals["won"]),
        "placings": list(fold.placings or ()),
    }


def _stop(table: Locked) -> None:
    match = table.match
    never_played = match.started_at is None
    match.ended_at = table.now
    match.turn_seat = None
    match.clock_from = match.acted_at = None
    match.overtime = match.mail_due = False
    match.listeners_done = never_played or not settings.GAMES_MATCH_FINISHED
    table.lobby_changed = True
