"""Workers and beat come and go: whatever was lost or done twice, there is one set of tables."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Heartbeat, Match
from games.services import sweeps
from tests.tournaments.events import (
    begun,
    event,
    fresh,
    kinds,
    open_pods,
    outcomes,
    pass_time,
    people,
    person,
    play_round,
    play_to_the_end,
    result,
)
from tournaments import selectors, services, tasks
from tournaments.formats import FORMATS
from tournaments.formats.base import Settings
from tournaments.models import Part, Pod
from tournaments.services import advancing

pytestmark = pytest.mark.django_db


def test_starting_a_round_twice_makes_one_set_of_tables(six: list[Any]) -> None:
    tournament = begun(six)
    for _ in range(5):
        services.advance(tournament.pk)
        tasks.sweep()
    assert Match.objects.count() == Pod.objects.count() == 2
    assert Part.objects.exclude(entry=None).count() == 6


def test_whoever_withdraws_between_two_tables_opening_is_stood_in_for(
    six: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = play_round(begun(six, break_seconds=600))
    pass_time(tournament, seconds=601)
    advancing.open_next(fresh(tournament))  # the round has begun; the worker dies before the first table
    assert not open_pods(tournament)
    services.withdraw(tournament.slug, six[0])
    services.advance(tournament.pk)
    part = Part.objects.get(round__number=2, entry__user=six[0])
    assert (part.outcome, part.bot) == ("forfeit", "medium")
    assert part.pod is not None
    assert not Match.objects.filter(slug=part.pod.table, seats__user=six[0]).exists()
    tournament = play_round(tournament)
    assert outcomes(tournament, six[0]) == ["played", "forfeit"]


def test_as_many_as_needed_start_within_one_sweep(six: list[Any]) -> None:
    tournament = event(min_players=3)
    for user in six[:3]:
        services.register(tournament.slug, user)
    pass_time(tournament, hours=1)
    tasks.sweep()
    assert fresh(tournament).status == "running"
    assert len(open_pods(tournament)) == 1


def test_beat_away_at_the_start_begins_late_and_once(six: list[Any]) -> None:
    tournament = event(checkin_minutes=5)
    for user in six:
        services.register(tournament.slug, user)
    pass_time(tournament, minutes=70)
    for _ in range(4):
        tasks.sweep()
    assert kinds(tournament).count("started") == 1
    assert Match.objects.count() == 2


def test_a_worker_killed_in_the_middle_of_a_draw_costs_time_and_nothing_else(
    six: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = begun(six)

    class Killed(BaseException):
        """Nothing in the worker gets to catch it."""

    def draw(*_: Any) -> None:
        raise Killed

    with monkeypatch.context() as dying:
        dying.setattr(type(FORMATS["swiss_pods"]), "draw", draw)
        dying.setattr("tournaments.services.drawing._release", lambda _: None)  # not that either
        with pytest.raises(Killed):
            play_round(tournament)
    assert fresh(tournament).round == 1
    services.advance(tournament.pk)
    assert fresh(tournament).round == 1  # it may still be drawing, for all we know
    pass_time(tournament, seconds=15)
    services.advance(tournament.pk)
    assert fresh(tournament).round == 2
    assert play_to_the_end(tournament).status == "finished"


def test_people_coming_and_going_during_a_draw_spoil_nothing(six: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = begun(six)
    swiss = type(FORMATS["swiss_pods"])
    draw, calls = swiss.draw, []

    def slow(self: Any, drawn: Any) -> Any:
        calls.append(drawn.round)
        services.register(tournament.slug, person(f"late{len(calls)}"))
        return draw(self, drawn)

    with monkeypatch.context() as slowly:
        slowly.setattr(swiss, "draw", slow)
        tournament = play_round(tournament)
    assert calls == [2, 2, 2]
    second = tournament.rounds.get(number=2)
    assert (second.status, second.parts.exclude(pod=None).count()) == ("playing", 8)
    assert outcomes(tournament, tournament.entries.get(number=9).user) == ["late", "late"]
    assert selectors.redraw_check(second)


def test_a_wave_that_was_drawn_opens_although_others_come_meanwhile() -> None:
    tournament = begun(people(8), settings=Settings(format="arena", minutes=30, pod_size=4))
    for pod in open_pods(tournament):
        services.match_finished(result(pod))
    assert advancing.draw_next(fresh(tournament))  # and the worker dies
    people_drawn = set(Part.objects.filter(round__number=2).values_list("entry", flat=True))
    services.register(tournament.slug, person("late"))
    services.withdraw(tournament.slug, tournament.entries.get(number=1).user)
    services.advance(tournament.pk)
    assert set(Part.objects.filter(round__number=2).values_list("entry", flat=True)) == people_drawn
    assert tournament.rounds.get(number=2).status == "playing"
    assert Match.objects.count() == 4
    assert outcomes(tournament, tournament.entries.get(number=1).user) == ["played", "forfeit"]


def test_far_off_starts_are_not_queued_but_looked_up(six: list[Any], hinted: list[Any], commits: Any) -> None:
    with commits():
        tournament = event()
        for user in six:
            services.register(tournament.slug, user)
    assert hinted == []
    with commits():
        services.start(tournament.slug, tournament.organiser)
    assert [call[0] for call in hinted] == [tournament.pk]


def test_a_clock_set_back_in_a_break_makes_it_no_longer(six: list[Any]) -> None:
    tournament = play_round(begun(six, break_seconds=60))
    pass_time(tournament, seconds=-3600)  # all this happened on a clock that was an hour ahead
    sweeps.beat()
    Heartbeat.objects.filter(name=sweeps.BEAT).update(at=timezone.now() + timedelta(hours=1))
    sweeps.beat()
    assert fresh(tournament).due_at < timezone.now() + timedelta(seconds=62)
    pass_time(tournament, seconds=61)
    tasks.sweep()
    assert open_pods(tournament)
