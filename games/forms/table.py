"""The form that creates a table: the rule options, who sits there, and how fast it goes."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.bots import BOTS
from games.engine import Options
from games.services import Refused, TableSpec
from games.services.deals import read_nonce

from .options import OptionsForm, choice

DEFAULT_SEATS: Final = 4


class BotsInput(forms.TextInput):
    """A comma list in one field, or one value a field: `bots=easy,hard` and `bots=easy&bots=hard` mean the same."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> str:
        """All values given, as one comma list."""
        values = data.getlist(name) if hasattr(data, "getlist") else [data.get(name) or ""]
        return ",".join(values)


class TableForm(OptionsForm):
    """`spec` is the table that a valid form asks for."""

    seats = choice(
        gettext_lazy("Seats"),
        gettext_lazy("How many play, bots included."),
        str(DEFAULT_SEATS),
        [(str(n), str(n)) for n in range(2, 7)],
    )
    bots = forms.CharField(
        label=gettext_lazy("Bots"),
        help_text=gettext_lazy("Bots that sit down at once. The other seats wait for people."),
        required=False,
        max_length=100,
        widget=BotsInput,
    )
    pace = choice(
        gettext_lazy("Pace"),
        gettext_lazy("How long a turn may take."),
        "live",
        (
            ("live", gettext_lazy("Live: 30 seconds a turn, 90 in the bank")),
            ("relaxed", gettext_lazy("Relaxed: 5 minutes a turn")),
            ("days", gettext_lazy("Days: 2 days a turn, with mail when it is yours")),
        ),
    )
    bot_pace = choice(
        gettext_lazy("Bots think"),
        gettext_lazy("How long bots take for a move."),
        "human",
        (
            ("human", gettext_lazy("Like people")),
            ("fast", gettext_lazy("Fast")),
            ("instant", gettext_lazy("Instantly")),
        ),
    )
    visibility = choice(
        gettext_lazy("Who may come"),
        gettext_lazy("Public tables are in the lobby. Unlisted ones are found by their link alone."),
        "public",
        (
            ("public", gettext_lazy("Everybody")),
            ("unlisted", gettext_lazy("Whoever has the link")),
            ("invite", gettext_lazy("Only people you invite by name")),
        ),
    )
    nonce = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    ticket = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)

    @property
    def table_fields(self) -> list[forms.BoundField]:
        """What concerns the table rather than the rules."""
        return [self[name] for name in ("seats", "bots", "pace", "bot_pace", "visibility")]

    def clean_bots(self) -> tuple[str, ...]:
        """Names of bots."""
        names = tuple(name.strip() for name in self.cleaned_data["bots"].split(",") if name.strip())
        for name in names:
            if name not in BOTS:
                known = ", ".join(BOTS)
                raise forms.ValidationError(_("There is no bot called %(name)s; there are: %(known)s.") % {
                    "name": name[:32], "known": known
                })  # fmt: skip
        return names

    def clean_nonce(self) -> str:
        """64 hex digits, or nothing."""
        text: str = self.cleaned_data["nonce"]
        try:
            return read_nonce(text) if text else ""
        except Refused as refused:
            raise forms.ValidationError(refused.message) from None

    def clean(self) -> dict[str, Any]:
        """The bots must leave a seat for whoever opens the table."""
        data = super().clean()
        seats, bots = self._seats(data), data.get("bots") or ()
        if len(bots) >= seats:
            room = ngettext(
                "One seat is yours, so with %(n)d seats there is room for %(bots)d bot.",
                "One seat is yours, so with %(n)d seats there is room for %(bots)d bots.",
                seats - 1,
            )
            self.add_error("bots", room % {"n": seats, "bots": seats - 1})
        return data

    def judged(self, options: Options) -> Options:
        """The options, if that many seats can play them. Raises OptionsError."""
        return options.for_seats(self._seats(self.cleaned_data))

    def _seats(self, data: dict[str, Any]) -> int:
        return int(data.get("seats") or DEFAULT_SEATS)

    def spec(self) -> TableSpec:
        """The table that a valid form asks for."""
        data = self.cleaned_data
        return TableSpec(
            options=data["options"],
            seats=int(data["seats"]),
            bots=tuple(data["bots"]),
            pace=data["pace"],
            bot_pace=data["bot_pace"],
            visibility=data["visibility"],
            nonce=data["nonce"],
            ticket=data["ticket"],
        )
