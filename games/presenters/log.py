"""The log of a round in words, made of what everybody saw (the engine's Steps): no line names a hidden card.

A line depends on the event, the names and the language alone, so it is made once a language and shared by all readers.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, gettext_noop, ngettext

from games.engine import Step
from games.record import Event, Fold, Round

from .people import Person
from .pieces import Same
from .rounds import is_scored
from .words import CLEAR, cards_count, chips, count_word, end_text, more_actions, order_text

FOLDS = 512  # of which the told log is kept
LINES = 40  # shown at a live table; the replay has them all
MOVES = ("play", "clear", "pickup")  # tones


@dataclass(frozen=True)
class Line:
    """One line. tone: play, clear, pickup, out, note, round (what a style or an announcement may hang on)."""

    seq: int
    seat: int | None
    initial: str
    words: SafeString
    tone: str
    by: str = ""  # why somebody else acted for the seat, in words; "" when the seat did it

    @cached_property
    def html(self) -> SafeString:
        """The line as a list item."""
        badge = format_html('<span class="avatar" aria-hidden="true">{}</span>', self.initial) if self.initial else ""
        why = format_html(' <span class="by">({})</span>', self.by) if self.by else ""
        item = '<li class="tone-{}" data-seq="{}">{}<span class="line">{}{}</span></li>'
        return format_html(item, self.tone, self.seq, badge, self.words, why)


@dataclass(frozen=True, slots=True)
class Told:
    """The log as it stands. html: its list items. last: the line of the last move, to be repeated beside the pile."""

    html: SafeString
    last: Line | None


def told(fold: Fold, people: tuple[Person, ...]) -> Told:
    """The log of a match for its table: alike for all readers of a language, so it is put together once."""
    return _told(Same(fold), people, get_language() or "")


@lru_cache(maxsize=FOLDS)
def _told(fold: Same[Fold], people: tuple[Person, ...], language: str) -> Told:
    lines = log_lines(fold.it, people)
    moves = [line for line in lines if line.tone in MOVES]
    html = mark_safe("".join(line.html for line in [*former_lines(fold.it, people), *lines]))
    return Told(html, moves[-1] if moves else None)


def log_lines(fold: Fold | None, people: tuple[Person, ...], limit: int = LINES) -> list[Line]:
    """The last lines of the round in play, oldest first."""
    if fold is None or fold.round is None:
        return []
    return _round_lines(fold, fold.round, people, limit)


def _round_lines(fold: Fold, current: Round, people: tuple[Person, ...], limit: int) -> list[Line]:
    language, scored, names = get_language() or "", is_scored(fold), Same(people)
    lines: list[Line] = []
    for event, step in _latest(current, limit):
        lines.extend(_lines(Same(event), Same(step), names, language))
    if len(current.plies) + len(current.marks) <= limit:
        lines.insert(0, _dealt(current, people, scored))
    if current.state.over and _end_seq(current):
        lines.append(_ended(current, people, scored))
    return lines[-limit:]


def _latest(current: Round, limit: int) -> list[tuple[Event, Step | None]]:
    """The last plies and marks of a round in the order they came."""
    plies = list(zip(current.plies[-limit:], current.steps[-limit:], strict=True))
    marks: list[tuple[Event, Step | None]] = [
        (mark.event, None) for mark in current.marks[-limit:] if mark.event.seat is not None
    ]
    return sorted([*plies, *marks], key=lambda entry: entry[0].seq)[-limit:]


@lru_cache(maxsize=8192)
def _lines(
    of: Same[Event], of_step: Same[Step | None], names: Same[tuple[Person, ...]], language: str
) -> tuple[Line, ...]:
    event, step, people = of.it, of_step.it, names.it
    person = people[event.seat or 0]
    if step is None:
        return (Line(event.seq, person.index, person.initial, _presence(event, person), "note"),)
    words, tone = _WORDS[step.kind](step, people)
    extra = mark_safe("".join(conditional_escape(part) for part in _consequences(step)))
    line = Line(event.seq, person.index, person.initial, format_html("{}{}", words, extra), tone, _by(event, person))
    return (line, _out(event, step, person)) if step.out else (line,)


def _presence(event: Event, person: Person) -> SafeString:
    if event.kind == "away":
        return format_html(gettext("{name} is away, a bot holds the seat"), name=person.bdi)
    if event.kind == "stand_in":
        return format_html(gettext("{name} plays from here on"), name=person.bdi)
    return format_html(gettext("{name} is back"), name=person.bdi)


def _by(event: Event, person: Person) -> str:
    if event.by == "timeout":
        return gettext("the clock had run out")
    if event.by == "bot" and person.kind != "bot":
        return gettext("a bot played")
    return ""


def _out(event: Event, step: Step, person: Person) -> Line:
    place = order_text(step.place or 0)
    words = format_html(gettext("{name} is out of cards: {place}"), name=person.bdi, place=place)
    return Line(event.seq, person.index, person.initial, words, "out")


def _play(step: Step, people: tuple[Person, ...]) -> tuple[SafeString, str]:
    said = format_html(gettext("{name} played {cards}"), name=people[step.seat].bdi, cards=chips(step.cards))
    return _cleared(said, step)


def _cleared(said: SafeString, step: Step) -> tuple[SafeString, str]:
    if not step.cleared:
        return said, "play"
    gone = cards_count(step.cleared)
    if step.three:
        clear = gettext("{said}: three in a row clear the pile, {gone} gone")
    else:
        clear = gettext("{said} and cleared the pile, {gone} gone")
    return format_html(clear, said=said, gone=gone), "clear"


def _flip(step: Step, people: tuple[Person, ...]) -> tuple[SafeString, str]:
    name = people[step.seat].bdi
    if step.missed:
        taken = cards_count(len(step.picked_up))
        missed = gettext("{name} flipped a blind card: too low, and picked up {taken}")
        return format_html(missed, name=name, taken=taken), "pickup"
    said = format_html(gettext("{name} flipped a blind card: {cards} – it fits"), name=name, cards=chips(step.cards))
    return _cleared(said, step)


def _pickup(step: Step, people: tuple[Person, ...]) -> tuple[SafeString, str]:
    taken = cards_count(len(step.picked_up))
    return format_html(gettext("{name} picked up {taken}"), name=people[step.seat].bdi, taken=taken), "pickup"


def _draw(step: Step, people: tuple[Person, ...]) -> tuple[SafeString, str]:
    said = ngettext("{name} drew a card", "{name} drew {count} cards", step.drew)
    return format_html(said, name=people[step.seat].bdi, count=count_word(step.drew)), "play"


def _exchange(step: Step, people: tuple[Person, ...]) -> tuple[SafeString, str]:
    said = gettext("{name} gave {mine} to {other} for {theirs}")
    other = people[step.other or 0].bdi
    mine, theirs = (chips([card]) for card in step.cards)
    return format_html(said, name=people[step.seat].bdi, mine=mine, other=other, theirs=theirs), "play"


def _swap(step: Step, people: tuple[Person, ...]) -> tuple[SafeString, str]:
    said = gettext("{name} made a colour run and swapped {mine} for {up}")
    mine, up = (chips([card]) for card in step.cards)
    return format_html(said, name=people[step.seat].bdi, mine=mine, up=up), "play"


def _simple(text: str, tone: str) -> Any:
    """Words for an action that needs the name alone."""

    def words(step: Step, people: tuple[Person, ...]) -> tuple[SafeString, str]:
        return format_html(gettext(text), name=people[step.seat].bdi), tone

    return words


_WORDS = {
    "up": _simple(gettext_noop("{name} chose a 3UP"), "note"),
    "exchange": _exchange,
    "play": _play,
    "flip": _flip,
    "pickup": _pickup,
    "draw": _draw,
    "swap": _swap,
    "pass": _simple(gettext_noop("{name} passed"), "note"),
    "forfeit": _simple(gettext_noop("{name} left the game"), "note"),
}


def _consequences(step: Step) -> Iterator[str]:
    """What else followed, in the same line."""
    if step.reversed:
        yield gettext(" · play turns round")
    if step.owed and step.kind in ("play", "flip") and step.cards and step.cards[0] > CLEAR + 2:
        yield gettext(" · %(more)s") % {"more": more_actions(step.owed)}
    if step.drew and step.kind in ("play", "flip", "swap", "pass"):
        drew = gettext("drew %(count)s") % {"count": count_word(step.drew)}
        yield format_html(' <span class="by">· {}</span>', drew)


def _dealt(current: Round, people: tuple[Person, ...], scored: bool) -> Line:
    if scored:
        words = format_html(gettext("Round {number} is dealt"), number=current.number)
    else:
        words = format_html("{}", gettext("The cards are dealt"))
    starter = format_html(gettext("{dealt}. {name} starts"), dealt=words, name=people[current.state.first].bdi)
    return Line(current.deal.seq, None, "", starter, "round")


def former_lines(fold: Fold | None, people: tuple[Person, ...]) -> list[Line]:
    """How each round before the one in play ended; a scored match tells it as long as it lasts."""
    return [] if fold is None else [_ended(done, people, scored=True) for done in fold.rounds[:-1]]


def _ended(current: Round, people: tuple[Person, ...], scored: bool) -> Line:
    seq, end = _end_seq(current), current.state.end
    scores = current.scores if scored else None
    return _end_line(seq, current.number, current.state.placings or (), scores, end, people, get_language() or "")


def _end_seq(current: Round) -> int:
    """The number of the event that ended a round: its last ply, or the server's stopping it; 0 for neither."""
    events = [*current.plies[-1:], *(mark.event for mark in current.marks if mark.event.kind == "stopped")]
    return events[-1].seq if events else 0


@lru_cache(maxsize=2048)
def _end_line(
    seq: int,
    number: int,
    placings: tuple[int, ...],
    scores: tuple[int | None, ...] | None,
    end: str | None,
    people: tuple[Person, ...],
    language: str,
) -> Line:
    best = [person for person, place in zip(people, placings, strict=False) if place == 1]
    names = format_html_join(", ", "{}", ((person.bdi,) for person in best))
    words = format_html(ngettext("{names} wins", "{names} share the win", len(best)), names=names)
    if scores is not None:
        points = (
            (person.bdi, gettext("left") if score is None else score)
            for person, score in zip(people, scores, strict=False)
        )
        said = gettext("Round {number}: {words} · points: {points}")
        words = format_html(said, number=number, words=words, points=format_html_join(", ", "{} {}", points))
    why = end_text(end)
    return Line(seq, None, "", format_html("{}. {}", words, why) if why else words, "round")
