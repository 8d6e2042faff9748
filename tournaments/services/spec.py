"""What an event is made of, and what is wrong with it: field by field, in words for people."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime, timedelta
from typing import Any, Final

from django.contrib.auth.hashers import make_password
from django.utils import timezone as clock
from django.utils.translation import gettext as _

from games.api.options import OptionsError, smallest_table
from games.api.web import Illegal
from tournaments import zones
from tournaments.formats import FORMATS
from tournaments.formats.base import Settings
from tournaments.models import Tournament
from tournaments.selectors import LATE_FORMATS, PLAYERS, largest_pod

AHEAD: Final = timedelta(days=366)
PACES: Final = ("live", "relaxed", "days")
BOT_PACES: Final = ("human", "fast", "instant")
GRACE: Final = {"live": 60, "relaxed": 300, "days": 24 * 3600}  # seconds, by pace
# name -> (least, most): whole numbers that must lie between
RANGES: Final = {
    "checkin_minutes": (0, 24 * 60),
    "grace_seconds": (5, 7 * 24 * 3600),
    "break_seconds": (0, 24 * 3600),
    "round_minutes": (0, 60 * 24 * 60),
    "min_players": (2, PLAYERS),
    "max_players": (2, PLAYERS),
    "min_games": (0, 10_000),
}


@dataclass(frozen=True, slots=True)
class Spec:
    """Everything about an event that its organiser decides. `None` stands for the default named beside it."""

    name: str
    starts_at: datetime  # aware
    timezone: str = "UTC"  # in which the organiser gave the start
    settings: Settings = field(default_factory=Settings)  # the format is in it; pod_max, fill, duplicate are worked out
    options: Mapping[str, Any] = field(default_factory=dict)  # the tables' rules, as OptionsForm cleans them
    pace: str = "live"
    bot_pace: str = "human"
    bots: str = Tournament.Bots.NONE
    duplicate: bool = False
    registration_opens_at: datetime | None = None  # None: at once
    checkin_minutes: int = 0
    grace_seconds: int | None = None  # None: by pace, see GRACE
    break_seconds: int = 30
    round_minutes: int = 0  # 0: no limit
    late_rounds: int | None = None  # None: half of the rounds (arena: of the minutes)
    min_players: int = 2
    max_players: int | None = None  # None: PLAYERS
    min_games: int = 0
    guests: bool = False
    password: str | None = None  # "" or None: none
    invite_only: bool = False


class Problems(Illegal):
    """A spec that is refused. `problems`: field -> what is wrong, for the form; those of Settings by their own name."""

    def __init__(self, problems: Mapping[str, str]) -> None:
        self.problems = dict(problems)
        super().__init__(" ".join(self.problems.values()))


def check(spec: Spec, *, recurring: bool = False) -> None:
    """Raise Problems with everything that is wrong. `recurring`: the start is one of many, and not looked at."""
    problems = {name: str(_(text)) for name, text in _format_problems(spec).items()}
    problems |= _option_problems(spec) | _range_problems(spec) | _choice_problems(spec)
    problems |= {} if recurring else _time_problems(spec)
    if not " ".join(spec.name.split()) or len(spec.name) > 80:
        problems["name"] = _("A name of 1 to 80 letters, please.")
    if problems:
        raise Problems(problems)


def settings_of(spec: Spec) -> Settings:
    """The settings with what follows from the rest of the spec."""
    values = {name: getattr(spec.settings, name) for name in (column.name for column in fields(Settings))}
    filled = spec.duplicate or spec.bots == Tournament.Bots.HOUSE
    most = largest_pod(spec.settings.pod_size, spec.options)
    known = {"fill": filled, "duplicate": spec.duplicate, "pod_max": most}
    return Settings(**{**values, **known})


def columns(spec: Spec) -> dict[str, Any]:
    """The columns of a tournament row, the password and the start's status left out. For a spec that was checked."""
    settings = settings_of(spec)
    stored = {name: value for name, value in asdict(settings).items() if name not in ("format", "pod_max")}
    kept = (
        "starts_at", "timezone", "pace", "bot_pace", "bots", "duplicate", "registration_opens_at", "checkin_minutes",
        "break_seconds", "round_minutes", "min_players", "max_players", "min_games", "guests", "invite_only",
    )  # fmt: skip
    return {
        **{name: getattr(spec, name) for name in kept},
        "name": " ".join(spec.name.split()),
        "format": settings.format,
        "settings": {**stored, "tiebreaks": list(settings.tiebreaks)},
        "options": dict(spec.options),
        "grace_seconds": GRACE[spec.pace] if spec.grace_seconds is None else spec.grace_seconds,
        "late_rounds": default_late(spec) if spec.late_rounds is None else spec.late_rounds,
    }


