"""The organiser's panel: every step that can be taken, with what it asks for, and why some cannot be taken now."""

from dataclasses import dataclass, field

from django.utils.timezone import localtime
from django.utils.translation import gettext

from games.api.options import BOT_NAMES, bot_name
from tournaments import zones
from tournaments.models import Entry, Pod, Round, Tournament

from .event import Reading
from .event_clock import BEFORE
from .event_people import Who, who
from .event_pods import url_of

Status = Tournament.Status


@dataclass(frozen=True, slots=True)
class Tool:
    """One step. The template draws the fields by their names."""

    name: str
    url: str
    label: str
    help: str
    button: str
    fields: tuple[str, ...] = ()
    reason: str = ""  # why it cannot be taken now
    danger: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """What the organiser sees."""

    tools: tuple[Tool, ...]
    entries: tuple[Who, ...]
    bots: tuple[tuple[str, str], ...] = ()
    starts_at: str = ""  # for a datetime-local field, in the event's zone
    timezone: str = ""
    replaceable: tuple[Who, ...] = field(default=())
    edit_url: str = ""  # of the form that changes it, until it begins


def panel(reading: Reading) -> Panel:
    """For the organiser and admins alone."""
    tournament = reading.tournament
    inside = [entry for entry in reading.rows.entries if entry.status in (Entry.Status.IN, Entry.Status.WAITING)]
    zone, playing = zones.find(tournament.timezone), _playing(reading)
    return Panel(
        tools=tuple(_tools(reading)),
        entries=tuple(who(entry) for entry in inside),
        replaceable=tuple(who(entry) for entry in inside if entry.user_id is not None and entry.pk in playing),
        bots=tuple((name, bot_name(name)) for name in BOT_NAMES) if tournament.bots == Tournament.Bots.OPEN else (),
        starts_at=localtime(tournament.starts_at, zone).strftime("%Y-%m-%dT%H:%M"),
        timezone=tournament.timezone,
        edit_url=url_of(tournament.slug, "edit") if tournament.status in BEFORE else "",
    )


def _tools(reading: Reading) -> list[Tool]:
    tournament = reading.tournament
    before, running = tournament.status in BEFORE, tournament.status == Status.RUNNING
    begun = gettext("The tournament has begun.") if not before else ""
    idle = gettext("It is not running.") if not running else ""
    redraw = "" if _redrawable(reading) else gettext("No round is drawn that has not begun.")
    found = [
        _tool(tournament, "go_on", gettext("Go on"), gettext("Try the step that failed once more."), gettext("Go on"),
              reason="" if tournament.paused else gettext("It does not stand still.")),
        _tool(tournament, "start", gettext("Start now"), gettext("Without waiting for the announced time."),
              gettext("Start now"), ("sure",), begun),
        _tool(tournament, "postpone", gettext("Move the start"), gettext("Those who are in get a mail."),
              gettext("Move the start"), ("starts_at",), begun),
        _tool(tournament, "add", gettext("Add a player"), gettext("By name, even where entry is closed to them."),
              gettext("Add"), ("username", "bot")),
        _tool(tournament, "invite", gettext("Invite"), gettext("They may enter this event by themselves."),
              gettext("Invite"), ("username",),
              "" if tournament.invite_only else gettext("Nobody needs an invitation here.")),
        _tool(tournament, "remove", gettext("Take a player out"), gettext("In a game a house bot finishes for them."),
              gettext("Take out"), ("entry", "reason", "sure"), danger=True),
        _tool(tournament, "replace", gettext("Replace by a bot"),
              gettext("A house bot plays their table to the end. They may come back for a later round."),
              gettext("Replace"),
              ("replace", "reason", "sure"), idle, danger=True),
        _tool(tournament, "redraw", gettext("Draw the round again"), gettext("With those who are in now."),
              gettext("Draw again"), ("sure",), idle or redraw),
        _tool(tournament, "cancel", gettext("Cancel the tournament"), gettext("For good. Those who are in get a mail."),
              gettext("Cancel it"), ("reason", "sure"), danger=True),
    ]  # fmt: skip
    return [tool for tool in found if tool.name != "go_on" or not tool.reason]


def _tool(
    tournament: Tournament, name: str, label: str, help_text: str, button: str, fields: tuple[str, ...] = (),
    reason: str = "", *, danger: bool = False,
) -> Tool:  # fmt: skip
    return Tool(name, url_of(tournament.slug, name), label, help_text, button, fields, reason, danger)


def _playing(reading: Reading) -> set[int | None]:
    """Ids of the entries that hold a seat at an open table."""
    open_pods = {pod.pk for pod in reading.rows.pods if pod.status == Pod.Status.PLAYING}
    return {
        part.entry_id
        for pod_id, parts in reading.rows.parts.items()
        for part in parts
        if pod_id in open_pods and not part.outcome
    }


def _redrawable(reading: Reading) -> bool:
    row = reading.rows.round
    return row is not None and row.status == Round.Status.DRAWN
