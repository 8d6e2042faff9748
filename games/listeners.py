"""Tells other apps that a match ended: an explicit list of dotted paths, settings.GAMES_MATCH_FINISHED.

A listener takes one MatchResult, may be called twice with the same one (it must be idempotent), and may fail: the
others are still told, and the sweep tries again.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How one seat ended."""

    index: int
    user_id: int | None  # None for a bot, for a stand-in, and for a person whose account is gone
    bot: str  # name of the bot (also of a stand-in), "" for a person
    place: int | None  # level seats share the better place; None when the match was aborted
    left: bool  # forfeited
    away: bool  # a bot held the seat at some time
    total: int | None  # of all rounds (scored matches), of the one round otherwise; None for a seat that left
    won: int  # rounds won
    stand_in: str  # why a house bot took the seat over for good: "", absent, left or replaced; user_id is None then
    held: bool  # a bot held the seat of somebody who was away when the match ended


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match that has ended."""

    match_id: int
    slug: str
    event_key: str
    status: str  # over or aborted
    options: dict[str, Any]
    seats: tuple[SeatResult, ...]
    end: str | None  # how the last round ended, as in the engine's state
    rounds: int
    started_at: datetime | None
    ended_at: datetime | None


def tell(result: MatchResult) -> bool:
    """Call every listener. Returns whether all of them took it."""
    taken = True
    for path in settings.GAMES_MATCH_FINISHED:
        listener: Callable[[MatchResult], object] = import_string(path)
        try:
            listener(result)
        except Exception:
            log.exception("%s failed on match %s", path, result.slug)
            taken = False
    return taken
