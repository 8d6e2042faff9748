"""The fields of a new tournament other than the rules of its tables, each with a line that explains it."""

from typing import Any, Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.formats.base import TIEBREAKS

OFF_ON: Final = (("off", pgettext_lazy("option", "Off")), ("on", pgettext_lazy("option", "On")))
FORMAT_CHOICES: Final = (
    ("swiss_pods", _("Swiss pods")),
    ("arena", _("Arena")),
    ("elimination", _("Elimination")),
    ("swiss_final", _("Swiss and final")),
    ("round_robin", _("Round robin")),
)


class ListInput(forms.TextInput):
    """Several values in one field or one a field: `x=a,b` and `x=a&x=b` mean the same."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> str:
        """All values given, as one comma list."""
        values = data.getlist(name) if hasattr(data, "getlist") else [data.get(name) or ""]
        return ",".join(values)


def choice(label: Promise, help_text: Promise, choices: Any, initial: str | None = None) -> forms.ChoiceField:
    """A field of fixed values; left out, it means `initial`."""
    return forms.ChoiceField(label=label, help_text=help_text, choices=choices, initial=initial, required=False)


def switch(label: Promise, help_text: Promise) -> forms.ChoiceField:
    """Off unless switched on."""
    return choice(label, help_text, OFF_ON, "off")


def number(label: Promise, help_text: Promise, low: int, high: int, initial: int | None = None) -> forms.IntegerField:
    """A whole number from `low` to `high`; left out, it means `initial`, or what suits the rest where that is None."""
    return forms.IntegerField(
        label=label, help_text=help_text, min_value=low, max_value=high, initial=initial, required=False
    )


def words(label: Promise, help_text: Promise, longest: int, widget: Any = forms.TextInput) -> forms.CharField:
    """A line of text, may be empty."""
    return forms.CharField(label=label, help_text=help_text, max_length=longest, required=False, widget=widget)


class EventFields(forms.Form):
    """What is asked about an event. No checks across fields here: see TournamentForm."""

    name = forms.CharField(label=_("Name"), help_text=_("What the event is called in lists and mails."), max_length=80)
    format = forms.ChoiceField(label=_("Format"), help_text=_("How rounds are made."), choices=FORMAT_CHOICES)

    # How it goes
    rounds = number(_("Rounds"), _("How many rounds everybody plays."), 1, 30, 5)
    minutes = number(_("Minutes"), _("How long the arena is open. Games begun in time are finished."), 5, 1440, 60)
    pod_size = choice(
        _("Seats at a table"),
        _("The size aimed at. Where the count does not come out even, tables differ by one at most."),
        [(str(n), str(n)) for n in range(2, 7)],
        "4",
    )
    advance = number(_("Go on"), _("How many of each table reach the next round. Empty: half."), 1, 5)
    lives = choice(
        _("Lives"),
        _("With two lives only the second failure puts one out."),
        (("1", _("One")), ("2", _("Two"))),
        "1",
    )
    cut = number(_("Reach the semi-finals"), _("How many go on after the rounds."), 2, 64, 16)
    streaks = choice(_("Streak bonus"), _("A win after two wins in a row earns extra points."), OFF_ON, "on")

    # When
    starts_at = words(
        _("Start"),
        _("A local time in the zone beside it. Empty: in 15 minutes. An hour that comes twice means the first one."),
        40,
        forms.DateTimeInput(attrs={"type": "datetime-local"}),
    )
    timezone = words(_("Time zone"), _("Everybody else sees the start in their own."), 64)
    repeat = choice(
        _("Again"),
        _("A new one at the same local time, also when clocks change."),
        (("once", _("Once")), ("hourly", _("Every hour")), ("daily", _("Every day")), ("weekly", _("Every week"))),
        "once",
    )
    registration_opens_at = words(
        _("Registration opens"),
        _("A local time in the same zone. Empty: at once."),
        40,
        forms.DateTimeInput(attrs={"type": "datetime-local"}),
    )
    checkin_minutes = number(
        _("Check-in"), _("Minutes before the start in which one must say “here”. 0: no check-in."), 0, 1440, 0
    )
    late_rounds = number(
        _("Late entry"), _("Until so many rounds (arena: minutes) are over. Empty: until half-time."), 0, 1440
    )

    # Time at the tables
    pace = choice(
        _("Pace"),
        _("How long a turn may take."),
        (
            ("live", _("Live: 30 seconds a turn, 90 in the bank")),
            ("relaxed", _("Relaxed: 5 minutes a turn")),
            ("days", _("Days: 2 days a turn, with mail when it is yours")),
        ),
        "live",
    )
    bot_pace = choice(
        _("Bots think"),
        _("How long bots take for a move."),
        (("human", _("Like people")), ("fast", _("Fast")), ("instant", _("Instantly"))),
        "human",
    )
    grace_seconds = number(
        _("Grace"),
        _("Seconds that a called player may take to the table before a house bot plays for them."),
        5,
        604800,
    )
    break_seconds = number(_("Break"), _("Seconds between two rounds."), 0, 86400)
    round_minutes = number(
        _("Round limit"), _("Minutes after which the cards left decide a game still running. 0: none."), 0, 86400
    )

    # Who
    bots = choice(
        _("Bots"),
        _("Bots are always labelled. House bots score nothing; for points they are not there."),
        (("none", _("No bots")), ("house", _("House bots fill odd seats")), ("open", _("Open to bots"))),
        "none",
    )
    min_players = number(_("At least"), _("With fewer players at the start it is cancelled."), 2, 1024, 2)
    max_players = number(_("At most"), _("More go on a waiting list. Empty: no limit."), 2, 1024)
    min_games = number(_("Games played"), _("How many finished games one must have to enter."), 0, 10000, 0)
    guests = switch(_("Guests may enter"), _("People without an account, who may come back under another name."))
    password = words(_("Password"), _("Only who knows it may enter. Empty: none."), 64)
    invite_only = switch(_("By invitation"), _("Only people you invite may enter. You can invite more later."))
    invited = words(_("Invited"), _("User names, with commas between."), 4000, ListInput)

    # How it counts
    duplicate = switch(
        _("Duplicate"),
        _("All tables of a round get the same cards, house bots fill them; you compare with those who held your seat."),
    )
    points = choice(
        _("Points"),
        _("What a place at a table is worth."),
        (
            ("places", _("By place")),
            ("even", _("By place, small tables weighed like large ones")),
            ("winner", _("More for the win")),
            ("wins", _("Wins only")),
        ),
        "places",
    )
    tiebreaks = words(_("Tie-breaks"), _("What decides between equal points, in this order."), 200, ListInput)
    tiebreaks.initial = ", ".join(TIEBREAKS)  # without a script this line is what one puts in order

    def clean_tiebreaks(self) -> tuple[str, ...]:
        """Known names in the order given, each once; left out, all in the usual order."""
        names = [name.strip() for name in self.cleaned_data["tiebreaks"].split(",") if name.strip()]
        unknown = [name for name in names if name not in TIEBREAKS]
        if unknown:
            message = _("There is no tie-break “%(name)s”; there are: %(known)s.")
            raise forms.ValidationError(message % {"name": unknown[0][:32], "known": ", ".join(TIEBREAKS)})
        return tuple(dict.fromkeys(names)) or TIEBREAKS
