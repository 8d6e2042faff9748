"""Formats, outcomes, scorings and tie-breaks in words."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language, gettext, ngettext

from tournaments.formats import scoring as scorings
from tournaments.formats import tiebreaks as ties
from tournaments.formats.base import VOID, Outcome, Settings
from tournaments.models import Tournament


def format_name(name: str) -> str:
    """The short name of a format."""
    names = {
        "swiss_pods": gettext("Swiss pods"),
        "arena": gettext("Arena"),
        "elimination": gettext("Elimination"),
        "swiss_final": gettext("Swiss and final"),
        "round_robin": gettext("Round robin"),
    }
    return names.get(name, name)


def format_sentence(settings: Settings) -> str:
    """What happens in this format, in a sentence or two."""
    say = _SENTENCES.get(settings.format)
    return say(settings) if say else ""


def _tables(settings: Settings) -> str:
    if settings.pod_size == 2:
        return gettext("head-to-head, two at a table")
    return gettext("at tables of %(n)s") % {"n": settings.pod_size}


def _swiss(settings: Settings) -> str:
    return gettext(
        "Everybody plays all %(rounds)s rounds, %(tables)s. Each round brings together people whose scores are close."
    ) % {"rounds": settings.rounds, "tables": _tables(settings)}


def _arena(settings: Settings) -> str:
    text = gettext(
        "For %(minutes)s minutes whoever waits is seated at once, %(tables)s. Play as many games as you like."
    ) % {"minutes": settings.minutes, "tables": _tables(settings)}
    if not settings.streaks:
        return text
    return text + " " + gettext("A win after two wins in a row earns a bonus.")


def _elimination(settings: Settings) -> str:
    text = ngettext(
        "The best of each table goes on, the others are out, until one table decides.",
        "The best %(n)s of each table go on, the others are out, until one table decides.",
        settings.advance,
    ) % {"n": settings.advance}
    if settings.lives < 2:
        return text
    return text + " " + gettext("Everybody has two lives: only the second failure puts you out.")


def _swiss_final(settings: Settings) -> str:
    return gettext(
        "%(rounds)s rounds for everybody, %(tables)s. Then the best %(cut)s play semi-finals and a final table."
    ) % {"rounds": settings.rounds, "tables": _tables(settings), "cut": settings.cut}


def _round_robin(settings: Settings) -> str:
    return gettext("Everybody meets everybody equally often, as nearly as it goes, %(tables)s.") % {
        "tables": _tables(settings)
    }


_SENTENCES = {
    "swiss_pods": _swiss,
    "arena": _arena,
    "elimination": _elimination,
    "swiss_final": _swiss_final,
    "round_robin": _round_robin,
}


def scoring_words(scoring: str) -> str:
    """How places become points."""
    return gettext(scorings.FORMULAS[scoring]) if scoring in scorings.FORMULAS else scoring.replace("_", " ")


def pace_words(pace: str) -> str:
    """How long a turn may take."""
    return {
        "live": gettext("30 seconds a turn, 90 in the bank"),
        "relaxed": gettext("5 minutes a turn"),
        "days": gettext("2 days a turn"),
    }.get(pace, "")


# A sign for every outcome, so that colour is never the only one.
OUTCOME_SIGNS: Mapping[str, str] = {
    Outcome.PLAYED: "",
    Outcome.BYE: "○",
    VOID: "⊘",
    Outcome.ABSENT: "✕",
    Outcome.LATE: "◔",
    Outcome.FORFEIT: "⚑",
    Outcome.BOT: "▣",
}


def outcome_words(outcome: str) -> str:
    """How a round went for somebody: an outcome as `formats.base.told` has it."""
    return {
        Outcome.PLAYED.value: gettext("played"),
        Outcome.BYE.value: gettext("bye: nobody to play with"),
        VOID: gettext("the table was voided"),
        Outcome.ABSENT.value: gettext("absent: a house bot played"),
        Outcome.LATE.value: gettext("entered later"),
        Outcome.FORFEIT.value: gettext("left: a house bot finished"),
        Outcome.BOT.value: gettext("replaced by a bot"),
    }.get(outcome, outcome)


def tiebreak_name(name: str) -> str:
    """The short name of a tie-break."""
    words = _tiebreaks(get_language() or "").get(name)
    return words[0] if words else name.replace("_", " ")


def tiebreak_formula(name: str) -> str:
    """How a tie-break is worked out, in a sentence."""
    words = _tiebreaks(get_language() or "").get(name)
    return words[1] if words else ""


@lru_cache(maxsize=16)
def _tiebreaks(language: str) -> dict[str, tuple[str, str]]:
    return {name: (gettext(words), gettext(ties.FORMULAS[name])) for name, words in ties.NAMES.items()}


def status_words(status: str) -> str:
    """The state of an event in a word or two."""
    return {
        Tournament.Status.ANNOUNCED.value: gettext("announced"),
        Tournament.Status.REGISTRATION.value: gettext("registration open"),
        Tournament.Status.CHECK_IN.value: gettext("check-in"),
        Tournament.Status.RUNNING.value: gettext("running"),
        Tournament.Status.FINISHED.value: gettext("finished"),
        Tournament.Status.CANCELLED.value: gettext("cancelled"),
    }.get(status, status)


def bots_words(bots: str) -> str:
    """Who may be a bot here."""
    return {
        Tournament.Bots.NONE.value: gettext("No bots, except in place of people who do not come"),
        Tournament.Bots.HOUSE.value: gettext("House bots fill odd seats; they win no points"),
        Tournament.Bots.OPEN.value: gettext("Open to bots: they enter and count as players"),
    }.get(bots, bots)


def stage_words(stage: str) -> str:
    """The part of the event a round belongs to; empty for plain rounds."""
    return {"semi-final": gettext("Semi-finals"), "final": gettext("Final")}.get(stage, "")


def points_text(points: Any) -> str:
    """Points as people read them: whole where whole, one digit otherwise (33.3)."""
    return f"{float(points):.1f}".removesuffix(".0")


def value_text(value: Any) -> str:
    """A tie-break's value; a dash where it says nothing."""
    return "–" if value is None else f"{float(value):.2f}".rstrip("0").removesuffix(".")
