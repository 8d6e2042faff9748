"""Reading when something starts: a moment with its offset, or a local time in a named zone."""

from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.timezone import now
from django.utils.translation import gettext as _

from tournaments import zones

FARTHEST: Final = timedelta(days=366)


def read_zone(name: str) -> ZoneInfo:
    """The zone of this name. Raises ValidationError for an unknown one."""
    zone = zones.find(name)
    if zone is None:
        raise ValidationError(_("There is no such time zone. Names are like Europe/Berlin or UTC."))
    return zone


def read_moment(text: str, zone: ZoneInfo) -> datetime:
    """A moment in UTC from ISO text: with an offset as it says, without one as clocks in `zone` show it.

    A local time that comes twice means the first. Raises ValidationError for one that does not exist, and other text.
    """
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError:
        found = None
    if found is None or len(text.strip()) < len("2026-01-01T00:00") or not 2000 <= found.year <= 2200:
        raise ValidationError(_("Give day and time like this: 2026-03-29 19:30."))
    if found.tzinfo is not None:
        return found.astimezone(UTC)
    missing = zones.gap(found, zone)
    if missing is not None:
        raise ValidationError(
            _("%(time)s does not exist on %(day)s: clocks in %(zone)s go from %(before)s straight to %(after)s.")
            % {
                "time": f"{found:%H:%M}",
                "day": date_format(found, "j F Y", use_l10n=False),
                "zone": zone.key,
                "before": f"{missing.before:%H:%M}",
                "after": f"{missing.after:%H:%M}",
            }
        )
    return zones.to_utc(found, zone)


def read_start(text: str, zone: ZoneInfo) -> datetime:
    """A start yet to come, in UTC, at most a year off. Raises ValidationError with the reason otherwise."""
    at, current = read_moment(text, zone), now()
    if at <= current:
        raise ValidationError(
            _("That is over: in %(zone)s it is %(now)s already.")
            % {"zone": zone.key, "now": f"{current.astimezone(zone):%H:%M}"}
        )
    if at - current > FARTHEST:
        raise ValidationError(_("That is more than a year off."))
    return at


def twice_note(text: str, zone: ZoneInfo) -> str:
    """What to say when a valid start is a local time that comes twice; empty otherwise."""
    found = datetime.fromisoformat(text.strip())
    if found.tzinfo is not None or not zones.comes_twice(found, zone):
        return ""
    return _("%(time)s comes twice that night, since clocks in %(zone)s go back. The first one is meant.") % {
        "time": f"{found:%H:%M}",
        "zone": zone.key,
    }


def full_minute(at: datetime) -> datetime:
    """The next full minute."""
    whole = at.replace(second=0, microsecond=0)
    return whole if whole == at else whole + timedelta(minutes=1)
