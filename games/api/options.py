"""The rules of a table: the form of its options, the options in words, and who may play."""

from collections.abc import Mapping
from typing import Any

from games.bots import BOTS
from games.engine import Options, OptionsError
from games.forms import OptionsForm, form_values, presets
from games.presenters import bot_name, option_words
from games.presenters.people import initial

BOT_NAMES: tuple[str, ...] = tuple(BOTS)
SEATS = range(2, 7)


def complete(options: Mapping[str, Any]) -> dict[str, Any]:
    """All options as JSON values, those left out by their defaults. Raises OptionsError for no such options."""
    return Options.from_dict(options).to_dict()


def largest_table(options: Mapping[str, Any]) -> int:
    """The most seats that these options can be played with, 2 to 6. Raises OptionsError for no such options."""
    return max(_sizes(options))


def smallest_table(options: Mapping[str, Any]) -> int:
    """The fewest seats: 2 unless a higher seat is named to start. Raises OptionsError for no such options."""
    return min(_sizes(options))


def _sizes(options: Mapping[str, Any]) -> list[int]:
    read = Options.from_dict(options)
    sizes, why = [], None
    for seats in SEATS:
        try:
            read.for_seats(seats)
            sizes.append(seats)
        except OptionsError as error:
            why = error
    if not sizes and why is not None:
        raise why
    return sizes


__all__ = [
    "BOT_NAMES",
    "OptionsError",
    "OptionsForm",
    "bot_name",
    "complete",
    "form_values",
    "initial",
    "largest_table",
    "option_words",
    "presets",
    "smallest_table",
]
