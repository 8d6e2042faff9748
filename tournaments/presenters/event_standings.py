"""Standings as rows: place, name, points, one cell a round, tie-breaks with their formula, and what decided."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from tournaments.formats.base import Event, Outcome, Score, Standing, told
from tournaments.models import Entry

from .event_people import Who
from .event_words import OUTCOME_SIGNS, outcome_words, points_text, tiebreak_formula, tiebreak_name, value_text

Tables = Mapping[tuple[int, int], str]  # (entry id, round) -> the page of the table


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one entrant. kind: an outcome or "void", "playing", or "none" for a round without a part in it."""

    round: int
    kind: str
    points: str
    sign: str
    level: int  # 0-100, how full it is drawn
    words: str
    bonus: str

    @property
    def tag(self) -> SafeString:
        """The cell as HTML. There are few different ones in a list of many."""
        return _cell_tag(self, get_language() or "")


@dataclass(frozen=True, slots=True)
class Tie:
    """One tie-break's value of one entrant."""

    name: str
    value: str
    formula: str
    decided: bool  # it set this line apart from the one above or below with the same points


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings."""

    place: int
    shared: bool
    who: Who
    points: str
    cells: tuple[Cell, ...]
    links: tuple[tuple[Cell, str], ...]  # each with the address of its table, where there is one
    ties: tuple[Tie, ...]
    streak: int  # arena: wins in a row up to now, from two on; 0 below
    by: str  # the tie-break that set it apart from the line above, with both values; empty where points did
    note: str  # the same as a sentence


def standing_rows(
    event: Event,
    standings: Sequence[Standing],
    people: Mapping[int, Who],
    tables: Tables | None = None,
    only: Collection[int] | None = None,
) -> tuple[Row, ...]:
    """Rows in the order of the standings, which speak of entries by their ids. `only`: of these entrants alone."""
    playing = {(part.entrant, part.round) for part in event.parts if part.outcome is None}
    last = max([part.round for part in event.parts], default=0)
    rounds = None if event.settings.format == "arena" else range(1, last + 1)
    rows = []
    for at, line in enumerate(standings):
        if only is not None and line.entrant not in only:
            continue
        above = standings[at - 1] if at else None
        below = standings[at + 1] if at + 1 < len(standings) else None
        decisive = {name for name in (_decided(above, line), _decided(line, below)) if name}
        rows.append(
            Row(
                place=line.place,
                shared=_shared(above, line, below),
                who=people[line.entrant],
                points=points_text(line.points),
                cells=(cells := _cells(line, rounds, playing)),
                links=tuple((cell, (tables or {}).get((line.entrant, cell.round), "")) for cell in cells),
                ties=tuple(
                    Tie(tiebreak_name(name), value_text(value), tiebreak_formula(name), name in decisive)
                    for name, value in line.tiebreaks.items()
                ),
                streak=_streak(line) if rounds is None else 0,
                by=_by(above, line),
                note=_note(above, line),
            )
        )
    return tuple(rows)


def _streak(line: Standing) -> int:
    """As `formats.scoring` counts them: what nobody could lose neither lengthens a streak nor breaks it."""
    wins = 0
    for score in reversed(line.scores):
        unplayed = score.outcome is Outcome.PLAYED and score.place is None
        if unplayed or score.outcome in (None, Outcome.BYE, Outcome.LATE) or score.people == 1:
            continue
        if score.place != 1:
            break
        wins += 1
    return wins if wins > 1 else 0


def _shared(above: Standing | None, line: Standing, below: Standing | None) -> bool:
    return any(other is not None and other.place == line.place for other in (above, below))


def _decided(first: Standing | None, second: Standing | None) -> str:
    """The tie-break that put one line before the next; "" when points or nothing did."""
    if first is None or second is None or (first.tier, first.points) != (second.tier, second.points):
        return ""
    return next((name for name, value in first.tiebreaks.items() if value != second.tiebreaks.get(name)), "")


def _by(above: Standing | None, line: Standing) -> str:
    name = _decided(above, line)
    if not name or above is None:
        return ""
    values = (tiebreak_name(name), value_text(line.tiebreaks.get(name)), value_text(above.tiebreaks.get(name)))
    return "{} {} : {}".format(*values)


def _note(above: Standing | None, line: Standing) -> str:
    name = _decided(above, line)
    if not name or above is None:
        return ""
    return gettext("Level on points with the line above; %(tiebreak)s decided: %(theirs)s against %(own)s.") % {
        "tiebreak": tiebreak_name(name),
        "theirs": value_text(above.tiebreaks.get(name)),
        "own": value_text(line.tiebreaks.get(name)),
    }


def _cells(line: Standing, rounds: Iterable[int] | None, playing: Collection[tuple[int, int]]) -> tuple[Cell, ...]:
    """One cell a round; in an arena one a game."""
    scores = {score.round: score for score in line.scores}
    if rounds is None:
        rounds = sorted({*scores, *(number for entrant, number in playing if entrant == line.entrant)})
    return tuple(_cell(number, scores.get(number), (line.entrant, number) in playing) for number in rounds)


@lru_cache(maxsize=4096)
def _cell_tag(cell: Cell, language: str) -> SafeString:
    said = gettext("Round %(n)s, %(words)s:") % {"n": cell.round, "words": cell.words}
    sign = format_html('<span class="cell-sign" aria-hidden="true">{}</span>', cell.sign) if cell.sign else ""
    points = format_html('<span class="cell-points">{}</span>', cell.points) if cell.points else ""
    bonus = format_html('<span class="cell-bonus" role="img" aria-label="{}">▲</span>', gettext("with a streak bonus"))
    return format_html(
        '<span class="cell cell-{}" style="--p:{}"><span class="visually-hidden">{} </span>{}{}{}</span>',
        cell.kind, cell.level, said, sign, points, bonus if cell.bonus else "",
    )  # fmt: skip


def _cell(number: int, score: Score | None, playing: bool) -> Cell:
    if playing:
        return Cell(number, "playing", "", "▸", 0, gettext("playing now"), "")
    if score is None or score.outcome is None:
        return Cell(number, "none", "", "·", 0, gettext("no part in this round"), "")
    if score.outcome == Outcome.PLAYED and score.place is None:  # duplicate: others still play the same deal
        return Cell(number, "playing", "", "▸", 0, gettext("played; it counts when the round is over"), "")
    outcome = told(score.outcome, score.void)
    words = outcome_words(outcome)
    if score.outcome == Outcome.PLAYED:
        words = gettext("place %(place)s of %(people)s") % {"place": value_text(score.place), "people": score.people}
    bonus = points_text(score.bonus) if score.bonus else ""
    level = max(0, min(100, round(float(score.points - score.bonus))))
    return Cell(number, outcome, points_text(score.points), OUTCOME_SIGNS[outcome], level, words, bonus)


def as_numbers(standings: Sequence[Standing], entries: Sequence[Entry], rounds: int) -> list[dict[str, Any]]:
    """The rows of standings.json: place, username, points, outcomes by round, tiebreaks by name."""
    by_id = {entry.pk: entry for entry in entries}
    return [
        {
            "place": line.place,
            "username": username(by_id[line.entrant]),
            "points": float(line.points),
            "outcomes": _outcomes(line, rounds),
            "tiebreaks": {
                name: None if value is None else float(value) for name, value in line.tiebreaks.items()
            },
        }
        for line in standings
    ]  # fmt: skip


def _outcomes(line: Standing, rounds: int) -> list[str | None]:
    found = {score.round: told(score.outcome, score.void) for score in line.scores if score.outcome is not None}
    return [found.get(number) for number in range(1, rounds + 1)]


def username(entry: Entry | None, bot: str = "") -> str | None:
    """The name by which programs know somebody; None for a deleted account."""
    if entry is None:
        return bot
    return (entry.name or entry.bot) if entry.bot else (entry.label or None)
