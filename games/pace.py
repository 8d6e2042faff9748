"""How long everybody may take: the clocks of people and the think time of bots. Pure arithmetic over rows."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Final

from games.models import Match, Seat

LIMITS: Final = {"live": timedelta(seconds=30), "relaxed": timedelta(minutes=5), "days": timedelta(days=2)}
BANKS_MS: Final = {"live": 90_000, "relaxed": 0, "days": 0}
THINK_MS: Final = {"human": (800, 2500), "fast": (150, 400), "instant": (0, 0)}
ROUND_PAUSE: Final = {"human": timedelta(seconds=5), "fast": timedelta(seconds=1), "instant": timedelta(0)}
IDLE: Final = {"live": timedelta(hours=1), "relaxed": timedelta(hours=3), "days": timedelta(days=7)}
QUICK_FILL: Final = timedelta(minutes=1)  # a quick-seat table waits that long for people
AWAY_AFTER: Final = 2  # time-outs in a row


def limit(match: Match) -> timedelta:
    """What a person may take for a turn before the bank is used."""
    return LIMITS[match.pace]


def deadline(match: Match, seat: Seat) -> datetime | None:
    """When the clock of a person who is to act runs out; None while nothing runs."""
    if match.clock_from is None:
        return None
    return match.clock_from + limit(match) + timedelta(milliseconds=seat.bank_ms)


def remaining_ms(match: Match, seat: Seat, now: datetime) -> int | None:
    """Milliseconds until a person's clock runs out, never negative; None while nothing runs."""
    end = deadline(match, seat)
    return None if end is None else max(0, (end - now) // timedelta(milliseconds=1))


def think_range(match: Match, seats: Iterable[Seat]) -> tuple[int, int]:
    """The shortest and longest time a bot takes for a move here, in milliseconds.

    Where all the people have gone there is no show; an event's table of bots alone is one.
    """
    seats = list(seats)
    of_bots = bool(match.event_key) and all(seat.bot and not seat.stand_in for seat in seats)
    return THINK_MS[match.bot_pace if of_bots or has_people(seats) else "instant"]


def think_time(match: Match, seat: Seat, within: tuple[int, int]) -> timedelta:
    """How long a bot thinks: spread over that range, but the same each time it is asked."""
    shortest, longest = within
    seed = f"{match.slug}:{seat.index}:{match.dealt_seq if match.turn_seat is None else match.acted_seq}"
    share = int.from_bytes(blake2b(seed.encode(), digest_size=2).digest(), "big") / 0xFFFF
    return timedelta(milliseconds=round(shortest + share * (longest - shortest)))


def due(match: Match, seat: Seat, within: tuple[int, int]) -> datetime | None:
    """When the server must act for a seat that is to act: a bot has thought, or a person's clock has run out."""
    if match.acted_at is not None and (seat.held or match.overtime):
        return match.acted_at + think_time(match, seat, within)
    return deadline(match, seat)


def next_due(match: Match, seats: Iterable[Seat], actors: Iterable[int]) -> datetime | None:
    """When the server must act next at a table, whether it waits or plays; None when it never must."""
    if match.status == Match.Status.WAITING:
        return waiting_due(match)
    if match.status != Match.Status.PLAYING:
        return None
    by_index = {seat.index: seat for seat in seats}
    within = think_range(match, by_index.values())
    times = [match.ends_by, *(due(match, by_index[actor], within) for actor in actors)]
    return min((at for at in times if at is not None), default=None)


def waiting_due(match: Match) -> datetime | None:
    """When a waiting table is filled with bots, or closed because nothing came of it; a called one when it starts."""
    if match.starts_by is not None:
        return match.starts_by
    closing = None if match.acted_at is None else match.acted_at + IDLE[match.pace]
    times = [at for at in (match.fill_with_bots_at, closing) if at is not None]
    return min(times, default=None)


def has_people(seats: Iterable[Seat]) -> bool:
    """Whether any person still plays here."""
    return any(seat.user_id is not None and not seat.left for seat in seats)


def carry_on(match: Match, now: datetime) -> None:
    """A turn goes on after an action: what was charged for it is not charged again. Changes `match`, saves nothing."""
    if match.clock_from is not None:
        match.clock_from = max(match.clock_from, now - limit(match))


def charge(match: Match, seat: Seat, now: datetime) -> None:
    """Take from a person's bank what their turn took beyond its limit. Changes `seat`, saves nothing."""
    if match.clock_from is None:
        return
    over = (now - match.clock_from - limit(match)) // timedelta(milliseconds=1)
    seat.bank_ms = max(0, seat.bank_ms - max(0, over))
