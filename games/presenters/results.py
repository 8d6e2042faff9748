"""How a finished match is shown: places with the cards that were left, and the totals of a scored match."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from games.engine import HIDDEN, View
from games.selectors import TableSnapshot

from .people import Person
from .rounds import is_scored
from .seats import SeatBox
from .words import cards_count, end_text, order_text


@dataclass(frozen=True, slots=True)
class Row:
    """One seat's result. cards: what it had left, as far as the reader may see it; hidden: how many more."""

    box: SeatBox
    place: int
    place_text: str
    cards: tuple[int, ...]
    hidden: int
    left: str
    scores: tuple[int | None, ...]
    total: int | None

    @property
    def person(self) -> Person:
        return self.box.person


@dataclass(frozen=True, slots=True)
class Results:
    """rows: best first. rounds: numbers of the rounds played, empty unless scored."""

    rows: tuple[Row, ...]
    rounds: tuple[int, ...]
    why: str


def results(snapshot: TableSnapshot, seen: View, boxes: Sequence[SeatBox]) -> Results:
    """The result of a match that is over; `seen` is its last position, `boxes` all seats in order."""
    fold, scored = snapshot.fold, is_scored(snapshot.fold)
    totals = fold.totals["totals"] if scored else None
    rounds = fold.results if scored else []
    places = snapshot.match.placings or seen.placings or [0] * seen.seats
    rows = [
        _row(
            seen, box, places[box.index],
            tuple(entry["scores"][box.index] for entry in rounds),
            None if totals is None else totals[box.index],
        )
        for box in boxes
    ]  # fmt: skip
    rows.sort(key=lambda row: (row.place, row.box.index))
    return Results(tuple(rows), tuple(range(1, len(rounds) + 1)), end_text(seen.end))


def _row(seen: View, box: SeatBox, place: int, scores: tuple[int | None, ...], total: int | None) -> Row:
    seat = box.index
    open_cards = [*(seen.hands[seat] or ()), *seen.up[seat]]
    below = [card for card in seen.down[seat] if card is not None]
    open_cards += [card for card in below if card != HIDDEN]
    shut = below.count(HIDDEN) + (seen.hand_counts[seat] if seen.hands[seat] is None else 0)
    count = len(open_cards) + shut
    left = gettext("left the game") if seat in seen.forfeits else gettext("out of cards") if not count else ""
    return Row(
        box, place, order_text(place), tuple(sorted(open_cards)), shut,
        left or cards_count(count), scores, total,
    )  # fmt: skip
