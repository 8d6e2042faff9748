"""How a game and a match end: places and scores (RULES sections 5 and 7)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .cards import points, to_code
from .errors import EngineError
from .options import MAX_SEATS, MIN_SEATS
from .state import OVER, State


def shared_places(seats: Sequence[int], key: Callable[[int], Any], first_place: int) -> dict[int, int]:
    """Places from `first_place` on by ascending key; level seats share the better place, the next is skipped."""
    ordered = sorted(seats, key=key)
    places: dict[int, int] = {}
    for position, seat in enumerate(ordered):
        level = position > 0 and key(ordered[position - 1]) == key(seat)
        places[seat] = places[ordered[position - 1]] if level else first_place + position
    return places


def cards_left(state: State, seat: int) -> tuple[int, int]:
    """How many cards a seat still has in all zones, and their points."""
    down = [card for card in state._down[seat] if card is not None]
    count = state._hand_n[seat] + state._up_n[seat] + len(down)
    return count, points(state._hand[seat]) + points(state._up[seat]) + points(to_code(down))


def final_places(state: State) -> tuple[int, ...]:
    """Place of every seat of an ended game: first those that went out, then the others in, then the forfeits."""
    still_in = [seat for seat in range(state.seats) if state.is_in(seat)]
    places = {seat: position + 1 for position, seat in enumerate(state.finished)}
    places |= shared_places(still_in, lambda seat: cards_left(state, seat), len(places) + 1)
    for position, seat in enumerate(state.forfeits):
        places[seat] = state.seats - position
    return tuple(places[seat] for seat in range(state.seats))


def final_scores(state: State) -> tuple[int | None, ...]:
    """Score of every seat of an ended game; None for one that forfeited."""
    whole = state.options.score_scope == "all"

    def score(seat: int) -> int | None:
        if seat in state.forfeits:
            return None
        return cards_left(state, seat)[1] if whole else points(state._hand[seat])

    return tuple(score(seat) for seat in range(state.seats))


def finish(state: State, end: str) -> None:
    """End the game in place: `end` is win, last_seat, max_turns, dry_turns or stopped."""
    state.phase = OVER
    state.turn = None
    state.owed = 0
    state._open = False
    state.exchange_left = ()
    state.end = end
    state.placings = final_places(state)
    state.scores = final_scores(state)


def stop(state: State) -> State:
    """The game ended from outside at this position, its time being up: cards left decide, as when a guard ends it.

    Raises EngineError when the game is over already.
    """
    if state.over:
        raise EngineError("the game is over, there is nothing to stop")
    new = state.copy()
    finish(new, "stopped")
    return new


def match_totals(rounds: Sequence[Mapping[str, Sequence[int | None]]], seats: int) -> dict[str, list[int]]:
    """Totals, rounds won and placings of a scored match (RULES section 7).

    rounds: a mapping with `scores` and `placings` by seat for each round played, None where a seat had left.
    A leaver's total is what it had scored before; it is not compared. Raises EngineError for rounds of another shape.
    """
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise EngineError(f"there are {MIN_SEATS} to {MAX_SEATS} seats at a table")
    for entry in rounds:
        if len(entry["scores"]) != seats or len(entry["placings"]) != seats:
            raise EngineError(f"every round needs scores and placings for {seats} seats")
    totals = [sum(entry["scores"][seat] or 0 for entry in rounds) for seat in range(seats)]
    won = [sum(entry["placings"][seat] == 1 for entry in rounds) for seat in range(seats)]
    left = {seat: _left_at(rounds, seat) for seat in range(seats)}
    stayed = [seat for seat in range(seats) if left[seat] is None]
    leavers = [seat for seat in range(seats) if left[seat] is not None]
    places = shared_places(stayed, lambda seat: (totals[seat], -won[seat]), 1)
    places |= shared_places(leavers, lambda seat: left[seat], len(stayed) + 1)
    return {"totals": totals, "won": won, "placings": [places[seat] for seat in range(seats)]}


def _left_at(rounds: Sequence[Mapping[str, Sequence[int | None]]], seat: int) -> tuple[int, int] | None:
    """When a seat left: sorts later leavers first, within one round by its placing. None if it stayed."""
    for number, entry in enumerate(rounds):
        if entry["scores"][seat] is None:
            return -number, entry["placings"][seat] or 0
    return None
