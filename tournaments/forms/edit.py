"""The form of a tournament once more, for one that exists: filled with what it is."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from games.api.options import complete
from tournaments import zones
from tournaments.models import Tournament

from .fields import switch
from .tournament import TournamentForm

OF_THE_ROW: Final = (
    "name", "format", "timezone", "checkin_minutes", "late_rounds", "pace", "bot_pace", "grace_seconds",
    "break_seconds", "round_minutes", "bots", "min_players", "max_players", "min_games",
)  # fmt: skip
OF_THE_FORMAT: Final = ("rounds", "minutes", "pod_size", "advance", "lives", "cut")
NOT_ASKED: Final = {"repeat": "once", "invited": ""}  # there are other ways to invite, and to end a series

HELP: Final = {  # where the form of a new event says something else
    "starts_at": _(
        "A local time in the zone beside it. Empty: as it is. An hour that comes twice means the first one."
    ),
    "password": _("Only who knows it may enter. Empty: as it is."),
}


class EditForm(TournamentForm):
    """What is left out stays as it is; with `whole`, as the page sends it, a field of the page then means its default.

    `password` alone is not filled in: nobody can read it. Empty, it stays.
    """

    unlock = switch(_("Take the password away"), _("Then nobody is asked for one."))

    def __init__(
        self, tournament: Tournament, data: QueryDict | None = None, shown: frozenset[str] | None = None
    ) -> None:
        self.event, self.values = tournament, values_of(tournament)
        super().__init__(None if data is None else _merged(self.values, data, shown), initial=self.values)
        for name, text in HELP.items():
            self.fields[name].help_text = text

    def start_of(self, text: str, zone: ZoneInfo) -> datetime:
        """Untouched, it is the very moment that it was: a field shows neither seconds nor which of two equal hours."""
        if not text or self._is_untouched("starts_at", text, zone):
            return self.event.starts_at
        return super().start_of(text, zone)

    def opening_of(self, text: str, zone: ZoneInfo) -> datetime | None:
        """The same of the opening, which may be over."""
        if self._is_untouched("registration_opens_at", text, zone):
            return self.event.registration_opens_at
        return super().opening_of(text, zone)

    @property
    def new_password(self) -> str | None:
        """What `services.edit` takes: None leaves it as it is."""
        if self.cleaned_data["unlock"] == "on":
            return ""
        return self.cleaned_data["password"] or None

    def _is_untouched(self, name: str, text: str, zone: ZoneInfo) -> bool:
        return text == self.values[name] and zone.key == self.event.timezone


def values_of(tournament: Tournament) -> dict[str, Any]:
    """An event as the values of the form's fields: text and lists of text."""
    settings, zone = tournament.settings, zones.find(tournament.timezone)
    rules = complete(tournament.options)
    options = {name: value if isinstance(value, list) else str(value) for name, value in rules.items()}
    return {
        **options,
        **{name: _text(getattr(tournament, name)) for name in OF_THE_ROW},
        **{name: _text(settings[name]) for name in OF_THE_FORMAT},
        **{name: _switch(getattr(tournament, name)) for name in ("guests", "invite_only", "duplicate")},
        **NOT_ASKED,
        "streaks": _switch(settings["streaks"]),
        "points": settings["scoring"],
        "tiebreaks": ",".join(settings["tiebreaks"]),
        "starts_at": _local(tournament.starts_at, zone),
        "registration_opens_at": _local(tournament.registration_opens_at, zone),
    }


def _merged(values: Mapping[str, Any], data: QueryDict, shown: frozenset[str] | None) -> MultiValueDict[str, str]:
    """What was sent over what is. `shown`: the fields on the page; None: all."""
    whole = "whole" in data
    kept = {name: value for name, value in values.items() if not whole or (shown is not None and name not in shown)}
    sent = {name: data.getlist(name) for name in data}
    lists = {name: value if isinstance(value, list) else [value] for name, value in kept.items()}
    return MultiValueDict({**lists, **sent, **{name: [value] for name, value in NOT_ASKED.items()}})


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _switch(value: bool) -> str:
    return "on" if value else "off"


def _local(at: datetime | None, zone: ZoneInfo | None) -> str:
    return localtime(at, zone).strftime("%Y-%m-%dT%H:%M") if at is not None else ""
