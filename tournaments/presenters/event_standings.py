"""Standings as rows: place, name, points, one cell a round, tie-breaks with their formula, and what decided."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from tournaments.formats.base import Event, Outcome, Score, Standing
from tournaments.models import Entry

from .event_people import Who, who
from .event_words import OUTCOME_SIGNS, outcome_words, points_text, tiebreak_formula, tiebreak_name, value_text

Tables = Mapping[tuple[int, int], tuple[int, str]]  # (entry id, round) -> (pod, address of its page)


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one entrant. kind: an outcome, "playing", or "none" for a round without a part in it."""

    round: int
    kind: str
    points: str
    sign: str
    level: int  # 0-100, how full it is drawn
    words: str
    bonus: str
    url: str


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
    ties: tuple[Tie, ...]
    note: str  # what set it apart from the line above


def standing_rows(
    event: Event, standings: Sequence[Standing], entries: Sequence[Entry], tables: Tables | None = None
) -> tuple[Row, ...]:
    """Rows in the order of the standings. `event` and `standings` speak of entries by their ids."""
    by_id = {entry.pk: entry for entry in entries}
    rows = []
    for at, line in enumerate(standings):
        above = standings[at - 1] if at else None
        below = standings[at + 1] if at + 1 < len(standings) else None
        decisive = {name for name in (_decided(above, line), _decided(line, below)) if name}
        rows.append(
            Row(
                place=line.place,
                shared=_shared(above, line, below),
                who=who(by_id[line.entrant]),
                points=points_text(line.points),
                cells=_cells(event, line, tables or {}),
                ties=tuple(
                    Tie(tiebreak_name(name), value_text(value), tiebreak_formula(name), name in decisive)
                    for name, value in line.tiebreaks.items()
                ),
                note=_note(above, line),
            )
        )
    return tuple(rows)


def _shared(above: Standing | None, line: Standing, below: Standing | None) -> bool:
    return any(other is not None and other.place == line.place for other in (above, below))


def _decided(first: Standing | None, second: Standing | None) -> str:
    """The tie-break that put one line before the next; "" when points or nothing did."""
    if first is None or second is None or (first.tier, first.points) != (second.tier, second.points):
        return ""
    return next((name for name, value in first.tiebreaks.items() if value != second.tiebreaks.get(name)), "")


def _note(above: Standing | None, line: Standing) -> str:
    name = _decided(above, line)
    if not name or above is None:
        return ""
    return gettext("Level on points with the line above; %(tiebreak)s decided: %(theirs)s against %(own)s.") % {
        "tiebreak": tiebreak_name(name),
        "theirs": value_text(above.tiebreaks.get(name)),
        "own": value_text(line.tiebreaks.get(name)),
    }


def _cells(event: Event, line: Standing, tables: Tables) -> tuple[Cell, ...]:
    scores = {score.round: score for score in line.scores}
    playing = {part.round for part in event.parts if part.entrant == line.entrant and part.outcome is None}
    known = sorted({*scores, *playing})
    if event.settings.format != "arena":
        known = list(range(1, max([part.round for part in event.parts], default=0) + 1))
    return tuple(
        _cell(number, scores.get(number), number in playing, tables.get((line.entrant, number))) for number in known
    )


def _cell(number: int, score: Score | None, playing: bool, table: tuple[int, str] | None) -> Cell:
    url = table[1] if table else ""
    if playing:
        return Cell(number, "playing", "", "▸", 0, gettext("playing now"), "", url)
    if score is None or score.outcome is None:
        return Cell(number, "none", "", "·", 0, gettext("no part in this round"), "", url)
    words = outcome_words(score.outcome.value)
    if score.outcome == Outcome.PLAYED and score.place is not None:
        words = gettext("place %(place)s of %(people)s") % {"place": value_text(score.place), "people": score.people}
    bonus = points_text(score.bonus) if score.bonus else ""
    level = max(0, min(100, round(float(score.points - score.bonus))))
    sign = OUTCOME_SIGNS[score.outcome]
    return Cell(number, score.outcome.value, points_text(score.points), sign, level, words, bonus, url)


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
    found = {score.round: score.outcome.value for score in line.scores if score.outcome is not None}
    return [found.get(number) for number in range(1, rounds + 1)]


def username(entry: Entry | None, bot: str = "") -> str | None:
    """The name by which programs know somebody; None for a deleted account."""
    if entry is None:
        return bot
    return (entry.name or entry.bot) if entry.bot else (entry.label or None)
