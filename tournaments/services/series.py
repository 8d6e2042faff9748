"""Recurring events: each series keeps a few events ahead on the calendar.

Dates are local: "every Sunday at 19:00 in Berlin" is 19:00 there, summer and winter. Clock changes go by the one rule
of tournaments.zones: a time that comes twice means the first, one that does not exist the moment as much later. Hourly
events come every real hour, so none is missing or doubled on such a day.
"""

import logging
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.api.web import Conflict, Forbidden, NotFound
from tournaments import zones
from tournaments.models import LogLine, Series, Tournament
from tournaments.services import spec as specs
from tournaments.services.creating import check_room_for_more, made_before, make, slug_of
from tournaments.services.locked import Done
from tournaments.services.spec import Spec

log = logging.getLogger(__name__)
AHEAD: Final = {
    Series.Every.HOUR: timedelta(hours=3),
    Series.Every.DAY: timedelta(days=3),
    Series.Every.WEEK: timedelta(days=15),
}
KEPT: Final = timedelta(days=30)  # how long a date stays to which nobody came
MAX_SERIES: Final = 3  # of one person


def repeat(user: Any, spec: Spec, every: str, once: str = "") -> Done:
    """Announce a recurring event: its first date is `spec.starts_at`, the others follow by local time.

    `every`: hour, day or week. `once`: as of `create`, of which the first date takes its name. The answer is the first
    of its tournaments. Raises Forbidden, Illegal (Problems), TooMany, Conflict (too many series).
    """
    if getattr(user, "is_guest", False) or not user.is_authenticated:
        raise Forbidden(_("Sign up to organise a tournament."))
    if every not in Series.Every.values:
        raise specs.Problems({"repeat": _("This is not one of the choices.")})
    slug = slug_of(user, once)
    if (made := made_before(slug)) is not None:
        return made
    specs.check(spec)
    check_room_for_more(user)
    own = Series.objects.filter(organiser=user, active=True)
    if settings.RATE_LIMITS and not user.is_staff and own.count() >= MAX_SERIES:
        raise Conflict(_("You have %(n)d recurring tournaments already.") % {"n": MAX_SERIES})
    template = template_of(spec) | {"password": specs.hashed(spec.password)}
    local = spec.starts_at.astimezone(ZoneInfo(spec.timezone))
    try:
        with transaction.atomic():
            series = Series.objects.create(
                key=secrets.token_hex(8), name=template["name"], every=every, weekday=local.weekday(),
                time=local.time().replace(second=0, microsecond=0, fold=0), timezone=spec.timezone, template=template,
                organiser=user, first_at=spec.starts_at,
            )  # fmt: skip
            return _announce(series, spec.starts_at, slug=slug)
    except IntegrityError:  # the same form, sent twice at this very moment
        made = made_before(slug)
        if made is None:
            raise
        return made


def stop(key: str, user: Any) -> None:
    """Let a series end; what was announced takes place. Raises NotFound, Forbidden."""
    series = Series.objects.filter(key=key).first()
    if series is None:
        raise NotFound(_("There is no such series."))
    if not (user.is_staff or (series.organiser_id is not None and series.organiser_id == user.pk)):
        raise Forbidden(_("Only the organiser may do that."))
    Series.objects.filter(pk=series.pk).update(active=False)


def template_of(spec: Spec) -> dict[str, Any]:
    """The columns that all events of a series share."""
    columns = specs.columns(spec)
    return {name: value for name, value in columns.items() if name not in ("starts_at", "registration_opens_at")}


def announce_all() -> int:
    """Put the coming dates of every series on the calendar; how many were new. Doing it twice adds nothing."""
    made = 0
    for series in Series.objects.filter(active=True).select_related("organiser"):
        try:
            made += sum(_announce_once(series, at) for at in _missing(series, timezone.now()))
        except Exception:
            log.exception("series %s: its next date could not be announced", series.key)
    _forget_empty_dates()
    return made


def dates(series: Series, after: datetime) -> Iterator[datetime]:
    """The starts of a series later than `after`, in UTC, without end."""
    zone = ZoneInfo(series.timezone)
    if series.every == Series.Every.HOUR:
        yield from _hours(series, after, zone)
        return
    day = after.astimezone(zone).date() - timedelta(days=1)
    while True:
        if series.every == Series.Every.DAY or day.weekday() == series.weekday:
            at = zones.to_utc(datetime.combine(day, series.time), zone)
            if at > after:
                yield at
        day += timedelta(days=1)


def _hours(series: Series, after: datetime, zone: ZoneInfo) -> Iterator[datetime]:
    """Every real hour at the minute of the series, as local clocks show it."""
    hour = after.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
    while True:
        shown = hour.astimezone(zone).minute
        at = hour + timedelta(minutes=(series.time.minute - shown) % 60)
        if at > after:
            yield at
        hour += timedelta(hours=1)


def _missing(series: Series, now: datetime) -> list[datetime]:
    until = now + AHEAD[Series.Every(series.every)]
    first = series.first_at or now
    coming = [at for at in takewhile(lambda at: at <= until, dates(series, now)) if at >= first]
    there = set(series.tournaments.filter(planned_at__in=coming).values_list("planned_at", flat=True))
    return [at for at in coming if at not in there]


def _announce_once(series: Series, at: datetime) -> bool:
    try:
        _announce(series, at)
    except IntegrityError:  # somebody else did so at this very moment
        return False
    return True


def _announce(series: Series, at: datetime, **more: Any) -> Done:
    columns = {**series.template, "starts_at": at, "planned_at": at, "timezone": series.timezone}
    with transaction.atomic():
        return make(columns, series.organiser, series=series, **more)


def _forget_empty_dates() -> None:
    """A date to which nobody came leaves nothing to remember: calendars of years would be full of them."""
    old = Tournament.objects.filter(
        series__isnull=False, status=Tournament.Status.CANCELLED, ended_at__lt=timezone.now() - KEPT, notice=""
    )
    empty = old.filter(entries__isnull=True).values_list("pk", flat=True)[:100]
    chosen = list(empty)
    LogLine.objects.filter(tournament__in=chosen).delete()
    Tournament.objects.filter(pk__in=chosen).delete()
