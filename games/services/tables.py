"""Tables before and after the game: create, join, leave, kick, invite, start."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games import broadcast, fairness
from games.bots import BOTS
from games.engine import Options, OptionsError
from games.models import Invite, Match, Seat
from games.selectors import people
from games.services import deals, play, rounds, stand_ins
from games.services.errors import Conflict, Illegal, Malformed, Over, TooMany
from games.services.locked import Locked, locked
from games.services.play import Done
from games.services.seats import (
    begin_if_full,
    check_host,
    check_may_join,
    check_waiting,
    drop_free_seats,
    fill_with_bots,
    free_seat,
    next_free_seat,
    own_seat,
    pass_host_on,
    take_seat,
)

MAX_AN_HOUR: Final = 60  # tables one person may open
MAX_OPEN: Final = 30  # tables one person may sit at, waiting or playing


@dataclass(frozen=True, slots=True)
class TableSpec:
    """What a table is made of. `bots` sit from seat 1 on; `ticket` stands for the secret the form committed to."""

    options: Options = field(default_factory=Options)
    seats: int = 4
    bots: tuple[str, ...] = ()
    pace: str = Match.Pace.LIVE
    bot_pace: str = Match.BotPace.HUMAN
    visibility: str = Match.Visibility.PUBLIC
    nonce: str = ""
    ticket: str = ""
    fill_after: timedelta | None = None  # free seats become bots then


def create_table(user: Any, spec: TableSpec) -> Done:
    """Make a table with `user` on seat 0 and as its host; one that bots fill starts at once.

    Sending the same form twice leads to the same table. Raises Malformed, Illegal (options and seats), Conflict.
    """
    nonce = deals.read_nonce(spec.nonce)
    secret = deals.redeem(spec.ticket)
    options = _checked(spec)
    _check_room_for_more(user)
    try:
        with transaction.atomic():
            match = new_match(options, spec, secret, host=user)
            with locked(pk=match.pk) as table:
                take_seat(table, 0, user=user, nonce=nonce)
                for index, bot in enumerate(spec.bots, 1):
                    take_seat(table, index, bot=bot)
                begin_if_full(table)
            return Done(match.slug, table.match.seq)
    except IntegrityError:
        return _made_before(user, secret)


def new_match(options: Options, spec: TableSpec, secret: bytes, host: Any = None, **more: Any) -> Match:
    """A match with free seats, waiting. The caller takes seats under the lock."""
    match = Match.objects.create(
        slug=deals.new_slug(),
        options=options.to_dict(),
        size=spec.seats,
        pace=spec.pace,
        bot_pace=spec.bot_pace,
        visibility=spec.visibility,
        host=host,
        secret=secret.hex(),
        commitment=fairness.commitment(secret),
        acted_at=timezone.now(),
        fill_with_bots_at=timezone.now() + spec.fill_after if spec.fill_after is not None else None,
        **more,
    )
    Seat.objects.bulk_create(Seat(match=match, index=index) for index in range(spec.seats))
    return match


def join(slug: str, user: Any, nonce: str = "") -> Done:
    """Take the next free seat of a waiting table; the last one to join starts the game.

    Whoever sits there already stays where they are. Raises NotFound, Forbidden, Malformed, Full, Over, Conflict.
    """
    with locked(slug) as table:
        seat = table.seat_of(user)
        if seat is None:
            check_may_join(table, user)
            nonce = deals.read_nonce(nonce)
            check_waiting(table)
            take_seat(table, next_free_seat(table), user=user, nonce=nonce)
            begin_if_full(table)
    return Done(slug, table.match.seq)


def leave(slug: str, user: Any) -> Done:
    """Get up: from a waiting table the seat is free again, from a running game it is a forfeit. At an event's table
    a house bot takes over for good.

    The host's role passes on; a waiting table without people closes. Raises NotFound, Forbidden, Over.
    """
    with locked(slug) as table:
        seat = own_seat(table, user)
        get_up(table, seat)
    return Done(slug, table.match.seq)


def get_up(table: Locked, seat: Seat) -> None:
    """`leave` under the lock. Raises Over."""
    status = table.match.status
    if table.match.event_key:
        if not stand_ins.stand_in(table, seat, Seat.StandIn.LEFT):
            raise Over(_("You have nothing left to play here."))
    elif status == Match.Status.WAITING:
        free_seat(table, seat)
        pass_host_on(table)
    elif status != Match.Status.PLAYING:
        raise Over(_("This game is over."))
    elif seat.left:
        raise Over(_("You have left this game already."))
    else:
        play.forfeit(table, seat.index)


def kick(slug: str, user: Any, index: str | int) -> Done:
    """The host sends somebody (or a bot) away before the start. Raises NotFound, Forbidden, Malformed, Conflict."""
    with locked(slug) as table:
        check_host(table, user)
        number = play.read_seq(index)
        if number >= len(table.seats):
            raise Malformed(_("There is no such seat."))
        check_waiting(table)
        seat = table.seats[number]
        if not seat.taken or seat.user_id == user.pk:
            raise Conflict(_("There is nobody to send away on that seat."))
        if seat.user_id is not None:
            table.match.kicked = [*table.match.kicked, seat.user_id]
        free_seat(table, seat)
    return Done(slug, table.match.seq)


def start(slug: str, user: Any, fill: str = "") -> Done:
    """The host starts with the seats taken, two at least; with `fill` (a bot's name) the free seats become bots.

    Raises NotFound, Forbidden, Malformed, Conflict, Illegal (the options do not suit so few seats).
    """
    with locked(slug) as table:
        check_host(table, user)
        if fill and fill not in BOTS:
            raise Malformed(_("There is no bot called %(name)s.") % {"name": fill})
        check_waiting(table)
        if fill:
            fill_with_bots(table, fill)
        drop_free_seats(table)
        rounds.begin(table)
    return Done(slug, table.match.seq)


def invite(slug: str, user: Any, username: str) -> Done:
    """The host invites a person by name. Raises NotFound, Forbidden, Illegal (nobody of that name), Conflict."""
    with locked(slug) as table:
        check_host(table, user)
        check_waiting(table)
        guest = _named(username.strip())
        if guest is None or people.blocked_among(guest.pk, [user.pk]):
            raise Illegal(_("There is nobody called %(name)s to invite.") % {"name": username.strip()[:64]})
        Invite.objects.get_or_create(match=table.match, user=guest)
        transaction.on_commit(lambda: broadcast.turns_changed([guest.pk]))
        transaction.on_commit(broadcast.lobby_changed)
    return Done(slug, table.match.seq)


def _named(username: str) -> Any:
    """The person of a name, as the user model finds people; None when there is none."""
    users = get_user_model()
    try:
        person = users.objects.get_by_natural_key(username)
    except users.DoesNotExist:
        return None
    return person if person.is_active else None


def _checked(spec: TableSpec) -> Options:
    if unknown := [bot for bot in spec.bots if bot not in BOTS]:
        raise Malformed(_("There is no bot called %(name)s.") % {"name": unknown[0][:32]})
    if len(spec.bots) >= spec.seats:
        raise Illegal(_("One seat is yours: %(n)d seats leave room for fewer bots.") % {"n": spec.seats})
    try:
        return spec.options.for_seats(spec.seats)
    except OptionsError as error:
        raise Illegal("; ".join(error.problems.values())) from None


def _check_room_for_more(user: Any) -> None:
    if not settings.RATE_LIMITS:
        return
    hour_ago = timezone.now() - timedelta(hours=1)
    if Match.objects.filter(host=user, created_at__gt=hour_ago).count() >= MAX_AN_HOUR:
        raise TooMany(_("You have opened many tables within the hour. Play one of them first."))
    open_now = (Match.Status.WAITING, Match.Status.PLAYING)
    if people.seats_in_open_games(user).filter(match__status__in=open_now).count() >= MAX_OPEN:
        raise Conflict(_("You already sit at %(n)d tables. Finish one of them first.") % {"n": MAX_OPEN})


def _made_before(user: Any, secret: bytes) -> Done:
    """The table that the same form made when it was sent the first time."""
    match = Match.objects.filter(commitment=fairness.commitment(secret), event_key="", seats__user=user).first()
    if match is None:
        raise Conflict(_("This form was used already. Open it again to create a table."))
    return Done(match.slug, match.seq)
