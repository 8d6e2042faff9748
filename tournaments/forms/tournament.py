"""The form that makes a tournament: everything but name and format may be left out."""

from datetime import datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.api.options import OptionsForm
from tournaments import zones
from tournaments.formats.base import Settings
from tournaments.services.spec import Problems, Spec, check

from .conflicts import conflicts
from .fields import EventFields
from .start import full_minute, read_moment, read_start, read_zone, twice_note

SOON: Final = timedelta(minutes=15)  # a start left out
MOST_INVITED: Final = 200
TURNING: Final = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
PACES: Final[dict[str, dict[str, int]]] = {  # what suits a pace, where nothing else was asked for
    "live": {"grace_seconds": 60, "break_seconds": 30, "round_minutes": 30},
    "relaxed": {"grace_seconds": 300, "break_seconds": 60, "round_minutes": 240},
    "days": {"grace_seconds": 86400, "break_seconds": 3600, "round_minutes": 0},
}
# What a service calls otherwise: `scoring` among the fields is a rule of the tables.
FIELD_OF: Final = {"scoring": "points", "options": "first_seat"}
AS_THEY_ARE: Final = (
    "name", "starts_at", "timezone", "options", "pace", "bot_pace", "registration_opens_at", "checkin_minutes",
    "grace_seconds", "break_seconds", "round_minutes", "late_rounds", "min_players", "max_players", "min_games",
    "password",
)  # fmt: skip


class TournamentForm(OptionsForm, EventFields):
    """Fields named as in the addresses' documentation, and every option of the tables. `spec` is what they ask for."""

    field_order = tuple(EventFields.base_fields)

    def clean_name(self) -> str:
        """One line with something to read in it, without the signs that turn the writing of what follows."""
        name = " ".join(self.cleaned_data["name"].translate(TURNING).split())
        if not any(char.isalnum() for char in name):
            raise ValidationError(_("Give it a name with letters or digits."))
        return name

    def clean_timezone(self) -> str:
        """A known zone; left out, the reader's own, or UTC."""
        return read_zone(self.cleaned_data["timezone"] or zones.current()).key

    def clean(self) -> dict[str, Any]:
        """Fill in what was left out, have the engine judge the rules, then see whether it all goes together."""
        self._fill()
        data = super().clean()
        self._clean_when()
        self._clean_invited()
        if not self.errors:
            self._judge()
        return data

    def _fill(self) -> None:
        """Defaults that depend on other fields."""
        data = self.cleaned_data
        found = dict(PACES.get(data.get("pace") or "live", {}))
        if data.get("format") == "arena":
            found["round_minutes"] = 0  # it ends by its own clock
        if (data.get("pod_size") or "4").isdecimal():
            found["advance"] = max(1, int(data.get("pod_size") or 4) // 2)
        for name, value in found.items():
            if name in data and data[name] is None:
                data[name] = value

    def _clean_when(self) -> None:
        """`starts_at` and `registration_opens_at` become moments in UTC."""
        data = self.cleaned_data
        if "timezone" not in data:
            return
        zone = read_zone(data["timezone"])
        text, self.note = data.get("starts_at") or "", ""
        try:
            data["starts_at"] = self.start_of(text, zone)
        except ValidationError as error:
            self.add_error("starts_at", error)
        try:
            data["registration_opens_at"] = self.opening_of(data.get("registration_opens_at") or "", zone)
        except ValidationError as error:
            self.add_error("registration_opens_at", error)

    def start_of(self, text: str, zone: ZoneInfo) -> datetime:
        """When it starts; left out, soon. Raises ValidationError."""
        if not text:
            return full_minute(now() + SOON)
        at = read_start(text, zone)
        self.note = twice_note(text, zone)
        return at

    def opening_of(self, text: str, zone: ZoneInfo) -> datetime | None:
        """When registration opens; None: at once. Raises ValidationError."""
        return read_moment(text, zone) if text else None

    def _clean_invited(self) -> None:
        """`invited` becomes the people, or an error that names who is not known."""
        data = self.cleaned_data
        names = list(dict.fromkeys(name.strip() for name in data.get("invited", "").split(",") if name.strip()))
        data["invited"] = []
        if len(names) > MOST_INVITED:
            self.add_error("invited", _("That is too many at once; invite more afterwards."))
            return
        found = get_user_model().objects.all_named(names)
        unknown = [name for name in names if name not in found]
        if unknown:
            message = ngettext("Nobody is called %(names)s.", "These are nobody’s names: %(names)s.", len(unknown))
            self.add_error("invited", message % {"names": ", ".join(name[:40] for name in unknown[:10])})
        banned = sorted(user.get_username() for user in found.values() if user.is_banned)
        if banned:
            message = _("Banned from this site at present: %(names)s.")
            self.add_error("invited", message % {"names": ", ".join(banned[:10])})
        data["invited"] = list({user.pk: user for user in found.values()}.values())

    def _judge(self) -> None:
        """What does not go together: as the service sees it, then what only a form knows."""
        data = dict(self.cleaned_data)  # a field with an error leaves cleaned_data
        try:
            check(self.spec())
        except Problems as found:
            for name, message in found.problems.items():
                field = FIELD_OF.get(name, name).removeprefix("options.")
                self.add_error(field if field in self.fields else None, message)
        for name, message in conflicts(data):
            if name not in self.errors:
                self.add_error(name, message)

    def spec(self) -> Spec:
        """The tournament that a valid form asks for."""
        data = self.cleaned_data
        return Spec(
            settings=self.settings(),
            bots="house" if data["duplicate"] == "on" and data["bots"] == "none" else data["bots"],
            duplicate=data["duplicate"] == "on",
            guests=data["guests"] == "on",
            invite_only=data["invite_only"] == "on",
            **{name: data[name] for name in AS_THEY_ARE},
        )

    def settings(self) -> Settings:
        """The format's part of it."""
        data = self.cleaned_data
        return Settings(
            format=data["format"],
            rounds=data["rounds"],
            minutes=data["minutes"],
            pod_size=int(data["pod_size"]),
            scoring=data["points"],
            tiebreaks=data["tiebreaks"],
            advance=data["advance"],
            lives=int(data["lives"]),
            cut=data["cut"],
            streaks=data["streaks"] == "on",
        )
