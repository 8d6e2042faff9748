"""How a finished game or round is shown: places with the cards that were left, and the totals of a scored match."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from games.engine import HIDDEN, View
from games.models import Match
from games.selectors import TableSnapshot

from .people import Person
from .words import cards_count, end_text, order_text


@dataclass(frozen=True, slots=True)
class Row:
    """One seat's result. cards: what it had left, as far as the reader may see it; hidden: how many more."""

    person: Person
    me: bool
    place: int
    place_text: str
    cards: tuple[int, ...]
    hidden: int
    left: str
    scores: tuple[int | None, ...]
    total: int | None


@dataclass(frozen=True, slots=True)
class Results:
    """rows: best first. rounds: numbers of the rounds played, empty unless scored."""

    rows: tuple[Row, ...]
    rounds: tuple[int, ...]
    why: str
    final: bool


def results(snapshot: TableSnapshot, seen: View, who: Sequence[Person]) -> Results:
    """The result of the game that `seen` shows, or of the whole match when that is over."""
    fold, final = snapshot.fold, snapshot.match.status == Match.Status.OVER
    scored = fold is not None and fold.options is not None and fold.options.scoring != "off"
    totals = fold.totals if fold is not None and scored else None
    rounds = fold.results if fold is not None and scored else []
    places = _places(snapshot, seen, totals, final)
    rows = [
        _row(
            seen, person, places[person.index],
            tuple(entry["scores"][person.index] for entry in rounds),
            None if totals is None else totals["totals"][person.index],
        )
        for person in who
    ]  # fmt: skip
    rows.sort(key=lambda row: (row.place, row.person.index))
    return Results(tuple(rows), tuple(range(1, len(rounds) + 1)), end_text(seen.end), final)


def _places(snapshot: TableSnapshot, seen: View, totals: dict[str, list[int]] | None, final: bool) -> Sequence[int]:
    if final and snapshot.match.placings:
        return list(snapshot.match.placings)
    if totals is not None:
        return totals["placings"]
    return seen.placings or [0] * seen.seats


def _row(seen: View, person: Person, place: int, scores: tuple[int | None, ...], total: int | None) -> Row:
    seat = person.index
    open_cards = [*(seen.hands[seat] or ()), *seen.up[seat]]
    below = [card for card in seen.down[seat] if card is not None]
    open_cards += [card for card in below if card != HIDDEN]
    shut = below.count(HIDDEN) + (seen.hand_counts[seat] if seen.hands[seat] is None else 0)
    count = len(open_cards) + shut
    left = gettext("left the game") if seat in seen.forfeits else gettext("out of cards") if not count else ""
    return Row(
        person, seat == seen.seat, place, order_text(place), tuple(sorted(open_cards)), shut,
        left or cards_count(count), scores, total,
    )  # fmt: skip
