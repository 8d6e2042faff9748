"""The life of an event, step by step, through the real services."""

from typing import Any

import pytest

from tests.tournaments.events import (
    begun,
    entry_of,
    event,
    fresh,
    kinds,
    open_pods,
    outcomes,
    pass_time,
    person,
    play_round,
    play_to_the_end,
    points,
    result,
)
from tournaments import services
from tournaments.models import Round

pytestmark = pytest.mark.django_db


def test_a_swiss_event_runs_from_announcement_to_standings(six: list[Any]) -> None:
    tournament = event(checkin_minutes=10)
    for user in six:
        services.register(tournament.slug, user)
    pass_time(tournament, minutes=51)
    services.advance(tournament.pk)
    assert fresh(tournament).status == "check-in"
    for user in six:
        services.check_in(tournament.slug, user)
    pass_time(tournament, minutes=9)
    services.advance(tournament.pk)
    assert fresh(tournament).status == "running"
    assert [pod.parts.count() for pod in open_pods(tournament)] == [3, 3]
    tournament = play_to_the_end(tournament)
    assert (tournament.status, tournament.round, tournament.rounds.count()) == ("finished", 3, 3)
    assert tournament.due_at is None
    assert entry_of(tournament, six[0]).place == 1
    assert max(points(tournament).values()) == 300
    assert kinds(tournament)[-3:] == ["round_started", "round_ended", "finished"]


def test_a_round_waits_for_its_last_table_and_the_break(six: list[Any]) -> None:
    tournament = begun(six, break_seconds=60)
    first, second = open_pods(tournament)
    services.match_finished(result(first))
    services.advance(tournament.pk)
    assert fresh(tournament).rounds.get().status == Round.Status.PLAYING
    services.match_finished(result(second))
    services.advance(tournament.pk)
    drawn = fresh(tournament).rounds.get(number=2)
    assert drawn.status == Round.Status.DRAWN
    assert not open_pods(tournament)
    pass_time(tournament, seconds=61)
    services.advance(tournament.pk)
    drawn.refresh_from_db()
    assert drawn.status == Round.Status.PLAYING


def test_who_does_not_come_twice_in_a_row_is_out(six: list[Any]) -> None:
    tournament = begun(six)
    tournament = play_round(tournament, absent=(6,))
    assert outcomes(tournament, six[5])[0] == "absent"
    assert entry_of(tournament, six[5]).status == "in"
    tournament = play_round(tournament, absent=(6,))
    assert entry_of(tournament, six[5]).status == "dropped"
    tournament = play_to_the_end(tournament)
    assert outcomes(tournament, six[5]) == ["absent", "absent"]
    assert six[5].no_shows.count() == 2
    assert points(tournament)["p6"] == 0


def test_somebody_who_was_dropped_may_come_back(six: list[Any]) -> None:
    tournament = begun(six, settings=None)
    play_round(tournament, absent=(6,))
    services.withdraw(tournament.slug, six[5])
    services.register(tournament.slug, six[5])
    assert entry_of(tournament, six[5]).status == "in"
    assert person("late").pk
