"""An event that has ended, read once for all checks."""

from dataclasses import dataclass
from functools import cached_property

from django.db.models import Count

from config.simulation.plan import Plan
from config.simulation.script import Role
from games import api
from games.models import Match, MatchEvent
from tournaments import selectors
from tournaments.formats.base import Event, Outcome
from tournaments.models import Entry, Part, Pod, Round, Tournament
from tournaments.services import keys


@dataclass(frozen=True)
class Facts:
    """The rows, the games' results, and the event as formats see it."""

    tournament: Tournament
    plan: Plan
    roles: tuple[Role, ...]

    @cached_property
    def rounds(self) -> list[Round]:
        """In order, their pods and parts with them."""
        rows = self.tournament.rounds.prefetch_related("pods__parts__entry", "parts__entry", "parts__pod")
        return list(rows.select_related("tournament").order_by("number"))

    @cached_property
    def pods(self) -> list[Pod]:
        """Of all rounds."""
        return [pod for row in self.rounds for pod in row.pods.all()]

    @cached_property
    def entries(self) -> list[Entry]:
        """Everybody who entered and did not leave before being drawn."""
        return list(self.tournament.entries.select_related("user").order_by("number"))

    @cached_property
    def matches(self) -> dict[str, Match]:
        """Key -> table, of all tables that carry the event's name."""
        rows = Match.objects.filter(event_key__startswith=f"{keys.PREFIX}{self.tournament.pk}:")
        return {match.event_key: match for match in rows}

    @cached_property
    def moves(self) -> dict[int, int]:
        """Id of a table -> how many actions were taken there."""
        actions = MatchEvent.objects.filter(match__in=self.matches.values(), kind=MatchEvent.Kind.ACTION)
        return dict(actions.order_by().values_list("match").annotate(Count("pk")))

    @cached_property
    def results(self) -> dict[str, api.MatchResult]:
        """Key -> what the games app says of the table."""
        return {result.event_key: result for result in api.results([pod.event_key for pod in self.pods])}

    @cached_property
    def event(self) -> Event:
        """The event as it is stored."""
        return selectors.event_of(self.tournament)

    @property
    def calm(self) -> bool:
        """Whether nobody came or went."""
        return not self.plan.chaos


def seated(row: Round) -> list[Part]:
    """Parts of those who were drawn for a round: at a table, or resting. Late entrants were not."""
    drawn = [part for part in row.parts.all() if part.entry_id is not None]
    return [part for part in drawn if part.outcome != Outcome.LATE]


def where(row: Round, pod: Pod | None = None) -> str:
    """A round or table in words."""
    return f"round {row.number}" if pod is None else f"round {row.number}, table {pod.number}"
