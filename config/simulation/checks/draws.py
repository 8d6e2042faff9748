"""Rounds as they were drawn: who is in them, how large the tables are, whether chance was only the seed's."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from config.simulation.checks.facts import Facts, seated, where
from tournaments import selectors
from tournaments.formats.base import Event
from tournaments.models import LogLine, Pod, Round

Kind = LogLine.Kind


def everybody_once(facts: Facts) -> Iterator[str]:
    """Of those who could be drawn when the round was, each has one part; nobody else has any. Arena: a subset."""
    made = selectors.format_of(facts.tournament)
    for row in facts.rounds:
        drawn = Counter(part.entry_id for part in seated(row))
        inputs = selectors.inputs_of(row)
        expected = set(made.still_in(inputs))
        if made.timed:
            expected = {one.id for one in inputs.entrants if one.active and one.waiting is not None} & expected
        twice = sorted(entry for entry, times in drawn.items() if times > 1)
        if twice:
            yield f"{where(row)}: entries {twice} are drawn more than once"
        if strangers := set(drawn) - expected:
            yield f"{where(row)}: entries {sorted(strangers)} are drawn but were not in"
        missing = expected - set(drawn)
        if missing and not made.timed and len(drawn) != _cut(facts, row, inputs):
            yield f"{where(row)}: entries {sorted(missing)} are in but were not drawn"


def _cut(facts: Facts, row: Round, inputs: Event) -> int | None:
    """How many the round takes where not everybody is in it: the first one after the cut."""
    settings = inputs.settings
    first = facts.plan.format == "swiss_final" and row.number == settings.rounds + 1
    return settings.cut if first else None


def nobody_at_two_tables(facts: Facts) -> Iterator[str]:
    """Tables of one entrant follow each other: each opened after the one before had ended."""
    times: dict[int, list[tuple[object, object, str]]] = {}
    for row in facts.rounds:
        for pod in row.pods.all():
            match = facts.matches.get(pod.event_key)
            if match is None or match.ended_at is None:
                continue
            for part in pod.parts.all():
                if part.entry_id is not None:
                    times.setdefault(part.entry_id, []).append((match.created_at, match.ended_at, where(row, pod)))
    for entry, spans in times.items():
        spans.sort()
        for (_, ended, one), (opened, _, other) in pairwise(spans):
            if opened < ended:  # type: ignore[operator]
                yield f"entry {entry} was at {other} before {one} had ended"


def sizes(facts: Facts) -> Iterator[str]:
    """Near-equal tables, nobody alone, and as many of them as the formula says."""
    settings = facts.event.settings
    for row in facts.rounds:
        tables = sorted(len(pod.parts.all()) for pod in row.pods.all())
        people = len(seated(row))
        if not tables or tables[0] < 2 or tables[-1] > settings.pod_max or tables[-1] - tables[0] > 1:
            yield f"{where(row)}: tables of {tables}"
        if facts.plan.format == "round_robin" or selectors.format_of(facts.tournament).timed:
            continue  # blocks have their own sizes; in a wave of an arena some may wait for others
        expected = formula(people, settings.pod_size, settings.pod_max, settings.fill)
        if tables != expected:
            yield f"{where(row)}: tables of {tables} for {people} people, the formula says {expected}"


def formula(people: int, target: int, largest: int, fill: bool) -> list[int]:
    """Seats of each table, small ones first: floor(n / target + 1/2) of them, clamped so that nobody sits alone."""
    count = min((2 * people + target) // (2 * target), people // 2)
    count = max(count, -(-people // largest)) if people // 2 * largest >= people else people // 2
    if fill:
        return [-(-people // count)] * count
    each, more = divmod(min(people, count * largest), count)
    return [each] * (count - more) + [each + 1] * more


def steps_once(facts: Facts) -> Iterator[str]:
    """Start, end and every round were logged once; rounds are numbered without a gap; the event never paused."""
    lines = list(facts.tournament.log.all())
    kinds = Counter(line.kind for line in lines)
    for kind in (Kind.CREATED, Kind.STARTED, Kind.FINISHED):
        if kinds[kind] != 1:
            yield f"the log says {kinds[kind]} times that the event was {kind}"
    if kinds[Kind.PAUSED]:
        yield "the event was paused"
    numbers = [row.number for row in facts.rounds]
    if numbers != list(range(1, len(numbers) + 1)) or facts.tournament.round != len(numbers):
        yield f"rounds are numbered {numbers}, the event says {facts.tournament.round}"
    if not selectors.format_of(facts.tournament).timed:
        for kind in (Kind.ROUND_STARTED, Kind.ROUND_ENDED):
            logged = [line.data["round"] for line in lines if line.kind == kind]
            if sorted(logged) != numbers:
                yield f"rounds {sorted(logged)} are logged as {kind}, not {numbers}"
    yield from _planned(facts, len(numbers))


def _planned(facts: Facts, rounds: int) -> Iterator[str]:
    planned = selectors.planned_rounds(facts.tournament)
    if facts.calm and planned is not None and rounds != planned:
        yield f"{rounds} rounds were played, {planned} were planned"
    if rounds == 0:
        yield "no round was played"


def draws_come_out_again(facts: Facts) -> Iterator[str]:
    """Every draw, made again from its stored inputs and the seed, is the one that was played."""
    for row in facts.rounds:
        if not selectors.redraw_check(row):
            yield f"{where(row)}: another draw comes out"
        if any(pod.status not in (Pod.Status.FINISHED, Pod.Status.VOID) for pod in row.pods.all()):
            yield f"{where(row)}: a table has not ended"
