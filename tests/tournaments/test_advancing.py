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
    people,
    play_round,
    play_to_the_end,
    points,
    result,
)
from tournaments import selectors, services
from tournaments.formats.base import Settings
from tournaments.models import Pod, Round

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


@pytest.mark.parametrize(
    "settings",
    [
        Settings(format="swiss_pods", rounds=4, pod_size=3),
        Settings(format="swiss_pods", rounds=3, pod_size=2),
        Settings(format="elimination", pod_size=4, advance=2),
        Settings(format="elimination", pod_size=3, advance=1, lives=2),
        Settings(format="swiss_final", rounds=2, pod_size=3, cut=6, advance=2),
        Settings(format="round_robin", pod_size=3),
    ],
    ids=lambda settings: f"{settings.format}-{settings.pod_size}",
)
def test_every_format_runs_to_its_end(settings: Settings) -> None:
    tournament = play_to_the_end(begun(people(9), settings=settings))
    assert tournament.status == "finished"
    assert not Pod.objects.exclude(status="finished").exists()
    assert [selectors.redraw_check(row) for row in tournament.rounds.all()] == [True] * tournament.round
    places = list(tournament.entries.values_list("place", flat=True))
    assert min(places) == 1
    assert None not in places
    if settings.format in ("elimination", "swiss_final"):
        assert tournament.entries.get(place=1).number == 1  # who always wins has won


@pytest.mark.parametrize(("bots", "byes"), [("none", 1), ("house", 0)])
def test_head_to_head_never_seats_three(bots: str, byes: int) -> None:
    tournament = begun(people(5), settings=Settings(rounds=1, pod_size=2), bots=bots)
    assert {pod.parts.count() for pod in open_pods(tournament)} == {2}
    assert tournament.rounds.get().parts.filter(outcome="bye").count() == byes


def test_an_arena_seats_whoever_waits_until_its_time_is_up() -> None:
    tournament = begun(people(8), settings=Settings(format="arena", minutes=30, pod_size=4))
    for wave in range(2, 5):
        tournament = play_round(tournament)
        assert tournament.round == wave
    pass_time(tournament, minutes=31)
    tournament = play_round(tournament)
    assert (tournament.status, tournament.round) == ("finished", 4)
    assert tournament.entries.get(place=1).number in (1, 2)


def test_in_an_arena_waves_overlap() -> None:
    tournament = begun(people(8), settings=Settings(format="arena", minutes=30, pod_size=4))
    first, second = open_pods(tournament)
    services.match_finished(result(first))
    services.advance(tournament.pk)
    assert fresh(tournament).round == 1  # the same four do not play each other at once while others may come
    pass_time(tournament, seconds=90)
    services.advance(tournament.pk)
    tournament = fresh(tournament)
    assert (tournament.round, len(open_pods(tournament))) == (2, 2)
    assert [row.status for row in tournament.rounds.all()] == ["playing", "playing"]
    services.match_finished(result(second))
    services.advance(tournament.pk)
    assert tournament.rounds.get(number=1).status == "finished"


def test_in_elimination_a_table_that_broke_off_is_played_again() -> None:
    tournament = begun(people(8), settings=Settings(format="elimination", pod_size=4, advance=2))
    for time in range(1, 5):
        assert not fresh(tournament).paused
        pod = open_pods(tournament)[0]
        assert pod.event_key.count(":") == (3 if time == 1 else 4)
        services.match_finished(result(pod, status="aborted"))
        services.advance(tournament.pk)
        pass_time(tournament, seconds=20)
    assert fresh(tournament).paused == "aborted"
    services.go_on(tournament.slug, tournament.organiser)
    services.advance(tournament.pk)
    assert play_to_the_end(tournament).status == "finished"


def test_a_correction_that_would_change_who_went_on_comes_too_late() -> None:
    tournament = begun(people(8), settings=Settings(format="elimination", pod_size=4, advance=2), break_seconds=600)
    tournament = play_round(tournament)
    pod = tournament.rounds.get(number=1).pods.get(number=1)
    first, *_, last = pod.parts.order_by("place")
    swapped = {first.seat: last.place, last.seat: first.place}
    services.correct(tournament.slug, tournament.organiser, 1, 1, swapped, "noted the wrong way round")
    services.advance(tournament.pk)
    final = tournament.rounds.get(number=2)
    assert final.parts.filter(entry=last.entry).exists()
    assert not final.parts.filter(entry=first.entry).exists()
    pass_time(tournament, seconds=601)
    services.advance(tournament.pk)
    back = {first.seat: first.place, last.seat: last.place}
    with pytest.raises(services.Conflict):
        services.correct(tournament.slug, tournament.organiser, 1, 1, back, "no, it was right")
    with pytest.raises(services.Conflict):
        services.void(tournament.slug, tournament.organiser, 1, 1, "strike it all")
