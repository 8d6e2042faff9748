"""All that the pages of one tournament show, in a number of queries that does not grow with it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from games import api
from tournaments.models import Entry, LogLine, Part, Pod, Round, Tournament

Key = int | str  # primary key or slug
ALL: Final = 1_000_000
CHANGES: Final = 3  # that the page of an event shows; the log has all


@dataclass(frozen=True, slots=True)
class EventRows:
    """The rows of one event. `round`: the one whose pods and parts are here, None before the first."""

    tournament: Tournament
    entries: tuple[Entry, ...]
    rounds: tuple[Round, ...]  # without cost and inputs
    round: Round | None = None
    pods: tuple[Pod, ...] = ()
    parts: Mapping[int | None, tuple[Part, ...]] = field(default_factory=dict)  # pod id (None: no table) -> by seat
    glances: Mapping[str, api.TableGlance] = field(default_factory=dict)  # by event key, of open tables

    def entry_of(self, user: Any) -> Entry | None:
        """The reader's own entry."""
        if user is None or not user.is_authenticated:
            return None
        return next((entry for entry in self.entries if entry.user_id == user.pk), None)

    def entry(self, entry_id: int | None) -> Entry | None:
        """One entry by its id."""
        return next((entry for entry in self.entries if entry.pk == entry_id), None)


def with_organiser(key: Key) -> Tournament | None:
    """The tournament, with its organiser."""
    wanted = {"pk": key} if isinstance(key, int) else {"slug": key}
    return Tournament.objects.select_related("organiser").filter(**wanted).first()


def rows(
    tournament: Tournament, number: int | None = None, *, waves: bool = False, looks: int = ALL
) -> EventRows | None:
    """The event with the pods of a round, the newest unless `number` says otherwise; None: no such round.

    `waves`: with the pods of every round that still plays as well (arena: many waves at once). `looks`: at how many
    open tables, from the top one, to look for how they stand.
    """
    rounds = _rounds(tournament)
    wanted = rounds[-1] if rounds and number is None else _numbered(rounds, number)
    if number is not None and wanted is None:
        return None
    people = entries(tournament)
    if wanted is None:
        return EventRows(tournament, people, rounds)
    shown = [wanted.pk, *(row.pk for row in rounds if waves and row.status != Round.Status.FINISHED)]
    pods = _pods(shown)
    return EventRows(tournament, people, rounds, wanted, pods, _parts(shown), glances(pods, looks))


def everything(tournament: Tournament) -> EventRows:
    """The event with the pods of all its rounds, and no look at tables in play."""
    rounds = _rounds(tournament)
    shown = [row.pk for row in rounds]
    newest = rounds[-1] if rounds else None
    return EventRows(tournament, entries(tournament), rounds, newest, _pods(shown), _parts(shown))


def entries(tournament: Tournament) -> tuple[Entry, ...]:
    """Everybody in it, and those who were, with their accounts."""
    rows = Entry.objects.filter(tournament=tournament).select_related("user")
    return tuple(rows.defer("nonce").order_by("number"))


def _rounds(tournament: Tournament) -> tuple[Round, ...]:
    rows = Round.objects.filter(tournament=tournament).order_by("number")
    return tuple(rows.defer("cost", "inputs", "secret", "nonces"))


def _pods(round_ids: Sequence[int]) -> tuple[Pod, ...]:
    rows = Pod.objects.filter(round_id__in=round_ids).select_related("round").order_by("-round__number", "number")
    return tuple(rows.defer("round__cost", "round__inputs", "round__secret", "round__nonces"))


def _numbered(rounds: Sequence[Round], number: int | None) -> Round | None:
    return next((row for row in rounds if row.number == number), None)


def _parts(round_ids: Sequence[int]) -> dict[int | None, tuple[Part, ...]]:
    by_pod: dict[int | None, list[Part]] = defaultdict(list)
    for part in Part.objects.filter(round_id__in=round_ids).order_by("pod_id", "seat", "pk"):
        by_pod[part.pod_id].append(part)
    return {pod_id: tuple(parts) for pod_id, parts in by_pod.items()}


def glances(pods: Sequence[Pod], limit: int = ALL) -> Mapping[str, api.TableGlance]:
    """What everybody may know of the first open tables among these."""
    keys = [pod.event_key for pod in pods if pod.status == Pod.Status.PLAYING][:limit]
    return api.glance(keys) if keys else {}


def round_with_draw(tournament: Tournament, number: int) -> Round | None:
    """One round with the cost and the inputs of its draw."""
    return Round.objects.select_related("tournament").filter(tournament=tournament, number=number).first()


def calling_off(tournament: Tournament) -> tuple[LogLine, ...]:
    """The line of the log that says why an event was cancelled; none for any other event."""
    if tournament.status != Tournament.Status.CANCELLED:
        return ()
    found = LogLine.objects.filter(tournament=tournament, kind=LogLine.Kind.CANCELLED).select_related("by")
    return tuple(found.order_by("-pk")[:1])


def changes(tournament: Tournament) -> tuple[LogLine, ...]:
    """What was last changed of an event that has not begun, newest first."""
    if tournament.started_at is not None or tournament.status == Tournament.Status.CANCELLED:
        return ()
    kinds = (LogLine.Kind.EDITED, LogLine.Kind.POSTPONED)
    found = LogLine.objects.filter(tournament=tournament, kind__in=kinds).select_related("by")
    return tuple(found.order_by("-pk")[:CHANGES])


def log_lines(tournament: Tournament) -> tuple[LogLine, ...]:
    """The log, newest first, with who did it."""
    return tuple(LogLine.objects.filter(tournament=tournament).select_related("by").order_by("-pk"))
