"""Tables and what came out at them: the tournament's rows against the games' own."""

from collections.abc import Iterator

from config.simulation.checks.facts import Facts, where
from games import api
from games.selectors.audit import problems_of
from tournaments.formats.base import Outcome
from tournaments.models import Part, Pod, Round
from tournaments.services import keys

OUTCOMES = {"absent": Outcome.ABSENT, "left": Outcome.FORFEIT, "replaced": Outcome.BOT}


def tables(facts: Facts) -> Iterator[str]:
    """Each pod has the one table of its key; no other table carries the event's name."""
    expected = set()
    for row in facts.rounds:
        for pod in row.pods.all():
            if not pod.table:
                if any(not part.bot for part in pod.parts.all()):
                    yield f"{where(row, pod)} has people but no table"
                continue
            expected |= set(keys.all_of(pod.event_key))
            match = facts.matches.get(pod.event_key)
            if match is None or match.slug != pod.table:
                yield f"{where(row, pod)} is not the table {pod.table} that it names"
    if unknown := set(facts.matches) - expected:
        yield f"tables that belong to no round: {sorted(unknown)}"


def results(facts: Facts) -> Iterator[str]:
    """Places and outcomes of every table are what the game says."""
    for row in facts.rounds:
        for pod in row.pods.all():
            if pod.status == Pod.Status.FINISHED and pod.table:
                yield from _table(facts, row, pod)
        for part in row.parts.all():
            if part.entry_id is not None and not part.outcome:
                yield f"{where(row)}: entry {part.entry_id} has no outcome"


def _table(facts: Facts, row: Round, pod: Pod) -> Iterator[str]:
    result = facts.results.get(pod.event_key)
    if result is None or result.status != "over":
        yield f"{where(row, pod)} counts as ended, the game does not"
        return
    parts = {part.seat: part for part in pod.parts.all()}
    if set(parts) != {seat.index for seat in result.seats}:
        yield f"{where(row, pod)} has other seats than the game"
        return
    for seat in result.seats:
        part = parts[seat.index]
        if part.place != seat.place:
            yield f"{where(row, pod)}, seat {seat.index}: place {part.place}, the game says {seat.place}"
        if part.entry is not None and part.outcome != outcome(part, seat):
            yield f"{where(row, pod)}, seat {seat.index}: {part.outcome}, the game says {outcome(part, seat)}"
        if part.entry is not None and part.outcome == Outcome.PLAYED and seat.user_id != part.entry.user_id:
            yield f"{where(row, pod)}, seat {seat.index}: somebody else played there"


def outcome(part: Part, seat: api.SeatResult) -> Outcome:
    """How a round went, from the game alone; a bot's entry is removed without its game hearing of it."""
    if seat.stand_in:
        return OUTCOMES[seat.stand_in]
    if part.entry is not None and part.entry.bot:
        return Outcome(part.outcome)
    return Outcome.FORFEIT if seat.left or seat.held else Outcome.PLAYED


def records(facts: Facts) -> Iterator[str]:
    """Every table's log replays to the places in its row, its deal follows from secret and nonces."""
    for match in facts.matches.values():
        for problem in problems_of(match.slug):
            yield f"table {match.slug} ({match.event_key}): {problem}"
