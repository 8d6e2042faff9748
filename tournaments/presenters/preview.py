"""What a form that is being filled in would make, in words: shown beside it while somebody types."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext

from tournaments.formats.base import TIEBREAKS, Settings
from tournaments.forms import TournamentForm
from tournaments.models import Tournament
from tournaments.services.spec import Spec, columns, settings_of

from .event_facts import Fact, facts
from .event_words import format_name, format_sentence, tiebreak_formula, tiebreak_name
from .plans import about, event_minutes, game_minutes, planned_rounds

FOR_INSTANCE: Final = {"round_robin": 8}  # players, where the number of rounds depends on them
SIXTEEN: Final = 16


@dataclass(frozen=True, slots=True)
class Preview:
    """An event to be."""

    format: str
    format_words: str
    sentence: str
    length: str
    starts_at: datetime
    timezone: str
    again: str
    notes: tuple[str, ...]
    facts: tuple[Fact, ...]


def preview(spec: Spec, repeat: str = "once", notes: tuple[str, ...] = ()) -> Preview:
    """A spec that was found right."""
    settings = settings_of(spec)
    event = Tournament(**columns(spec), password="set" if spec.password else "")
    rounds = planned_rounds(settings, FOR_INSTANCE.get(spec.settings.format, SIXTEEN))
    return Preview(
        format=settings.format,
        format_words=format_name(settings.format),
        sentence=format_sentence(settings),
        length=_length(spec, settings, rounds),
        starts_at=spec.starts_at,
        timezone=spec.timezone,
        again=again(repeat),
        notes=notes,
        facts=facts(event, settings, None if settings.format != "swiss_pods" else settings.rounds),
    )


def beside(form: TournamentForm) -> dict[str, Any]:
    """What stands beside a form that was sent: `preview`, or `problems`: label, field and messages of each."""
    if form.is_valid():
        return {"preview": preview(form.spec(), form.cleaned_data["repeat"], (form.note,) if form.note else ())}
    problems = [
        {"name": name, "label": form.fields[name].label if name in form.fields else "", "messages": list(found)}
        for name, found in form.errors.items()
    ]
    return {"problems": problems}


def again(repeat: str) -> str:
    """How often it comes, as chosen in the form."""
    return {
        "hourly": gettext("every hour"),
        "daily": gettext("every day at this local time"),
        "weekly": gettext("every week on this day"),
    }.get(repeat, "")


def _length(spec: Spec, settings: Settings, rounds: int | None) -> str:
    game = game_minutes(spec.options, spec.pace)
    if rounds is None and settings.format != "arena":
        return gettext("A game takes %(game)s; how many rounds there are depends on who fails.") % {"game": about(game)}
    if rounds is None:
        words = gettext("%(minutes)s minutes, enough for %(games)s games or so.")
        return words % {"minutes": settings.minutes, "games": max(1, round(settings.minutes / (game + 1)))}
    whole = event_minutes(rounds, game, break_seconds=spec.break_seconds, limit=spec.round_minutes)
    values: dict[str, Any] = {"rounds": rounds, "game": about(game), "whole": about(whole)}
    if settings.format in ("swiss_pods", "swiss_final"):
        return gettext("%(rounds)s rounds, a game takes %(game)s: %(whole)s in all.") % values
    players = FOR_INSTANCE.get(settings.format, SIXTEEN)
    return gettext("With %(players)s players %(rounds)s rounds, a game takes %(game)s: %(whole)s in all.") % {
        **values,
        "players": players,
    }


def tiebreak_items(chosen: str | None) -> list[dict[str, Any]]:
    """All tie-breaks to choose from: those of the comma list first and in its order (empty: all), then the others."""
    names = [name for name in re.split(r"[ ,]+", chosen or ",".join(TIEBREAKS)) if name in TIEBREAKS]
    every = list(dict.fromkeys([*names, *TIEBREAKS]))
    return [
        {"name": name, "title": tiebreak_name(name), "formula": tiebreak_formula(name), "on": name in names}
        for name in every
    ]
