"""Once it is over nothing is left, and nothing happens any more."""

from collections.abc import Iterator

from django.db.models import Count, Max, Sum

from config.simulation.checks.facts import Facts
from games import tasks as game_tasks
from games.models import Match, MatchEvent
from tournaments import services, tasks
from tournaments.models import Entry, LogLine, NoShow, Part, Pod, Round, Tournament

SWEEPS = 10
ROWS = (Entry, LogLine, Match, MatchEvent, NoShow, Part, Pod, Round)


def nothing_is_open(facts: Facts) -> Iterator[str]:
    """No table waits or plays, no round is unfinished, nothing is due, every record is open."""
    tournament = Tournament.objects.get(pk=facts.tournament.pk)
    if tournament.status != Tournament.Status.FINISHED:
        yield f"the event is {tournament.status}"
    if tournament.due_at is not None or tournament.drawing_until is not None:
        yield f"something is due at {tournament.due_at}, somebody draws until {tournament.drawing_until}"
    for match in facts.matches.values():
        if match.status not in (Match.Status.OVER, Match.Status.ABORTED):
            yield f"table {match.slug} is {match.status}"
        if match.gated or match.sealed:
            yield f"table {match.slug} is shut still"
    if unfinished := [row.number for row in facts.rounds if row.status != Round.Status.FINISHED]:
        yield f"rounds {unfinished} have not ended"
    if waiting := [entry.number for entry in facts.entries if entry.waiting_since is not None]:
        yield f"entries {waiting} still wait for a table"


def nothing_more_happens(facts: Facts) -> Iterator[str]:
    """Whatever looks after events and tables finds nothing to do."""
    before = _counts()
    for _ in range(SWEEPS):
        services.advance(facts.tournament.pk)
        tasks.sweep()
        game_tasks.sweep()
        game_tasks.tell_listeners()
    after = _counts()
    for name, value in before.items():
        if after[name] != value:
            yield f"{name}: {after[name]} after ten sweeps, {value} before"


def _counts() -> dict[str, object]:
    counts: dict[str, object] = {model.__name__: model.objects.count() for model in ROWS}  # type: ignore[attr-defined]
    counts["version"] = Tournament.objects.exclude(started_at=None).aggregate(all=Sum("version"))["all"]
    counts["places"] = tuple(Entry.objects.aggregate(Sum("place"), Count("place"), Max("place")).values())
    return counts
