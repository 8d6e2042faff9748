"""A house bot takes a person's seat over for good: nobody forfeits, and the table keeps its size.

Only at tables of events. The seat keeps its nonce, so the deal is the same whoever sits there.
"""

from typing import Final

from games.models import Match, Seat
from games.services import rounds
from games.services.locked import Locked

HOUSE_BOT: Final = "medium"  # plays for people who are not there


def stand_in(table: Locked, seat: Seat, reason: str) -> bool:
    """Put the house bot on a person's seat, under the lock. `reason`: one of Seat.StandIn. False if nothing is left
    to play there: the match has ended, or the seat has gone out for good.
    """
    match = table.match
    if seat.user_id is None or match.status not in (Match.Status.WAITING, Match.Status.PLAYING) or _is_out(table, seat):
        return False
    seat.stands_for, seat.user = seat.user, None
    seat.bot = HOUSE_BOT
    seat.misses, seat.away, seat.reaction = 0, False, ""
    mark(table, seat, reason)
    if match.status == Match.Status.WAITING:
        begin_if_all_are_there(table)
    return True


def mark(table: Locked, seat: Seat, reason: str) -> None:
    """Note in the log that a bot sits on a seat in a person's stead from here on."""
    seat.stand_in = reason
    by = "player" if reason == Seat.StandIn.LEFT else "system"
    table.append("stand_in", seat.index, by=by, data={"bot": seat.bot, "reason": reason})
    table.lobby_changed = True


def _is_out(table: Locked, seat: Seat) -> bool:
    if table.match.status != Match.Status.PLAYING or table.state.options.scoring != "off":
        return False
    return seat.index in table.state.finished


def missing(seats: list[Seat]) -> list[Seat]:
    """Seats of people who have not come to their called table yet."""
    return [seat for seat in seats if seat.user_id is not None and seat.seen_at is None]


def arrive(table: Locked, user_id: int) -> None:
    """A person has come to a called table, under the lock; the last one to come starts the game."""
    seat = next((seat for seat in table.seats if seat.user_id == user_id), None)
    if table.match.status == Match.Status.WAITING and seat is not None and seat.seen_at is None:
        seat.seen_at = table.now
        begin_if_all_are_there(table)


def call(table: Locked) -> None:
    """Call the people of a new table to it: a banner on every page says so, and mail where turns take days."""
    table.match.mail_due = table.match.pace == Match.Pace.DAYS
    begin_if_all_are_there(table)


def begin_if_all_are_there(table: Locked) -> None:
    """Deal at a called table once nobody is missing."""
    if not missing(table.seats):
        rounds.begin(table)


def begin_without_the_missing(table: Locked) -> None:
    """The time to come is up: house bots sit down for those who did not, and the game starts."""
    for seat in missing(table.seats):
        stand_in(table, seat, Seat.StandIn.ABSENT)
    if table.match.status == Match.Status.WAITING:
        rounds.begin(table)
