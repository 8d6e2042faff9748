"""Events for tests: announced, entered and played through the services, results told as the games app tells them."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.utils import timezone

from games import api
from tournaments import selectors, services
from tournaments.formats.base import Settings
from tournaments.models import Entry, Part, Pod, Round, Tournament
from tournaments.services import Spec

Ranks = Callable[[Part], float]  # the smaller, the better the seat does
MOMENTS = ("starts_at", "registration_opens_at", "started_at", "ends_at", "due_at", "retry_at", "drawing_until")


def person(name: str, **more: Any) -> Any:
    """Somebody new."""
    return get_user_model().objects.create_user(name, **more)


def people(count: int, prefix: str = "p") -> list[Any]:
    """So many new people: p1, p2 ..."""
    return [person(f"{prefix}{number}") for number in range(1, count + 1)]


def event(organiser: Any = None, *, settings: Settings | None = None, **more: Any) -> Tournament:
    """A tournament that starts in an hour: three rounds of Swiss pods unless `settings` says otherwise."""
    organiser = organiser or person(f"organiser{Tournament.objects.count()}")
    values = {"starts_at": timezone.now() + timedelta(hours=1), "break_seconds": 0, "bot_pace": "instant", **more}
    done = services.create(organiser, Spec(name="Cup", settings=settings or Settings(rounds=3), **values))
    return Tournament.objects.get(slug=done.slug)


def fresh(tournament: Tournament) -> Tournament:
    """The row as it is now."""
    return Tournament.objects.select_related("organiser").get(pk=tournament.pk)


def pass_time(tournament: Tournament, **length: float) -> Tournament:
    """Let time pass for an event: everything it waits for comes that much nearer."""
    past = timedelta(**length)
    row = fresh(tournament)
    for name in MOMENTS:
        at = getattr(row, name)
        setattr(row, name, at - past if at else None)
    row.save()
    for one in row.rounds.all():
        one.starts_at -= past
        one.save(update_fields=["starts_at"])
    for entry in row.entries.filter(waiting_since__isnull=False):
        entry.waiting_since -= past
        entry.save(update_fields=["waiting_since"])
    return row


def begun(users: Sequence[Any], *, settings: Settings | None = None, **more: Any) -> Tournament:
    """A running event of these people, its first round open."""
    tournament = event(settings=settings, **more)
    for user in users:
        services.register(tournament.slug, user)
    services.start(tournament.slug, tournament.organiser)
    services.advance(tournament.pk)
    return fresh(tournament)


def open_pods(tournament: Tournament) -> list[Pod]:
    """The tables in play."""
    pods = Pod.objects.filter(round__tournament=tournament, status=Pod.Status.PLAYING)
    return list(pods.order_by("round__number", "number"))


def by_number(part: Part) -> float:
    """Whoever entered first wins; house bots come last."""
    return part.entry.number if part.entry is not None else 1000 + (part.seat or 0)


def result(
    pod: Pod,
    ranks: Ranks = by_number,
    *,
    absent: Sequence[int] = (),
    held: Sequence[int] = (),
    status: str = "over",
) -> api.MatchResult:
    """A result as the games app tells of it. `absent`, `held`: numbers of the entries that it concerns."""
    parts = list(pod.parts.select_related("entry").order_by("seat"))
    values = [ranks(part) for part in parts]
    seats = []
    for part, value in zip(parts, values, strict=True):
        number = part.entry.number if part.entry is not None else 0
        missing = number in absent
        user_id = part.entry.user_id if part.entry is not None and not missing else None
        seats.append(
            api.SeatResult(
                index=part.seat or 0, user_id=user_id, bot="" if user_id else "medium",
                place=1 + sum(other < value for other in values), left=False, away=number in held, total=0, won=0,
                stand_in="absent" if missing else "", held=number in held,
            )
        )  # fmt: skip
    return api.MatchResult(
        match_id=0, slug=pod.table, event_key=pod.event_key, status=status, options={}, seats=tuple(seats), end="win",
        rounds=1, started_at=timezone.now(), ended_at=timezone.now(),
    )  # fmt: skip


def play_round(tournament: Tournament, ranks: Ranks = by_number, **more: Any) -> Tournament:
    """End every table in play and let the event go on: the next round is drawn, and opened if there is no break."""
    for pod in open_pods(tournament):
        services.match_finished(result(pod, ranks, **more))
    services.advance(tournament.pk)
    return fresh(tournament)


def play_to_the_end(tournament: Tournament, ranks: Ranks = by_number, limit: int = 40) -> Tournament:
    """Play all rounds."""
    for _ in range(limit):
        tournament = play_round(tournament, ranks)
        if tournament.status in ("finished", "cancelled"):
            return tournament
    raise AssertionError("the event did not end")


def entry_of(tournament: Tournament, user: Any) -> Entry:
    """Somebody's entry."""
    return Entry.objects.get(tournament=tournament, user=user)


def outcomes(tournament: Tournament, user: Any) -> list[str]:
    """How each round went for somebody; empty strings for rounds that are not over."""
    parts = Part.objects.filter(entry=entry_of(tournament, user)).order_by("round__number")
    return list(parts.values_list("outcome", flat=True))


def points(tournament: Tournament) -> dict[str, float]:
    """Name -> points, best first."""
    names = dict(Entry.objects.filter(tournament=tournament).values_list("pk", "name"))
    return {names[line.entrant]: float(line.points) for line in selectors.standings_of(fresh(tournament))}


def seats_of(row: Round) -> list[list[int | None]]:
    """Numbers of the entries at each table, in seat order; None for a house bot."""
    return [
        [part.entry.number if part.entry is not None else None for part in pod.parts.order_by("seat")]
        for pod in row.pods.order_by("number")
    ]


def kinds(tournament: Tournament) -> list[str]:
    """The kinds of the log, in order."""
    return list(tournament.log.order_by("pk").values_list("kind", flat=True))
