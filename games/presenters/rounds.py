"""The rounds of a scored match at the live table: which one is played, and how the one before it ended.

The next round is dealt at the very moment the one before it ends, so its result is shown while everybody chooses a 3UP.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from games.engine import View
from games.record import Fold, Round

from .people import Person
from .words import end_text


@dataclass(frozen=True, slots=True)
class RoundRow:
    """What a round brought one seat. score: None for a seat that left; total: of all rounds so far."""

    person: Person
    me: bool
    best: bool
    score: int | None
    total: int


@dataclass(frozen=True, slots=True)
class FormerRound:
    """The round before the one in play. title: who came first. rows: lowest total first. why: if nobody went out."""

    number: int
    title: SafeString
    rows: tuple[RoundRow, ...]
    why: str


def is_scored(fold: Fold | None) -> bool:
    """Whether points count at this table."""
    return fold is not None and fold.options is not None and fold.options.scoring != "off"


def round_words(fold: Fold, number: int) -> str:
    """ "Round 2 of 3"; "" at a table without scores."""
    if fold.options is None or fold.options.scoring == "off":
        return ""
    return gettext("Round %(n)s of %(all)s") % {"n": number, "all": fold.options.scoring}


def former_round(fold: Fold, seen: View, who: Sequence[Person]) -> FormerRound | None:
    """The result of the round before, while the 3UP of the next is chosen; None at any other time."""
    if seen.phase != "setup" or len(fold.rounds) < 2 or not is_scored(fold):
        return None
    ended = fold.rounds[-2]
    scores, totals = ended.scores or (), fold.totals["totals"]
    best = [person for person, place in zip(who, ended.placings or (), strict=False) if place == 1]
    rows = [
        RoundRow(person, person.index == seen.seat, person in best, score, totals[person.index])
        for person, score in zip(who, scores, strict=False)
    ]
    rows.sort(key=lambda row: (row.score is None, row.total, row.person.index))
    return FormerRound(ended.number, _title(ended, best), tuple(rows), end_text(ended.state.end))


def _title(ended: Round, best: Sequence[Person]) -> SafeString:
    names = format_html_join(", ", "{}", ((person.bdi,) for person in best))
    if ended.state.end == "win":
        return format_html(gettext("Round {number}: {names} went out"), number=ended.number, names=names)
    said = ngettext("Round {number}: {names} wins", "Round {number}: {names} share the win", len(best))
    return format_html(said, number=ended.number, names=names)
