"""What concerns people rather than games: absence, reactions, blocks, and leaving for good."""

from contextlib import suppress
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games import broadcast
from games.models import Block, Match, Seat
from games.selectors import people
from games.services import play, stand_ins
from games.services.errors import Conflict, Forbidden, Malformed, NotFound, Over, Refused
from games.services.locked import locked
from games.services.play import Done
from games.services.seats import own_seat
from games.services.tables import get_up

REACTIONS: Final = ("hello", "nice", "ouch", "thinking", "thanks", "good_game")  # worded by the presenters
REACTION_PAUSE: Final = timedelta(seconds=2)
RUNNING: Final = (Match.Status.WAITING, Match.Status.PLAYING)


def resume(slug: str, user: Any) -> Done:
    """'I'm back': take the seat over from the bot that held it. Raises NotFound, Forbidden, Over, Conflict."""
    with locked(slug) as table:
        seat = own_seat(table, user)
        if table.match.status == Match.Status.WAITING:
            raise Conflict(_("The game has not started yet."))
        if table.match.status != Match.Status.PLAYING:
            raise Over(_("This game is over."))
        if seat.left:
            raise Over(_("You have left this game already."))
        play.come_back(table, seat)
    return Done(slug, table.match.seq)


def react(slug: str, user: Any, reaction: str) -> Done:
    """Show one of the REACTIONS beside one's seat. Raises NotFound, Forbidden, Malformed, Conflict (too soon)."""
    with locked(slug) as table:
        seat = own_seat(table, user)
        if reaction not in REACTIONS:
            raise Malformed(_("There is no such reaction."))
        if seat.reacted_at is not None and table.now - seat.reacted_at < REACTION_PAUSE:
            raise Conflict(_("One reaction at a time."))
        seat.reaction, seat.reacted_at = reaction, table.now
        match = table.match
        transaction.on_commit(lambda: broadcast.table_changed(match.pk, match.seq))
    return Done(slug, match.seq)


def block(slug: str, user: Any, index: str | int, undo: bool = False) -> Done:
    """Do not meet the person on that seat again (or do, with `undo`). Raises NotFound, Forbidden, Malformed."""
    match = Match.objects.filter(slug=slug).first()
    if match is None:
        raise NotFound(_("There is no such table."))
    if not user.pk or not people.may_see(match, user):
        raise Forbidden(_("You have no seat at this table."))
    seat = Seat.objects.filter(match=match, index=play.read_seq(index)).first()
    if seat is None or seat.user_id in (None, user.pk):
        raise Malformed(_("There is nobody to block on that seat."))
    set_block(user, seat.user, undo)
    return Done(slug, match.seq)


def set_block(user: Any, other: Any, undo: bool = False) -> None:
    """Block a person, or lift the block. Doing it twice changes nothing."""
    if undo:
        Block.objects.filter(blocker=user, blocked=other).delete()
    elif other.pk != user.pk:
        Block.objects.get_or_create(blocker=user, blocked=other)


def seen(match_id: int, user_id: int) -> None:
    """A person has the page of a waiting table open: it is not deserted, and at a called one they have come."""
    here = Seat.objects.filter(match_id=match_id, user_id=user_id, match__status=Match.Status.WAITING)
    if here.filter(match__starts_by__isnull=False).exists():
        with locked(pk=match_id) as table:
            stand_ins.arrive(table, user_id)
    else:
        here.update(seen_at=timezone.now())


def leave_tables(user: Any) -> None:
    """The tables of somebody who may not come any more go on at once by the leave rule. Twice changes nothing."""
    running = Match.objects.filter(seats__user=user, status__in=RUNNING)
    for slug in list(running.values_list("slug", flat=True)):
        with suppress(Refused), locked(slug) as table:  # refused: it has nothing left to play there
            seat = table.seat_of(user)
            if seat is not None and table.match.status in RUNNING and not seat.left:
                get_up(table, seat)


def leave_everything(user: Any) -> None:
    """Before an account is deleted: its tables go on without it, and its name goes from every seat."""
    leave_tables(user)
    Seat.objects.filter(user=user).update(user=None, deleted=True, name="")
    Seat.objects.filter(stands_for=user).update(stands_for=None, name="")
    Match.objects.filter(host=user).update(host=None)
