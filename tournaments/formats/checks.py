"""Checks of settings that the formats share. A message says what is allowed."""

from collections.abc import Mapping
from typing import Final

from .base import TIEBREAKS, Settings
from .scoring import SCORINGS
from .texts import gettext_noop

RANGES: Final[Mapping[str, tuple[int, int, str]]] = {
    "rounds": (1, 30, gettext_noop("From 1 to 30 rounds.")),
    "minutes": (5, 1440, gettext_noop("From 5 minutes to 1,440, a day.")),
    "pod_size": (2, 6, gettext_noop("From 2 to 6 people at a table.")),
    "pod_max": (2, 6, gettext_noop("From 2 to 6 seats at the largest table.")),
    "advance": (1, 5, gettext_noop("From 1 to 5 go on from a table.")),
    "lives": (1, 2, gettext_noop("One life or two.")),
    "cut": (2, 64, gettext_noop("From 2 to 64 make the cut.")),
}
SWITCHES: Final = ("fill", "streaks", "duplicate")

TOO_LARGE: Final = gettext_noop("The rules of the tables allow fewer people: choose a smaller pod.")
UNKNOWN: Final = gettext_noop("Choose one of those offered.")
UNKNOWN_TIEBREAKS: Final = gettext_noop("Choose from the tie-breaks offered, each once.")
ON_OR_OFF: Final = gettext_noop("On or off.")


def shared_problems(settings: Settings, name: str, *numbers: str) -> dict[str, str]:
    """What is wrong with the settings of the format `name`, of which it reads `numbers` beside the pod sizes."""
    problems = {} if settings.format == name else {"format": UNKNOWN}
    for field in ("pod_size", "pod_max", *numbers):
        least, most, message = RANGES[field]
        value = getattr(settings, field)
        if type(value) is not int or not least <= value <= most:
            problems[field] = message
    if not problems.keys() & {"pod_size", "pod_max"} and settings.pod_size > settings.pod_max:
        problems["pod_size"] = TOO_LARGE
    if settings.scoring not in list(SCORINGS):  # a list: what is no name at all need not be hashable
        problems["scoring"] = UNKNOWN
    if any(each not in TIEBREAKS or settings.tiebreaks.count(each) > 1 for each in settings.tiebreaks):
        problems["tiebreaks"] = UNKNOWN_TIEBREAKS
    problems.update({field: ON_OR_OFF for field in SWITCHES if type(getattr(settings, field)) is not bool})
    return problems
