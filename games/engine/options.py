"""Table options: one frozen value, validated as a whole (RULES sections 1 to 7)."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from .errors import OptionsError

MIN_SEATS: Final = 2
MAX_SEATS: Final = 6
CARDS_PER_SEAT: Final = 9
ALL_COLOURS: Final = ("red", "blue", "green")
SWITCH: Final = ("off", "on")


@dataclass(frozen=True, slots=True)
class Options:
    """Every option of RULES.md with its default. Switches are "off" or "on", as they are written in records."""

    deck: int = 84
    colours: tuple[str, ...] = ALL_COLOURS
    first_seat: str | int = "random"
    clear_sets: str = "off"
    blind_miss: str = "keep"
    extra_draw: str = "first"
    play_for_places: str = "off"
    may_draw: str = "off"
    ones_reverse: str = "off"
    scoring: str | int = "off"
    score_scope: str = "hand"
    swap_piles: str = "off"
    swap_cards: str = "off"
    colour_bonus: str = "off"
    max_turns: int = 1000
    dry_turns: int = 100

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "Options":
        """Options from names and values as in records and forms; what is left out takes its default.

        Numbers may come as text and switches as booleans. Raises OptionsError with one message a name.
        """
        if not isinstance(values, Mapping):
            raise OptionsError({"options": "must be a mapping of option names to values"})
        problems: dict[str, str] = {}
        found: dict[str, Any] = {}
        for name, value in values.items():
            read = _READERS.get(name) if isinstance(name, str) else None
            if read is None:
                problems[str(name)] = f"there is no such option; there are: {', '.join(OPTION_NAMES)}"
                continue
            try:
                found[name] = read(value)
            except ValueError as error:
                problems[name] = str(error)
        options = cls(**found)
        problems = {**_conflicts(options), **problems}
        if problems:
            raise OptionsError(problems)
        return options

    def to_dict(self) -> dict[str, Any]:
        """All option names with JSON values; `from_dict` reads it back to an equal value."""
        values = asdict(self)
        values["colours"] = list(self.colours)
        return values

    def for_seats(self, seats: int) -> "Options":
        """These options, if that many seats can play them. Raises OptionsError otherwise."""
        problems: dict[str, str] = {}
        if type(seats) is not int or not MIN_SEATS <= seats <= MAX_SEATS:
            raise OptionsError({"seats": f"there are {MIN_SEATS} to {MAX_SEATS} seats at a table"})
        if len(self.colours) < 3:
            size = deck_size(self.deck, self.colours)
            if seats > 4:
                problems["colours"] = "leaving colours out is for 2 to 4 seats"
            elif CARDS_PER_SEAT * seats > size:
                need = CARDS_PER_SEAT * seats
                problems["colours"] = f"{seats} seats need {need} cards and this deck has {size}"
        if isinstance(self.first_seat, int) and self.first_seat >= seats:
            problems["first_seat"] = f"with {seats} seats it is random or a number from 0 to {seats - 1}"
        if problems:
            raise OptionsError(problems)
        return self


def deck_size(deck: int, colours: tuple[str, ...]) -> int:
    """Number of cards of a deck with these colours (RULES section 1)."""
    green = 36 if deck == 84 else 26
    return sum(green if colour == "green" else 24 for colour in colours)


def _conflicts(options: Options) -> dict[str, str]:
    """Combinations of options that exclude each other (RULES sections 1 and 6)."""
    problems: dict[str, str] = {}
    if options.play_for_places == "on" and options.scoring != "off":
        problems["play_for_places"] = "does not go with scoring: a scored round ends with the first seat out"
    if options.colour_bonus == "on" and len(options.colours) < 2:
        problems["colour_bonus"] = "needs at least two colours"
    return problems


def _whole(value: Any) -> int:
    """A whole number, given as such or as its decimal text."""
    if type(value) is int:
        return value
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 9:
        return int(value)
    raise ValueError("must be a whole number")


def _choice(*allowed: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if allowed == SWITCH and isinstance(value, bool):
            value = SWITCH[value]
        if not isinstance(value, str) or value not in allowed:
            raise ValueError(f"must be one of {', '.join(allowed)}")
        return value

    return read


def _number(*ranges: tuple[int, int], word: str | None = None) -> Callable[[Any], Any]:
    """Reads a whole number within one of the inclusive ranges, or the one word allowed beside it."""
    spans = [str(low) if low == high else f"{low} to {high}" for low, high in ranges]
    allowed = " or ".join(([word] if word else []) + spans)

    def read(value: Any) -> Any:
        if word is not None and (value == word or (word == "off" and value is False)):
            return word
        try:
            number = _whole(value)
        except ValueError:
            raise ValueError(f"must be {allowed}") from None
        if not any(low <= number <= high for low, high in ranges):
            raise ValueError(f"must be {allowed}")
        return number

    return read


def _colours(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, (list, tuple)) or not all(isinstance(colour, str) for colour in value):
        raise ValueError("must be a list of colours")
    if not value or len(set(value)) != len(value) or not set(value) <= set(ALL_COLOURS):
        raise ValueError(f"must be one, two or all of {', '.join(ALL_COLOURS)}, each at most once")
    return tuple(colour for colour in ALL_COLOURS if colour in value)


_READERS: Final[dict[str, Callable[[Any], Any]]] = {
    "deck": _number((84, 84), (74, 74)),
    "colours": _colours,
    "first_seat": _number((0, MAX_SEATS - 1), word="random"),
    "clear_sets": _choice(*SWITCH),
    "blind_miss": _choice("keep", "take"),
    "extra_draw": _choice("first", "each"),
    "play_for_places": _choice(*SWITCH),
    "may_draw": _choice(*SWITCH),
    "ones_reverse": _choice(*SWITCH),
    "scoring": _number((1, 20), word="off"),
    "score_scope": _choice("hand", "all"),
    "swap_piles": _choice("off", "pair", "all"),
    "swap_cards": _choice(*SWITCH),
    "colour_bonus": _choice(*SWITCH),
    "max_turns": _number((100, 5000)),
    "dry_turns": _number((0, 0), (20, 1000)),
}
OPTION_NAMES: Final = tuple(field.name for field in fields(Options))

PRESETS: Final[dict[str, Options]] = {
    "official": Options(),
    "quick": Options(colours=("red", "blue")),
    "house": Options(
        play_for_places="on", may_draw="on", ones_reverse="on", extra_draw="each", clear_sets="on", colour_bonus="on"
    ),
}
