"""Bots among themselves: where no person plays and bots take no time, many moves are made in one transaction.

They are chosen beforehand without the lock, each from what its seat would see by then, and then submitted one by one.
"""

from typing import Final, NamedTuple

from games import fairness, pace
from games.bots import BOTS, choose
from games.engine import Action, view
from games.models import Match, Seat
from games.record import Event
from games.selectors import folds
from games.services import play
from games.services.errors import Conflict
from games.services.locked import locked
from games.services.stand_ins import HOUSE_BOT

LONGEST: Final = 24  # moves in one transaction
BUDGET_MS: Final = 50


class Move(NamedTuple):
    """A seat's choice, in answer to which event."""

    seat: int
    action: Action
    seq: int


def is_one(match: Match, seats: list[Seat]) -> bool:
    """Whether nobody plays here but bots that take no time."""
    return not pace.has_people(seats) and pace.think_range(match, seats) == pace.THINK_MS["instant"]


def go(match: Match, seats: list[Seat]) -> Match:
    """Make the next moves of such a table, up to the end of the round. Returns the row as it is then."""
    moves = _planned(match, seats)
    with locked(pk=match.pk, hint=False) as table:
        try:
            if table.match.seq == match.seq and is_one(table.match, table.seats):
                for move in moves:
                    play.submit(table, move.seat, move.action, move.seq, "bot")
        except Conflict:
            pass  # somebody was quicker; the table goes on from there
    return table.match


def _planned(match: Match, seats: list[Seat]) -> list[Move]:
    """What the bots will choose, one after the other, as far as this round goes."""
    fold, seq, acted = folds.fold_of(match), match.seq, match.acted_seq
    moves: list[Move] = []
    while fold.round is not None and not fold.round.state.over and len(moves) < LONGEST:
        state, seat = fold.round.state, fold.round.state.actors[0]
        rng = fairness.bot_rng(bytes.fromhex(match.secret), seat, acted)
        bot = seats[seat].bot if seats[seat].bot in BOTS else HOUSE_BOT
        action = choose(bot, view(state, seat), fold.round.steps, rng, BUDGET_MS)
        moves.append(Move(seat, action, acted))
        seq = acted = seq + 1
        fold = fold.advance(Event(seq, match.round, "action", seat, action.text, "bot", 0))
    return moves
