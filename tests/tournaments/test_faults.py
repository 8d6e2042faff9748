"""Faults that users of other tournament sites met, each as a sentence: none of them can happen here."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import api
from games.models import Match
from tests.tournaments.events import (
    begun,
    entry_of,
    event,
    fresh,
    kinds,
    open_pods,
    pass_time,
    people,
    play_round,
    play_to_the_end,
    points,
    result,
)
from tournaments import selectors, services, tasks
from tournaments.formats import FORMATS
from tournaments.formats.base import Settings
from tournaments.models import Part, Pod, Round, Tournament
from tournaments.services import drawing

pytestmark = pytest.mark.django_db
ARENA = Settings(format="arena", minutes=30)


def break_draws(monkeypatch: pytest.MonkeyPatch, name: str = "swiss_pods") -> list[int]:
    """Every draw from now on raises; returns the list of tries."""
    tries: list[int] = []

    def draw(_self: Any, drawn: Any) -> None:
        tries.append(drawn.round)
        raise ZeroDivisionError("no draw today")

    monkeypatch.setattr(type(FORMATS[name]), "draw", draw)
    return tries


def test_a_draw_that_fails_pauses_the_event_and_it_can_go_on(six: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = begun(six)
    with monkeypatch.context() as broken:
        tries = break_draws(broken)
        play_round(tournament)
        row = fresh(tournament)
        assert (tries, row.failures, row.paused) == ([2], 1, "")
        services.advance(tournament.pk)
        assert tries == [2]  # not before its time
        for _ in range(2):
            pass_time(tournament, seconds=20)
            services.advance(tournament.pk)
        row = fresh(tournament)
        assert (tries, row.paused, row.due_at) == ([2, 2, 2], "draw", None)
        assert row.get_paused_display()
        for _ in range(3):
            pass_time(tournament, minutes=10)
            services.advance(tournament.pk)
        assert tries == [2, 2, 2]
    assert tournament.log.get(kind="paused").data == {"why": "draw", "error": "ZeroDivisionError"}
    services.go_on(tournament.slug, tournament.organiser)
    services.advance(tournament.pk)
    assert play_to_the_end(tournament).status == "finished"


def test_while_paused_results_are_still_taken_in(six: list[Any]) -> None:
    tournament = begun(six)
    Tournament.objects.filter(pk=tournament.pk).update(paused="draw")
    play_round(tournament)
    assert not open_pods(tournament)
    assert fresh(tournament).rounds.get().status == Round.Status.FINISHED
    services.go_on(tournament.slug, tournament.organiser)
    services.advance(tournament.pk)
    assert fresh(tournament).round == 2


def test_whoever_comes_late_to_draw_a_round_draws_no_further_one(
    six: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = event()
    for user in six:
        services.register(tournament.slug, user)
    services.start(tournament.slug, tournament.organiser)
    claim = drawing._claim

    def after_another(*late: Any) -> bool:
        """Between looking and drawing, somebody else draws the round and opens it."""
        monkeypatch.setattr(drawing, "_claim", claim)
        services.advance(tournament.pk)
        assert fresh(tournament).rounds.get().status == "playing"
        return claim(*late)

    monkeypatch.setattr(drawing, "_claim", after_another)
    services.advance(tournament.pk)
    assert [row.number for row in Round.objects.all()] == [1]


def test_tables_that_cannot_be_opened_pause_the_event(six: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(api, "create", lambda *args, **more: 1 / 0)
        tournament = begun(six)
        for _ in range(3):
            pass_time(tournament, minutes=1)
            services.advance(tournament.pk)
        assert fresh(tournament).paused == "tables"
    services.go_on(tournament.slug, tournament.organiser)
    services.advance(tournament.pk)
    assert len(open_pods(tournament)) == Match.objects.count() == 2


@pytest.mark.parametrize("leaving", [6, 5])
def test_when_everybody_withdrew_it_closes_with_standings(leaving: int, six: list[Any]) -> None:
    tournament = begun(six)
    for user in six[:leaving]:
        services.withdraw(tournament.slug, user)
    tournament = play_round(tournament)
    assert (tournament.status, tournament.round) == ("finished", 1)
    assert sorted(tournament.entries.values_list("place", flat=True))
    assert Match.objects.count() == 2


def test_when_everybody_withdraws_before_tables_open_no_game_is_made(six: list[Any]) -> None:
    tournament = play_round(begun(six, break_seconds=600))
    made = Match.objects.count()
    for user in six:
        services.withdraw(tournament.slug, user)
    services.advance(tournament.pk)
    assert (fresh(tournament).status, fresh(tournament).rounds.count()) == ("finished", 1)
    assert Match.objects.count() == made


def test_everybody_gone_from_an_arena_closes_it(six: list[Any]) -> None:
    tournament = begun(six, settings=ARENA)
    for user in six:
        services.withdraw(tournament.slug, user)
    assert play_round(tournament).status == "finished"


def test_a_bye_is_credited_and_shown(client: Client) -> None:
    one_colour = {"colours": ["red"]}  # cards for two: there is no table of three
    tournament = begun(people(5), settings=Settings(rounds=2, pod_size=2), options=one_colour)
    sat_out = Part.objects.get(outcome="bye")
    assert sat_out.entry is not None
    assert points(tournament)[sat_out.entry.name] == 100
    page = client.get(f"/tournaments/{tournament.slug}/round/1/").content.decode()
    assert re.search(rf'data-entry="{sat_out.entry.number}".*?bye: nobody to play with · 100<', page, re.DOTALL)
    for line in selectors.standings_of(play_to_the_end(tournament)):
        assert line.points == sum(score.points for score in line.scores)


def test_after_the_last_round_nothing_more_happens(six: list[Any]) -> None:
    tournament = play_to_the_end(begun(six))
    before = (fresh(tournament).version, kinds(tournament))
    for _ in range(10):
        services.advance(tournament.pk)
        tasks.sweep()
    assert (fresh(tournament).version, kinds(tournament)) == before
    assert tournament.pk not in selectors.due_tournaments()


def test_a_stray_result_changes_nothing(six: list[Any]) -> None:
    tournament = begun(six, break_seconds=600)
    told = [result(pod) for pod in open_pods(tournament)]
    play_round(tournament)
    drawn = Pod.objects.filter(round__number=2).first()
    assert drawn is not None
    version = fresh(tournament).version
    services.match_finished(result(drawn))  # of a table that has not opened
    for one in told:
        services.match_finished(one)  # of a round that is over
    assert fresh(tournament).version == version
    assert Pod.objects.get(pk=drawn.pk).status == "drawn"


def test_it_is_never_finished_while_a_table_plays(six: list[Any]) -> None:
    tournament = begun(six, settings=Settings(rounds=1))
    services.match_finished(result(open_pods(tournament)[0]))
    for _ in range(3):
        services.advance(tournament.pk)
    assert fresh(tournament).status == "running"
    assert play_round(tournament).status == "finished"


def test_an_arena_whose_time_is_up_waits_for_its_last_table(six: list[Any]) -> None:
    tournament = begun(six, settings=ARENA)
    pass_time(tournament, minutes=31)
    services.advance(tournament.pk)
    assert fresh(tournament).status == "running"
    tournament = play_round(tournament)
    assert (tournament.status, tournament.rounds.count()) == ("finished", 1)


def test_somebody_removed_after_the_draw_is_not_seated(six: list[Any]) -> None:
    tournament = play_round(begun(six, break_seconds=600))
    services.withdraw(tournament.slug, six[0])
    pass_time(tournament, seconds=601)
    services.advance(tournament.pk)
    keys = [pod.event_key for pod in open_pods(tournament)]
    assert keys
    seated = Match.objects.filter(event_key__in=keys, seats__user=six[0])
    assert not seated.exists()


def test_an_absent_player_stalls_nobody() -> None:
    tournament = begun(people(3), settings=Settings(rounds=3, pod_size=3))
    for _ in range(3):
        tournament = play_round(tournament, absent=(3,))
    assert tournament.status == "finished"
    assert tournament.entries.get(number=3).status == "dropped"


def test_reloading_the_page_changes_nothing(six: list[Any], client: Client) -> None:
    tournament = event(six[0])
    services.register(tournament.slug, six[0])
    version = fresh(tournament).version
    client.force_login(six[0])
    for _ in range(3):
        client.get(reverse("tournaments:event", args=[tournament.slug]))
    assert fresh(tournament).version == version
    assert entry_of(tournament, six[0]).status == "in"


def test_no_step_is_taken_by_a_get(six: list[Any], client: Client) -> None:
    tournament = event(six[0])
    client.force_login(six[0])
    for step in ("register", "withdraw", "check_in", "start", "cancel", "add", "remove", "void", "go_on"):
        assert client.get(reverse(f"tournaments:{step}", args=[tournament.slug])).status_code == 405


@pytest.mark.parametrize("entered", [0, 1, 2])
def test_too_few_at_the_start_is_cancelled_with_notice(entered: int, six: list[Any]) -> None:
    tournament = event(min_players=3)
    for user in six[:entered]:
        services.register(tournament.slug, user)
    pass_time(tournament, hours=1)
    tasks.sweep()
    row = fresh(tournament)
    assert (row.status, row.notice, row.due_at) == ("cancelled", "cancelled", None)
    assert tournament.log.get(kind="cancelled").data == {"why": "too_few", "players": entered}


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_nobody_ever_sits_alone(size: int) -> None:
    for count in (2, 3, 5, 7, 11):
        tournament = begun(people(count, f"s{size}n{count}x"), settings=Settings(rounds=1, pod_size=size))
        tables = [pod.parts.count() for pod in open_pods(tournament)]
        assert min(tables) >= 2
        assert sum(tables) + Part.objects.filter(round__tournament=tournament, pod=None).count() == count


def test_a_deleted_account_is_withdrawn_and_its_name_is_gone(six: list[Any]) -> None:
    tournament, owned = begun(six), event(six[0])
    services.leave_everything(six[0])
    services.leave_everything(six[0])
    six[0].delete()
    tournament = play_to_the_end(tournament)
    entry = tournament.entries.get(number=1)
    assert (entry.user, entry.name, entry.label, entry.status) == (None, "", "", "withdrawn")
    assert list(entry.parts.values_list("outcome", flat=True)) == ["forfeit"]
    assert fresh(owned).organiser is None
    assert fresh(owned).status == "registration"


def test_an_account_on_the_waiting_list_leaves_too(six: list[Any]) -> None:
    tournament = event(max_players=2)
    for user in six[:3]:
        services.register(tournament.slug, user)
    services.leave_everything(six[2])
    assert tournament.entries.count() == 2


def test_the_round_limit_is_given_to_the_tables(six: list[Any]) -> None:
    tournament = begun(six, round_minutes=20)
    match = Match.objects.get(slug=open_pods(tournament)[0].table)
    assert match.ends_by == tournament.rounds.get().ends_at
    assert match.ends_by is not None
    assert timedelta(minutes=19) < match.ends_by - timezone.now() <= timedelta(minutes=20)


def test_ended_events_are_no_longer_active(six: list[Any]) -> None:
    done, off = play_to_the_end(begun(six)), event()
    services.cancel(off.slug, off.organiser, "no")
    pass_time(off, days=1)
    assert selectors.due_tournaments() == []
    assert fresh(done).due_at is None