def hashed(password: str | None) -> str:
    """A password as it is stored; empty for none. Slow: never under a lock."""
    return make_password(password) if password else ""


def default_late(spec: Spec) -> int:
    """How long one may enter late: half of the rounds, of an arena half of its minutes."""
    if spec.settings.format not in LATE_FORMATS:
        return 0
    return (spec.settings.minutes if FORMATS[spec.settings.format].timed else spec.settings.rounds) // 2


def _format_problems(spec: Spec) -> dict[str, str]:
    found = FORMATS.get(spec.settings.format)
    if found is None:
        return {"format": _("There is no such format.")}
    try:
        settings = settings_of(spec)
    except OptionsError:
        settings = spec.settings  # what is wrong with the options is said elsewhere
    return found.problems(settings)


def _option_problems(spec: Spec) -> dict[str, str]:
    try:
        fewest = smallest_table(spec.options)
    except OptionsError as error:
        return {f"options.{name}": str(text) for name, text in error.problems.items()}
    if fewest > 2:
        return {"options": _("These rules need %(n)d seats; the smallest table of an event has two.") % {"n": fewest}}
    return {}


def _range_problems(spec: Spec) -> dict[str, str]:
    problems = {}
    for name, (least, most) in RANGES.items():
        value = getattr(spec, name)
        if value is not None and not least <= value <= most:
            problems[name] = _("A number from %(least)d to %(most)d, please.") % {"least": least, "most": most}
    if spec.max_players is not None and spec.max_players < spec.min_players:
        problems["max_players"] = _("Not fewer than the players needed to begin.")
    if spec.late_rounds is not None and spec.settings.format in FORMATS:
        problems |= _late_problems(spec, spec.late_rounds)
    return problems


def _late_problems(spec: Spec, late: int) -> dict[str, str]:
    if spec.settings.format not in LATE_FORMATS:
        return {} if late == 0 else {"late_rounds": _("Nobody can enter late in this format.")}
    most = spec.settings.minutes if FORMATS[spec.settings.format].timed else spec.settings.rounds - 1
    if 0 <= late <= most:
        return {}
    return {"late_rounds": _("A number from %(least)d to %(most)d, please.") % {"least": 0, "most": most}}


def _choice_problems(spec: Spec) -> dict[str, str]:
    wrong = _("This is not one of the choices.")
    problems = {
        name: wrong
        for name, choices in (("pace", PACES), ("bot_pace", BOT_PACES), ("bots", Tournament.Bots.values))
        if getattr(spec, name) not in choices
    }
    if zones.find(spec.timezone) is None:
        problems["timezone"] = _("There is no such time zone.")
    if spec.duplicate and spec.bots == Tournament.Bots.OPEN:
        problems["duplicate"] = _("Bots cannot enter a duplicate event: only people are compared.")
    timed = spec.settings.format in FORMATS and FORMATS[spec.settings.format].timed
    if spec.duplicate and spec.settings.format in ("elimination", "swiss_final"):
        problems["duplicate"] = _("In this format a last table decides, and there is no other to compare it with.")
    if spec.duplicate and timed:
        problems["duplicate"] = _("An arena has no rounds in which all tables could play the same deal.")
    if spec.pace == "days" and timed:
        problems["pace"] = _("An arena needs quicker turns.")
    return problems


def _time_problems(spec: Spec) -> dict[str, str]:
    now = clock.now()
    problems = {}
    if not now - timedelta(minutes=1) <= spec.starts_at <= now + AHEAD:
        problems["starts_at"] = _("The start must lie ahead, within a year.")
    opens = spec.registration_opens_at
    if opens is not None and opens >= spec.starts_at - timedelta(minutes=spec.checkin_minutes):
        problems["registration_opens_at"] = _("Registration must open before check-in and start.")
    return problems
