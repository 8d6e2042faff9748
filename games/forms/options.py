"""The rule options as form fields, each with a line that explains it, checked as a whole by the engine."""

from collections.abc import Iterable
from typing import Any, Final

from django import forms
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine import OPTION_NAMES, PRESETS, Options, OptionsError

Choices = Iterable[tuple[str, str | Promise]]
OFF_ON: Final = (("off", pgettext_lazy("option", "Off")), ("on", pgettext_lazy("option", "On")))


def choice(label: str | Promise, help_text: str | Promise, initial: Any, choices: Choices) -> forms.ChoiceField:
    """A field of fixed values; left out, it means `initial`."""
    return forms.ChoiceField(label=label, help_text=help_text, initial=initial, choices=list(choices), required=False)


def switch(label: str | Promise, help_text: str | Promise) -> forms.ChoiceField:
    """An option that is off or on."""
    return choice(label, help_text, "off", OFF_ON)


def number(label: str | Promise, help_text: str | Promise, initial: int) -> forms.IntegerField:
    """A whole number; the engine checks its range."""
    return forms.IntegerField(label=label, help_text=help_text, initial=initial, required=False)


class OptionsForm(forms.Form):
    """Fields named as the options of the rules. Valid, `cleaned_data["options"]` holds them all as JSON values."""

    deck = choice(
        gettext_lazy("Deck"),
        gettext_lazy("Two printings of the game. They differ in the number of green cards and Clears."),
        "84",
        (("84", gettext_lazy("84 cards")), ("74", gettext_lazy("74 cards"))),
    )
    colours = forms.MultipleChoiceField(
        label=gettext_lazy("Colours"),
        help_text=gettext_lazy("Leave one or two out for a faster game (2 to 4 seats)."),
        choices=[
            ("red", pgettext_lazy("colour", "Red")),
            ("blue", pgettext_lazy("colour", "Blue")),
            ("green", pgettext_lazy("colour", "Green")),
        ],
        initial=["red", "blue", "green"],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    first_seat = choice(
        gettext_lazy("Who starts"),
        gettext_lazy("A seat drawn by lot, or always the same. Over several rounds the start moves on."),
        "random",
        [
            ("random", gettext_lazy("By lot")),
            *((str(n), format_lazy(gettext_lazy("Seat {n}"), n=n + 1)) for n in range(6)),
        ],
    )
    play_for_places = switch(
        gettext_lazy("Play for places"),
        gettext_lazy("When somebody is out the others play on for second place, third place and so on."),
    )
    scoring = choice(
        gettext_lazy("Score over rounds"),
        gettext_lazy("Several rounds; cards left in hand count against you, the lowest total wins."),
        "off",
        [("off", pgettext_lazy("option", "Off")), *((str(n), str(n)) for n in range(1, 21))],
    )
    score_scope = choice(
        gettext_lazy("What counts"),
        gettext_lazy("Which of the cards you are left with count."),
        "hand",
        (("hand", gettext_lazy("The hand")), ("all", gettext_lazy("Hand, 3UP and 3DOWN"))),
    )
    clear_sets = switch(
        gettext_lazy("Sets of Clears"), gettext_lazy("Several Clears of one kind may be played at once, as one.")
    )
    blind_miss = choice(
        gettext_lazy("A blind card that does not fit"),
        gettext_lazy("Turned up too low, it goes back face down, or to your hand with the pile."),
        "keep",
        (("keep", gettext_lazy("Goes back")), ("take", gettext_lazy("Goes to the hand"))),
    )
    extra_draw = choice(
        gettext_lazy("Draw before extra actions"),
        gettext_lazy("After Clear +2: one card before the first extra action only, or before each."),
        "first",
        (("first", gettext_lazy("Before the first")), ("each", gettext_lazy("Before each"))),
    )
    may_draw = switch(gettext_lazy("Draw instead of playing"), gettext_lazy("Who could play may draw a card instead."))
    ones_reverse = switch(
        gettext_lazy("Ones turn the direction"), gettext_lazy("Each 1 laid reverses the direction of play.")
    )
    swap_piles = choice(
        gettext_lazy("Piles change hands"),
        gettext_lazy("After the choice of 3UP, 3UP and 3DOWN go to somebody else."),
        "off",
        (
            ("off", pgettext_lazy("option", "Off")),
            ("pair", gettext_lazy("Two seats, drawn by lot")),
            ("all", gettext_lazy("Everybody, in a ring")),
        ),
    )
    swap_cards = switch(
        gettext_lazy("Exchange a card"),
        gettext_lazy("Before play everybody may exchange one hand card for a 3UP card of somebody else."),
    )
    colour_bonus = switch(
        gettext_lazy("Colour bonus"),
        gettext_lazy("Four cards of one colour in a row let you swap a hand card with one of your 3UP."),
    )
    max_turns = number(
        gettext_lazy("Longest game"), gettext_lazy("After so many turns (100 to 5000) the game ends."), 1000
    )
    dry_turns = number(
        gettext_lazy("Going in circles"),
        gettext_lazy("After so many turns without progress (20 to 1000, 0 for never) the game ends."),
        100,
    )

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """The rule options, in the order of RULES.md."""
        return [self[name] for name in OPTION_NAMES]

    def clean(self) -> dict[str, Any]:
        """Left-out fields take their defaults; then the engine judges the options as a whole."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        for name, bound in self.fields.items():
            if data.get(name) in ("", None, []) and bound.initial is not None:
                data[name] = bound.initial
        try:
            found = Options.from_dict({name: data[name] for name in OPTION_NAMES if name in data})
            data["options"] = self.judged(found)
        except OptionsError as error:
            for name, message in error.problems.items():
                self.add_error(name if name in self.fields else None, _(message))
        return data

    def judged(self, options: Options) -> Any:
        """What `cleaned_data["options"]` is to hold of them. Raises OptionsError."""
        return options.to_dict()

    def problems(self) -> str:
        """All messages in one line, for programs."""
        found = []
        for name, messages in self.errors.items():
            label = "" if name == "__all__" else f"{name}: "
            found.extend(f"{label}{message}" for message in messages)
        return " ".join(found)


def presets() -> dict[str, dict[str, Any]]:
    """Preset name -> values of the option fields, as text and lists of text (also for a script)."""
    return {name: form_values(options) for name, options in PRESETS.items()}


def form_values(options: Options) -> dict[str, Any]:
    """Options as the values of their fields."""
    return {name: value if isinstance(value, list) else str(value) for name, value in options.to_dict().items()}
