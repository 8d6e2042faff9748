"""What the script had people do, against what the event made of it."""

from collections.abc import Iterator

from config.simulation.checks.facts import Facts
from config.simulation.script import ALWAYS, Role
from tournaments.formats.base import Outcome
from tournaments.models import Entry, NoShow
from tournaments.services.settling import MISSES


def script_was_kept(facts: Facts) -> Iterator[str]:
    """Whoever did not come is absent, whoever left has a forfeit, whoever was late missed the rounds before."""
    by_name = {entry.user.username: entry for entry in facts.entries if entry.user is not None}
    for role in facts.roles:
        entry = by_name.get(role.name)
        if not role.bot and entry is not None:
            yield from _person(facts, role, entry)
    yield from _no_shows(facts)


def _person(facts: Facts, role: Role, entry: Entry) -> Iterator[str]:
    parts = list(entry.parts.order_by("round__number").select_related("pod", "round"))
    tables = [part.outcome for part in parts if part.pod is not None]
    missed = [part.outcome for part in parts if part.outcome == Outcome.LATE]
    for table, outcome in enumerate(tables, 1):
        due = _due(role, table)
        if outcome not in (*due, Outcome.BYE):
            yield f"{role.name}, table {table}: {outcome}, not {' or '.join(due)}"
    if role.enters and not facts.plan.timed and len(missed) != entry.first_round - 1:
        yield f"{role.name} entered for round {entry.first_round} and missed {len(missed)} rounds"
    if role.absent == ALWAYS and len(tables) >= MISSES and entry.status != Entry.Status.DROPPED:
        yield f"{role.name} never came to {len(tables)} tables and is {entry.status}"
    if role.absent == ALWAYS and len(tables) > MISSES:
        yield f"{role.name} never came and was drawn {len(tables)} times"


def _due(role: Role, table: int) -> tuple[str, ...]:
    if table in role.absent:
        return (Outcome.ABSENT,)
    if table == role.leaves:
        return (Outcome.FORFEIT,)
    return (Outcome.PLAYED,)


def _no_shows(facts: Facts) -> Iterator[str]:
    people = [entry.pk for entry in facts.entries if not entry.bot]
    absent = sum(part.outcome == Outcome.ABSENT for row in facts.rounds for part in row.parts.all() if part.entry_id)
    noted = NoShow.objects.filter(pod__round__tournament=facts.tournament, user__entries__in=people).count()
    if absent != noted:
        yield f"{absent} times somebody did not come, {noted} are held against them"
