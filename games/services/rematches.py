"""Playing again with the same people."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games import broadcast
from games.engine import Options
from games.models import Invite, Match
from games.services import deals
from games.services.errors import Conflict
from games.services.locked import Locked, locked
from games.services.play import Done
from games.services.seats import begin_if_full, check_may_join, check_waiting, next_free_seat, own_seat, take_seat
from games.services.tables import TableSpec, new_match


def rematch(slug: str, user: Any, nonce: str = "") -> Done:
    """Play again with the same people: the first to ask makes the table, the others find it and sit down there.

    Bots sit where they sat. Raises NotFound, Forbidden (no seat in the old game), Malformed, Conflict.
    """
    with locked(slug) as table:
        seat = own_seat(table, user)
        nonce = deals.read_nonce(nonce)
        old = table.match
        if old.event_key:
            raise Conflict(_("This table belongs to a tournament."))
        if old.status not in (Match.Status.OVER, Match.Status.ABORTED) or not old.round:
            raise Conflict(_("This game is not over yet."))
        again = Match.objects.filter(rematch_of=old).first()
        if again is None:
            again = _rematch_table(table, user)
        with locked(pk=again.pk) as new:
            if new.seat_of(user) is None:
                check_may_join(new, user)
                check_waiting(new)
                free = new.seats[seat.index] if seat.index < len(new.seats) else None
                index = free.index if free is not None and not free.taken else next_free_seat(new)
                take_seat(new, index, user=user, nonce=nonce)
                begin_if_full(new)
    return Done(again.slug, new.match.seq)


def _rematch_table(table: Locked, user: Any) -> Match:
    old = table.match
    spec = TableSpec(
        seats=old.size, pace=old.pace, bot_pace=old.bot_pace,
        visibility=old.visibility if old.visibility == Match.Visibility.INVITE else Match.Visibility.UNLISTED,
    )  # fmt: skip
    again = new_match(Options.from_dict(old.options), spec, deals.rematch_secret(old), host=user, rematch_of=old)
    old.rematches += 1
    others = [seat.user for seat in table.seats if seat.user_id not in (None, user.pk)]
    Invite.objects.bulk_create(Invite(match=again, user=other) for other in others)
    with locked(pk=again.pk) as new:
        for seat in table.seats:
            if seat.bot:
                take_seat(new, seat.index, bot=seat.bot)
    ids = [other.pk for other in others]
    transaction.on_commit(lambda: broadcast.turns_changed(ids))
    return again
