"""Seats of a waiting table, under its lock: take, free, fill, close the ranks; and who may sit down."""

from typing import Any, Final

from django.utils.translation import gettext as _

from games.engine import Options, OptionsError
from games.models import Match, Seat
from games.selectors import people
from games.services import deals, rounds
from games.services.errors import Conflict, Forbidden, Full, Illegal, Over
from games.services.locked import Locked

FILLER: Final = "medium"  # the bot that fills free seats


def take_seat(table: Locked, index: int, user: Any = None, bot: str = "", nonce: str = "") -> None:
    """Put a person or a bot on a free seat, under the lock."""
    seat = table.seats[index]
    seat.taken, seat.user, seat.bot = True, user, bot
    seat.name = user.get_username() if user is not None else bot
    seat.nonce = nonce if user is not None else deals.bot_nonce(table.match, seat)
    seat.deleted = False
    seat.seen_at = table.now if user is not None else None
    table.append("joined", index, by="player" if user is not None else "bot", data={"bot": bot, "nonce": seat.nonce})
    _moved(table)


def free_seat(table: Locked, seat: Seat) -> None:
    """Make a seat of a waiting table free again, under the lock."""
    by = "bot" if seat.bot else "player"
    seat.taken, seat.user, seat.bot, seat.name, seat.nonce = False, None, "", "", ""
    table.append("left", seat.index, by=by)
    _moved(table)


def pass_host_on(table: Locked) -> None:
    """After somebody got up: the next person becomes host; without people the table closes."""
    match = table.match
    persons = [seat for seat in table.seats if seat.user_id is not None]
    if not persons:
        close_waiting(table)
    elif match.host_id not in {seat.user_id for seat in persons}:
        match.host = persons[0].user


def close_waiting(table: Locked) -> None:
    """Close a table that never started. Its rematch link is given back, so that another may be asked for."""
    rounds.abort(table)
    table.match.rematch_of = None


def fill_with_bots(table: Locked, bot: str = FILLER) -> None:
    """Put bots on all free seats, under the lock."""
    for seat in table.seats:
        if not seat.taken:
            take_seat(table, seat.index, bot=bot)


def drop_free_seats(table: Locked) -> None:
    """Close the ranks before a start with fewer people. Raises Conflict, Illegal."""
    taken = [seat for seat in table.seats if seat.taken]
    if len(taken) < 2:
        raise Conflict(_("It takes at least two to play."))
    try:
        Options.from_dict(table.match.options).for_seats(len(taken))
    except OptionsError as error:
        raise Illegal("; ".join(error.problems.values())) from None
    Seat.objects.filter(pk__in=[seat.pk for seat in table.seats if not seat.taken]).delete()
    for index, seat in enumerate(taken):  # ascending: the index below is always free
        if seat.index != index:
            seat.index = index
            seat.save(update_fields=["index"])
            if seat.bot:
                seat.nonce = deals.bot_nonce(table.match, seat)
    table.seats = taken
    table.match.size = len(taken)


def check_may_join(table: Locked, user: Any) -> None:
    """Raise Forbidden where a person may not sit down here whatever the state of the table."""
    match = table.match
    if match.event_key:
        raise Forbidden(_("This table belongs to a tournament."))
    if user.pk in match.kicked:
        raise Forbidden(_("The host has asked you to leave this table."))
    if match.visibility == Match.Visibility.INVITE and not people.is_invited(match, user):
        raise Forbidden(_("This table is for invited people only."))
    if people.blocked_among(user.pk, [seat.user_id for seat in table.seats if seat.user_id]):
        raise Forbidden(_("You cannot sit down at this table."))


def check_waiting(table: Locked) -> None:
    """Raise Over or Conflict where the table no longer waits for its start."""
    if table.match.status == Match.Status.PLAYING:
        raise Conflict(_("The game has started already."))
    if table.match.status != Match.Status.WAITING:
        raise Over(_("This table is closed."))


def _moved(table: Locked) -> None:
    table.match.acted_at = table.now
    table.lobby_changed = True


def next_free_seat(table: Locked) -> int:
    """The first free seat. Raises Full."""
    for seat in table.seats:
        if not seat.taken:
            return seat.index
    raise Full(_("Every seat at this table is taken."))


def begin_if_full(table: Locked) -> None:
    """The last seat was taken: the game starts."""
    if all(seat.taken for seat in table.seats):
        rounds.begin(table)


def own_seat(table: Locked, user: Any) -> Seat:
    """The seat a person holds here. Raises Forbidden."""
    seat = table.seat_of(user)
    if seat is None:
        raise Forbidden(_("You have no seat at this table."))
    return seat


def check_host(table: Locked, user: Any) -> None:
    """Raise Forbidden to everybody but the host."""
    if table.match.host_id is None or table.match.host_id != user.pk:
        raise Forbidden(_("Only the host of the table may do that."))
