"""A round at a glance, for the replay: cards left to each seat over time, moments worth a jump, where turns start.

Everything here is public when it happens: counts, and which seat cleared, picked up, ran out of time or went out.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.engine import State
from games.record import Round


@dataclass(frozen=True, slots=True)
class Curve:
    """How many cards a seat still had after each ply, as the path of an SVG of `width` by `height` units."""

    seat: int
    path: str
    final: int


@dataclass(frozen=True, slots=True)
class Timeline:
    """Paths share one scale: x is the ply, from 0 to `width`; y grows downwards, 0 at `height` cards."""

    width: int
    height: int
    curves: tuple[Curve, ...]
    clears: str
    pickups: str
    clock: str  # time-outs, and people going away
    turns: tuple[int, ...]  # turns[n]: the ply at which turn n + 1 is about to be played


def timeline(played: Round, states: Sequence[State]) -> Timeline:
    """The timeline of a round; `states` are its `Round.states`."""
    counts = [[cards_left(state, seat) for state in states] for seat in range(states[0].seats)]
    height = max(max(row) for row in counts)
    late = {ply for ply, event in enumerate(played.plies, 1) if event.by == "timeout"}
    return Timeline(
        width=max(1, len(states) - 1),
        height=height,
        curves=tuple(Curve(seat, _steps(row, height), row[-1]) for seat, row in enumerate(counts)),
        clears=_ticks(ply for ply, step in enumerate(played.steps, 1) if step.cleared),
        pickups=_ticks(ply for ply, step in enumerate(played.steps, 1) if step.picked_up),
        clock=_ticks(sorted(late | {mark.after for mark in played.marks if mark.event.kind == "away"})),
        turns=turn_starts(states),
    )


def cards_left(state: State, seat: int) -> int:
    """Cards a seat still has to get rid of: hand, 3UP and 3DOWN."""
    if seat in state.forfeits:
        return 0
    down = sum(card is not None for card in state.down(seat))
    return state.hand_count(seat) + len(state.up(seat)) + down


def turn_starts(states: Sequence[State]) -> tuple[int, ...]:
    """For each turn the first ply at which it is to be played."""
    starts: list[int] = []
    for ply, state in enumerate(states):
        if state.phase == "play" and state.turns >= len(starts):
            starts.append(ply)
    return tuple(starts)


def _steps(row: Sequence[int], height: int) -> str:
    """A staircase through the counts, written only where they change."""
    parts = [f"M0 {height - row[0]}"]
    for ply in range(1, len(row)):
        if row[ply] != row[ply - 1]:
            parts.append(f"H{ply}V{height - row[ply]}")
    parts.append(f"H{max(1, len(row) - 1)}")
    return "".join(parts)


def _ticks(plies: Iterable[int]) -> str:
    return "".join(f"M{ply} 0V1" for ply in plies)
