"""The checks of a simulated event notice what they are for: each finds its own fault in an event that was in order."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from config.simulation.checks import CHECKS, Facts, standing
from config.simulation.plan import Plan, spec
from config.simulation.script import Role, roles
from games.models import Match, MatchEvent
from games.services import due
from tests.tournaments.events import fresh
from tournaments import services
from tournaments.formats import scoring
from tournaments.models import Entry, LogLine, Part, Pod, Round, Tournament

pytestmark = pytest.mark.django_db

PLAN = Plan(players=8, rounds=2, bots=True)
Fault = Callable[[], object]


def played(organiser: Any) -> Tournament:
    """An event of eight bots that has been played to its end."""
    tournament = Tournament.objects.get(slug=services.create(organiser, spec(PLAN)).slug)
    for role in roles(PLAN):
        services.add(tournament.slug, organiser, bot=role.bot)
    services.start(tournament.slug, organiser)
    for _ in range(PLAN.rounds):
        services.advance(tournament.pk)
        for match in Match.objects.filter(status=Match.Status.PLAYING):
            while due.act_once(match.pk) is not None:
                pass
    services.advance(tournament.pk)
    Match.objects.update(listeners_done=True)
    return fresh(tournament)


def put(rows: Any, **values: Any) -> Fault:
    """Change the first of these rows."""
    return lambda: type(rows.first()).objects.filter(pk=rows.first().pk).update(**values)


def seat_again() -> None:
    """In round 2 somebody sits where they sat in round 1, and whoever sat there sits in their place."""
    first = Part.objects.filter(round__number=1).first()
    second = Part.objects.get(round__number=2, entry=first.entry)
    other = Part.objects.filter(pod=second.pod, seat=first.seat)
    was = second.seat
    Part.objects.filter(pk=second.pk).update(seat=99)
    other.update(seat=was)
    Part.objects.filter(pk=second.pk).update(seat=first.seat)


def move_to_another_table() -> None:
    """A table of five and one of three."""
    part = Part.objects.filter(pod__number=1).first()
    Part.objects.filter(pk=part.pk).update(pod=Pod.objects.get(round=part.round, number=2), seat=7)


def open_again() -> None:
    """The last round plays still, as far as anybody can see."""
    Tournament.objects.filter(started_at__isnull=False).update(status="running", due_at=timezone.now())
    Round.objects.filter(number=2).update(status="playing")


def faults() -> Iterator[tuple[str, Fault]]:
    """(check, what breaks the event in the way that it is to notice)"""
    later = timezone.now() + timedelta(hours=1)
    tables = Match.objects.filter(event_key__contains=":1:").order_by("pk")
    event = Tournament.objects.filter(started_at__isnull=False)
    yield "every round has everybody who is in exactly once", lambda: Part.objects.first().delete()
    yield "nobody was at two tables at once", put(tables, ended_at=later)
    yield "tables have the sizes of the formula", move_to_another_table
    yield (
        "every step was taken once",
        lambda: LogLine.objects.create(tournament=event.get(), at=timezone.now(), kind=LogLine.Kind.STARTED),
    )
    yield "a draw from its seed and inputs comes out again", put(event, secret="ab" * 32)
    yield "one table for each pod, and none besides", put(tables, event_key=f"t:{event.get().pk}:9:9")
    yield "results are those of the games", put(Part.objects.filter(place=1), place=2)
    yield "games replay from their logs", put(MatchEvent.objects.filter(kind="action"), action="draw", seat=1)
    yield "standings worked out from the games are those stored", put(Entry.objects.filter(place=1), place=5)
    yield "seats even out", seat_again
    yield "absences, late entries and withdrawals count as they should", put(Part.objects.all(), outcome="absent")
    yield "no table, round or gate is left", put(tables, gated=True)
    yield "ten more sweeps change nothing", open_again


def found(check: str, tournament: Tournament) -> list[str]:
    return list(CHECKS[check](Facts(fresh(tournament), PLAN, tuple(roles(PLAN)))))


def test_each_check_finds_nothing_in_an_event_that_is_in_order_and_its_own_fault(
    organiser: Any, quiet_calendar: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = played(organiser)
    assert tournament.status == "finished"
    assert {check: found(check, tournament) for check in CHECKS} == {check: [] for check in CHECKS}
    blind = []
    for check, fault in faults():
        with transaction.atomic():
            fault()
            blind += [check] if not found(check, tournament) else []
            transaction.set_rollback(True)
    assert blind == []
    monkeypatch.setattr(standing, "points_of", lambda event: scoring.points_of(event, lambda place, n, _: n - place))
    assert found("points of a table add up", tournament)
    assert {check for check, _ in faults()} | {"points of a table add up"} == set(CHECKS)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("name", ["swiss_pods", "arena", "elimination"])
def test_a_script_follows_from_its_seed_and_leaves_somebody_to_play(name: str, seed: int) -> None:
    plan = Plan(format=name, players=12 + seed, bots=bool(seed % 2), chaos=True, seed=seed)
    cast = roles(plan)
    assert cast == roles(plan)
    assert sorted(role.number for role in cast) == list(range(1, plan.players + 1))
    steady = [role for role in cast if not role.bot and role == Role(role.number)]
    assert len(steady) >= 2
    assert any(role.enters for role in cast) == (name != "elimination")
    assert any(role.absent for role in cast)
