"""Time zones by name, and the one rule for local times at clock changes.

A local time that comes twice means the first of the two. One that does not exist is explained and refused where
somebody types it; where no one can be asked (recurring events) it means the moment as many minutes after the clocks
went on: 02:30 becomes 03:30. Both are what `zoneinfo` says of `fold=0`.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from django.utils import timezone

ZONES: Final = frozenset(available_timezones()) - {"localtime", "Factory", "posixrules"}
# What a menu offers: the places, without the old names and the technical ones.
_AREAS: Final = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
SHOWN: Final = ("UTC", *sorted(name for name in ZONES if name.split("/")[0] in _AREAS))
COOKIE: Final = "timezone"  # the reader's own zone, as static/js/times.js found it


@dataclass(frozen=True, slots=True)
class Gap:
    """Clocks went on: local times from `before` up to `after` do not exist that day."""

    before: datetime
    after: datetime


def find(name: str) -> ZoneInfo | None:
    """The zone of this name (IANA, such as "Europe/Berlin"); None when there is none."""
    return ZoneInfo(name) if name in ZONES else None


def current() -> str:
    """The name of the reader's zone. (Django's own answer for a zone of one offset is that offset, "-03", no name.)"""
    return str(getattr(timezone.get_current_timezone(), "key", "UTC"))


def menu(chosen: str) -> tuple[str, ...]:
    """What a menu offers where `chosen` is the zone so far: with it, if it is one, though it be an old name."""
    return SHOWN if chosen in SHOWN or chosen not in ZONES else (chosen, *SHOWN)


def to_utc(local: datetime, zone: ZoneInfo) -> datetime:
    """The moment of a naive local time, in UTC, by the rule above."""
    return local.replace(tzinfo=zone, fold=0).astimezone(UTC)


def comes_twice(local: datetime, zone: ZoneInfo) -> bool:
    """Whether clocks show this naive local time a second time that day."""
    first, second = (local.replace(tzinfo=zone, fold=fold).utcoffset() for fold in (0, 1))
    return first is not None and second is not None and first > second


def gap(local: datetime, zone: ZoneInfo) -> Gap | None:
    """The gap in which a naive local time lies; None when it exists."""
    before, after = (local.replace(tzinfo=zone, fold=fold).utcoffset() or timedelta() for fold in (0, 1))
    if after <= before:
        return None
    early, late = (local - after).replace(tzinfo=UTC), (local - before).replace(tzinfo=UTC)
    while late - early > timedelta(seconds=1):  # the change lies between: halve until it is found
        middle = early + (late - early) / 2
        if middle.astimezone(zone).utcoffset() == before:
            early = middle
        else:
            late = middle
    change = late.replace(tzinfo=None, microsecond=0)
    return Gap(change + before, change + after)
