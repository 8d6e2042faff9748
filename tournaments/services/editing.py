"""Changing an event that has not begun. What was changed, from what to what, is in its log; entrants read it there."""

from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _

from games.api.options import complete
from games.api.web import Conflict, Illegal
from tournaments import selectors
from tournaments.models import Entry, LogLine, Tournament
from tournaments.services import spec as specs
from tournaments.services.creating import first_status
from tournaments.services.entering import move_up
from tournaments.services.locked import Done, Locked, directed
from tournaments.services.spec import Problems, Spec

UNTOLD: Final = "password"  # that it changed is told, and nothing more
DERIVED: Final = ("pod_max", "fill", "duplicate")  # in the settings, but decided elsewhere
TIMES: Final = ("starts_at", "registration_opens_at", "checkin_minutes")  # on which the status hangs
Kind = LogLine.Kind


def edit(slug: str, user: Any, spec: Spec, password: str | None = None) -> Done:
    """Make an event what the form says. `password`: None leaves it, "" takes it away; that of `spec` is not read.

    Once somebody has entered, only what hurts nobody who has: `selectors.HARMLESS`, a limit not below those who are in,
    a minimum not raised. Raises NotFound, Forbidden, Over, Conflict (it has begun; somebody has entered), Illegal.
    """
    specs.check(spec)
    columns = specs.columns(spec)
    columns["options"] = complete(columns["options"])
    if password is not None:
        columns[UNTOLD] = specs.hashed(password)
    with directed(slug, user) as event:
        event.check_not_begun()
        if complete(event.tournament.options) == columns["options"]:
            del columns["options"]  # the same, though stored without the defaults
        if selectors.is_entered(event.tournament):
            _check_harmless(event.tournament, columns)
        change(event, user, columns)
    return event.done


def postpone(slug: str, user: Any, starts_at: datetime) -> Done:
    """Begin at another time; a check-in that was open starts anew. Entrants are told by mail.

    Raises NotFound, Forbidden, Over, Conflict (it has begun), Illegal (a time that is not ahead).
    """
    with directed(slug, user) as event:
        event.check_not_begun()
        if not event.now < starts_at <= event.now + specs.AHEAD:
            raise Illegal(_("The start must lie ahead, within a year."))
        change(event, user, {"starts_at": starts_at})
    return event.done


def change(event: Locked, user: Any, columns: dict[str, Any]) -> None:
    """Set columns of an event that has not begun, and say in its log which were changed."""
    tournament = event.tournament
    _check_bots_may_stay(event, columns)
    changed = sorted(name for name, value in columns.items() if getattr(tournament, name) != value)
    if not changed:
        event.nothing()
        return
    if "starts_at" in changed:
        _note_move(event, user, columns["starts_at"])
    told = differences(tournament, {name: columns[name] for name in changed if name != "starts_at"})
    for name in changed:
        setattr(tournament, name, columns[name])
    opens = tournament.registration_opens_at
    if opens is not None and opens >= tournament.starts_at:
        tournament.registration_opens_at = None  # the start was moved before it
    if set(TIMES) & set(changed):
        tournament.status = first_status(tournament, event.now)
    move_up(event)
    if told or UNTOLD in changed:
        fields = sorted([*told, *([UNTOLD] if UNTOLD in changed else [])])
        event.log(Kind.EDITED, by=user, fields=fields, changes=told or None)


def differences(tournament: Tournament, columns: dict[str, Any]) -> dict[str, list[Any]]:
    """Field, as the form calls it -> before and after, as JSON values. The password's are left out."""
    found: dict[str, list[Any]] = {}
    for name, after in columns.items():
        before = getattr(tournament, name) if name != "options" else complete(tournament.options)
        if name in ("settings", "options"):
            keys = [key for key in {**before, **after} if key not in DERIVED and before.get(key) != after.get(key)]
            found |= {_field(name, key): [before.get(key), after.get(key)] for key in keys}
        elif name != UNTOLD:
            found[name] = [_plain(before), _plain(after)]
    return found


def _field(column: str, key: str) -> str:
    """`scoring` of the settings is called `points` in forms: there is a rule of the tables with its name."""
    return "points" if (column, key) == ("settings", "scoring") else key


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def _check_harmless(tournament: Tournament, columns: dict[str, Any]) -> None:
    changed = [name for name, value in columns.items() if getattr(tournament, name) != value]
    if not set(changed) <= selectors.HARMLESS:
        raise Conflict(
            _("Somebody has entered: only these can still be changed: %(fields)s.")
            % {"fields": ", ".join(sorted(selectors.HARMLESS))}
        )
    problems = {}
    inside = tournament.entries.filter(status=Entry.Status.IN).count()
    if columns["max_players"] is not None and columns["max_players"] < inside:
        problems["max_players"] = _("%(n)d are in already.") % {"n": inside}
    if columns["min_players"] > tournament.min_players:
        problems["min_players"] = _("Not more than was announced, now that somebody has entered.")
    if problems:
        raise Problems(problems)


def _check_bots_may_stay(event: Locked, columns: dict[str, Any]) -> None:
    if columns.get("bots", Tournament.Bots.OPEN) == Tournament.Bots.OPEN:
        return
    if event.tournament.entries.exclude(bot="").exists():
        raise Conflict(_("Bots have entered. Remove them first."))


def _note_move(event: Locked, user: Any, starts_at: datetime) -> None:
    tournament = event.tournament
    event.log(Kind.POSTPONED, by=user, before=tournament.starts_at.isoformat(), after=starts_at.isoformat())
    tournament.notice = Tournament.Notice.POSTPONED
    tournament.entries.filter(bot="").update(checked_in=False)
