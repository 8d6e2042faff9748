"""The log of an event in words: who did what, and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext

from games.api.options import bot_name
from tournaments.models import Entry, LogLine, Tournament

from .event_edits import edited_words
from .event_people import who

Kind = LogLine.Kind
BY_ORGANISER = frozenset({
    Kind.EDITED, Kind.POSTPONED, Kind.INVITED, Kind.ADDED, Kind.REMOVED, Kind.REPLACED, Kind.STARTED_EARLY,
    Kind.CANCELLED, Kind.REDRAWN, Kind.VOIDED, Kind.CORRECTED, Kind.WENT_ON,
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log."""

    at: datetime
    by: str  # name of the person who did it; empty for the site itself
    words: SafeString
    reason: str
    directed: bool  # the organiser's doing


def lines(log: tuple[LogLine, ...], entries: tuple[Entry, ...], names: Mapping[int, str]) -> tuple[Line, ...]:
    """`names`: of people by id, for those who are not among the entries."""
    people = {entry.number: who(entry).name for entry in entries}
    return tuple(
        Line(
            at=line.at,
            by=str(line.by.get_username()) if line.by is not None else "",
            words=_words(line, people, names),
            reason=str(line.data.get("reason", "")),
            directed=line.kind in BY_ORGANISER and line.by_id is not None,
        )
        for line in log
    )


def people_in(log: tuple[LogLine, ...]) -> set[int]:
    """The ids of people whom lines name otherwise than by their entry."""
    return {line.data["user"] for line in log if "user" in line.data and "entry" not in line.data}


def _words(line: LogLine, people: Mapping[int, str], names: Mapping[int, str]) -> SafeString:
    data: dict[str, Any] = dict(line.data)
    name = people.get(data.get("entry", 0)) or names.get(data.get("user", 0)) or gettext("deleted player")
    if line.kind == Kind.EDITED:
        return edited_words(data)
    special = _SPECIAL.get(line.kind)
    text = special(data) if special else _PLAIN.get(line.kind, lambda: line.kind.replace("_", " "))()
    parts = {
        "name": format_html("<bdi>{}</bdi>", name),
        "round": data.get("round", ""),
        "table": data.get("pod", ""),
        "bot": bot_name(str(data.get("bot", ""))),
        "n": data.get("players", data.get("pods", "")),
    }
    return format_html(text, **parts)


def _entered(data: Mapping[str, Any]) -> str:
    if data.get("waiting"):
        return gettext("{name} joined the waiting list")
    if data.get("late"):
        return gettext("{name} entered late")
    return gettext("{name} entered")


def _added(data: Mapping[str, Any]) -> str:
    waits = bool(data.get("waiting"))
    if data.get("bot"):
        return gettext("The bot {bot} was put on the waiting list") if waits else gettext("The bot {bot} was added")
    if waits:
        return gettext("{name} was put on the waiting list")
    return gettext("{name} was added")


def _dropped(data: Mapping[str, Any]) -> str:
    if data.get("why") == "check-in":
        return gettext("{name} had not checked in and was dropped")
    return gettext("{name} did not come twice in a row and was dropped")


def _cancelled(data: Mapping[str, Any]) -> str:
    if data.get("why") == "too_few":
        return gettext("Cancelled: too few players ({n})")
    return gettext("Cancelled")


def _voided(data: Mapping[str, Any]) -> str:
    if data.get("again"):
        return gettext("Round {round}, table {table} was voided and is played again")
    return gettext("Round {round}, table {table} was voided: everybody there gets 50")


def _corrected(data: Mapping[str, Any]) -> str:
    text = gettext("Round {round}, table {table}: the result was corrected")
    changes = [
        gettext("seat %(seat)s from %(old)s to %(new)s") % {"seat": int(seat) + 1, "old": old or "–", "new": new}
        for (seat, old), (_, new) in zip(data.get("before", []), data.get("after", []), strict=False)
        if old != new
    ]
    return f"{text} ({', '.join(changes)})" if changes else text


def _postponed(data: Mapping[str, Any]) -> str:
    moment = parse_datetime(str(data.get("after", "")))
    if moment is None:
        return gettext("The start was moved")
    local = localtime(moment)
    return gettext("The start was moved to %(time)s, %(zone)s") % {
        "time": local.strftime("%Y-%m-%d %H:%M"), "zone": local.tzname()
    }  # fmt: skip


def _paused(data: Mapping[str, Any]) -> str:
    reasons = {choice.value: str(choice.label) for choice in Tournament.Pause}
    reason = reasons.get(str(data.get("why", "")), "")
    return gettext("The event stands still") + (f": {reason}" if reason else "")


def _drawn(data: Mapping[str, Any]) -> str:
    tables = data.get("pods", 0)
    return ngettext("Round {round} was drawn: {n} table", "Round {round} was drawn: {n} tables", int(tables or 0))


_SPECIAL = {
    Kind.ENTERED: _entered,
    Kind.ADDED: _added,
    Kind.DROPPED: _dropped,
    Kind.CANCELLED: _cancelled,
    Kind.VOIDED: _voided,
    Kind.CORRECTED: _corrected,
    Kind.POSTPONED: _postponed,
    Kind.PAUSED: _paused,
    Kind.DRAWN: _drawn,
}

_PLAIN = {
    Kind.CREATED: lambda: gettext("The tournament was announced"),
    Kind.INVITED: lambda: gettext("{name} was invited"),
    Kind.RETURNED: lambda: gettext("{name} came back"),
    Kind.MOVED_UP: lambda: gettext("{name} moved up from the waiting list"),
    Kind.WITHDREW: lambda: gettext("{name} withdrew"),
    Kind.REMOVED: lambda: gettext("{name} was taken out"),
    Kind.REPLACED: lambda: gettext("{name} was replaced by the bot {bot}"),
    Kind.STARTED_EARLY: lambda: gettext("The start was brought forward"),
    Kind.STARTED: lambda: gettext("It began with {n} players"),
    Kind.REDRAWN: lambda: gettext("Round {round} was drawn again"),
    Kind.ROUND_STARTED: lambda: gettext("Round {round} began"),
    Kind.ROUND_ENDED: lambda: gettext("Round {round} ended"),
    Kind.ABORTED: lambda: gettext("Round {round}, table {table} broke off"),
    Kind.WENT_ON: lambda: gettext("The event goes on"),
    Kind.FINISHED: lambda: gettext("The tournament ended"),
}
