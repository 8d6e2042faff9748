"""What does not go together in one event beyond what the service judges, each with the field and the reason."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any, Final

from django.utils.timezone import now
from django.utils.translation import gettext as _

Problem = tuple[str, str]  # field, message

ROUND_ROBIN_MOST: Final = 10  # so many play in a round robin
PERIODS: Final = {"hourly": 60, "daily": 24 * 60, "weekly": 7 * 24 * 60}  # minutes from one to the next
FIRST_OF_A_SERIES: Final = timedelta(days=62)  # must start by then


def conflicts(data: Mapping[str, Any]) -> Iterator[Problem]:
    """All problems of a spec that the service would take."""
    yield from _players(data)
    yield from _going_on(data)
    yield from _entering(data)
    yield from _again(data)


def _players(data: Mapping[str, Any]) -> Iterator[Problem]:
    if data["format"] == "round_robin":
        for name in ("min_players", "max_players"):
            if (data[name] or 0) > ROUND_ROBIN_MOST:
                yield name, _("A round robin is for up to %(n)s players.") % {"n": ROUND_ROBIN_MOST}


def _going_on(data: Mapping[str, Any]) -> Iterator[Problem]:
    seats = int(data["pod_size"])
    if data["format"] in ("elimination", "swiss_final") and data["advance"] >= seats:
        message = _("Somebody must stay behind: of tables of %(n)s at most %(most)s go on.")
        yield "advance", message % {"n": seats, "most": seats - 1}


def _entering(data: Mapping[str, Any]) -> Iterator[Problem]:
    if data["invited"] and data["invite_only"] != "on":
        yield "invited", _("Names are for an event by invitation: switch that on, or leave the list empty.")
    if data["round_minutes"] and data["round_minutes"] * 60 <= data["grace_seconds"]:
        yield "round_minutes", _("The limit of a round must be longer than the grace.")


def _again(data: Mapping[str, Any]) -> Iterator[Problem]:
    period = PERIODS.get(data["repeat"])
    if period is None:
        return
    if data["registration_opens_at"] is not None:
        yield "registration_opens_at", _("An event that comes again opens for registration when it is announced.")
    if data["invited"]:
        yield "invited", _("People can be invited to each event of a series once it is announced, not beforehand.")
    if data["starts_at"] - now() > FIRST_OF_A_SERIES:
        yield "starts_at", _("The first of a series must start within two months.")
    if data["format"] == "arena" and data["minutes"] > period:
        lasts = _("The next would begin before this one is over: it lasts %(n)s minutes.")
        yield "repeat", lasts % {"n": data["minutes"]}
    if data["pace"] == "days" and data["repeat"] != "weekly":
        yield "repeat", _("At this pace an event takes weeks: once a week is the most.")
