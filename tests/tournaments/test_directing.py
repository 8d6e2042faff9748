"""What organisers and admins may do, and nobody else; every step is in the log."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as outbox
from django.utils import timezone

from accounts import bans
from games import api
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
    seats_of,
)
from tournaments import selectors, services
from tournaments.formats.base import Settings
from tournaments.models import LogLine, Pod, Tournament
from tournaments.services import mail

pytestmark = pytest.mark.django_db

STEPS = {
    "start": lambda slug, user: services.start(slug, user),
    "postpone": lambda slug, user: services.postpone(slug, user, timezone.now() + timedelta(hours=3)),
    "cancel": lambda slug, user: services.cancel(slug, user, "rain"),
    "add": lambda slug, user: services.add(slug, user, username="anna"),
    "remove": lambda slug, user: services.remove(slug, user, 1, "why"),
    "replace": lambda slug, user: services.replace(slug, user, 1),
    "redraw": lambda slug, user: services.redraw(slug, user),
    "void": lambda slug, user: services.void(slug, user, 1, 1, "why"),
    "correct": lambda slug, user: services.correct(slug, user, 1, 1, {0: 1}, "why"),
    "go_on": lambda slug, user: services.go_on(slug, user),
    "invite": lambda slug, user: services.invite(slug, user, "anna"),
}


@pytest.mark.parametrize("step", STEPS)
def test_an_entrant_directs_nothing(step: str, six: list[Any]) -> None:
    tournament = begun(six)
    before = kinds(tournament)
    with pytest.raises(services.Forbidden):
        STEPS[step](tournament.slug, six[0])
    with pytest.raises(services.NotFound):
        STEPS[step]("no-such-event", six[0])
    assert kinds(tournament) == before


@pytest.mark.parametrize("step", ["start", "postpone", "redraw", "go_on"])
def test_after_the_start_what_would_change_the_event_is_refused(step: str, six: list[Any]) -> None:
    tournament = begun(six)
    row = fresh(tournament)
    with pytest.raises(services.Conflict):
        STEPS[step](tournament.slug, tournament.organiser)
    assert fresh(tournament).version == row.version


@pytest.mark.parametrize("step", sorted(set(STEPS) - {"correct"}))
def test_once_it_is_over_nothing_can_be_done(step: str, six: list[Any]) -> None:
    person("anna")
    tournament = play_to_the_end(begun(six))
    with pytest.raises(services.Conflict):
        STEPS[step](tournament.slug, tournament.organiser)
    assert fresh(tournament).status == "finished"


def test_an_admin_may_do_what_the_organiser_may() -> None:
    tournament = event()
    admin = person("admin", is_staff=True)
    services.postpone(tournament.slug, admin, timezone.now() + timedelta(hours=5))
    services.cancel(tournament.slug, admin, "rain")
    assert kinds(tournament) == ["created", "postponed", "cancelled"]
    assert set(tournament.log.exclude(kind="created").values_list("by", flat=True)) == {admin.pk}


def test_in_a_full_event_whom_the_organiser_adds_waits_for_a_place(six: list[Any]) -> None:
    tournament = event(max_players=2)
    for user in six[:2]:
        services.register(tournament.slug, user)
    for _ in range(2):
        services.add(tournament.slug, tournament.organiser, username="p3")
    assert entry_of(tournament, six[2]).status == "waiting"
    assert [line.data["waiting"] for line in tournament.log.filter(kind="added")] == [True]


def test_whom_the_organiser_brings_back_has_nothing_for_the_rounds_between(six: list[Any]) -> None:
    tournament = begun(six, settings=Settings(rounds=4))
    services.withdraw(tournament.slug, six[0])
    play_round(tournament)
    play_round(tournament)
    services.add(tournament.slug, tournament.organiser, username=six[0].username)
    assert outcomes(tournament, six[0]) == ["forfeit"]
    assert points(tournament)[six[0].username] == 0
    assert play_to_the_end(tournament).status == "finished"


@pytest.mark.parametrize("step", ["add", "invite"])
def test_nobody_who_is_banned_is_let_in_until_the_ban_is_over(step: str) -> None:
    tournament, anna = event(invite_only=True), person("anna")
    bans.ban(anna, "shouting", None)
    with pytest.raises(services.Illegal, match="anna is banned"):
        STEPS[step](tournament.slug, tournament.organiser)
    assert not tournament.entries.exists()
    assert not tournament.invitations.exists()
    assert kinds(tournament) == ["created"]
    bans.lift(anna)
    STEPS[step](tournament.slug, tournament.organiser)
    assert kinds(tournament)[1:] == [{"add": "added", "invite": "invited"}[step]]


def test_starting_twice_starts_once(six: list[Any]) -> None:
    tournament = event()
    for user in six:
        services.register(tournament.slug, user)
    first = services.start(tournament.slug, tournament.organiser)
    assert services.start(tournament.slug, tournament.organiser) == first
    services.advance(tournament.pk)
    services.advance(tournament.pk)
    assert kinds(tournament).count("started") == kinds(tournament).count("started_early") == 1
    assert tournament.rounds.count() == 1


def test_nobody_calls_an_event_off_by_starting_it_early(six: list[Any]) -> None:
    tournament = event(min_players=3)
    for user in six[:2]:
        services.register(tournament.slug, user)
    with pytest.raises(services.Conflict):
        services.start(tournament.slug, tournament.organiser)
    assert fresh(tournament).status == "registration"


def test_a_start_moved_before_registration_opens_it_at_once() -> None:
    now = timezone.now()
    tournament = event(registration_opens_at=now + timedelta(minutes=50))
    assert tournament.status == "announced"
    services.postpone(tournament.slug, tournament.organiser, now + timedelta(minutes=30))
    assert fresh(tournament).status == "registration"


def test_postponing_opens_check_in_anew_and_tells_people_once(six: list[Any]) -> None:
    tournament = event(checkin_minutes=30)
    anna = person("anna", email="anna@example.org")
    for user in (*six, anna):
        services.register(tournament.slug, user)
    pass_time(tournament, minutes=40)
    services.advance(tournament.pk)
    services.check_in(tournament.slug, six[0])
    services.postpone(tournament.slug, tournament.organiser, timezone.now() + timedelta(hours=2))
    assert fresh(tournament).status == "registration"
    assert not entry_of(tournament, six[0]).checked_in
    assert mail.tournaments_to_tell() == [tournament.pk]
    assert [mail.tell(tournament.pk) for _ in range(3)] == [1, 0, 0]
    services.cancel(tournament.slug, tournament.organiser, "rain")
    assert [mail.tell(tournament.pk) for _ in range(3)] == [1, 0, 0]
    assert [one.to for one in outbox.outbox] == [["anna@example.org"]] * 2
    assert [one.subject for one in outbox.outbox] == [
        "3UP 3DOWN: Cup starts at another time",
        "3UP 3DOWN: Cup was cancelled",
    ]
    other = event()
    with pytest.raises(services.Illegal):
        services.postpone(other.slug, other.organiser, timezone.now() - timedelta(hours=2))


def test_cancelling_breaks_off_the_tables_in_play(six: list[Any]) -> None:
    tournament = begun(six)
    keys = [pod.event_key for pod in open_pods(tournament)]
    services.cancel(tournament.slug, tournament.organiser, "fire alarm")
    row = fresh(tournament)
    assert (row.status, row.due_at, row.notice) == ("cancelled", None, "cancelled")
    assert {one.status for one in api.results(keys)} == {"aborted"}
    for one in api.results(keys):
        services.match_finished(one)
    services.advance(tournament.pk)
    assert fresh(tournament).version == row.version
    assert [mail.tell(tournament.pk) for _ in range(2)] == [0, 0]  # nobody here has an address
    line = tournament.log.get(kind="cancelled")
    assert (line.by, line.data["reason"]) == (tournament.organiser, "fire alarm")


def test_who_was_sent_away_cannot_come_back_by_themselves(six: list[Any]) -> None:
    tournament = event()
    for user in six:
        services.register(tournament.slug, user)
    services.remove(tournament.slug, tournament.organiser, 1, "spoils the fun")
    with pytest.raises(services.Forbidden):
        services.register(tournament.slug, six[0])
    services.add(tournament.slug, tournament.organiser, username="p1")
    assert entry_of(tournament, six[0]).status == "in"


def test_a_bot_replaces_somebody_for_the_table_they_are_at(six: list[Any]) -> None:
    tournament = begun(six)
    services.replace(tournament.slug, tournament.organiser, 1, "lost the connection")
    services.register(tournament.slug, six[0])
    tournament = play_to_the_end(tournament)
    assert outcomes(tournament, six[0]) == ["bot", "played", "played"]


def test_bots_enter_only_where_they_may(six: list[Any]) -> None:
    closed, opened = event(), event(bots="open")
    with pytest.raises(services.Illegal):
        services.add(closed.slug, closed.organiser, bot="easy")
    services.add(opened.slug, opened.organiser, bot="easy")
    services.add(opened.slug, opened.organiser, bot="easy")
    assert [entry.bot for entry in opened.entries.all()] == ["easy", "easy"]
    with pytest.raises(services.Malformed):
        services.add(opened.slug, opened.organiser)


def test_a_voided_table_gives_everybody_fifty(six: list[Any]) -> None:
    tournament = begun(six)
    first, second = open_pods(tournament)
    services.match_finished(result(second))
    services.void(tournament.slug, tournament.organiser, 1, first.number, "the table hung")
    services.advance(tournament.pk)
    assert tournament.rounds.get(number=1).status == "finished"
    people = [part.entry.name for part in first.parts.all() if part.entry is not None]
    assert {points(tournament)[name] for name in people} == {50}
    with pytest.raises(services.Conflict):
        services.void(tournament.slug, tournament.organiser, 1, first.number, "again")
    with pytest.raises(services.Malformed):
        services.void(tournament.slug, tournament.organiser, 1, second.number, " ")


def test_a_table_played_again_has_a_new_key_and_one_result(six: list[Any]) -> None:
    tournament = begun(six)
    pod = open_pods(tournament)[0]
    services.void(tournament.slug, tournament.organiser, 1, pod.number, "wrong deal", again=True)
    services.advance(tournament.pk)
    again = Pod.objects.get(pk=pod.pk)
    assert (again.status, again.event_key) == ("playing", f"{pod.event_key}:2")
    assert again.table != pod.table
    services.match_finished(result(pod))  # the old table's result comes too late
    assert Pod.objects.get(pk=pod.pk).status == "playing"
    tournament = play_to_the_end(tournament)
    assert tournament.status == "finished"


def test_a_correction_moves_standings_everywhere(six: list[Any]) -> None:
    tournament = begun(six, settings=Settings(rounds=1))
    tournament = play_round(tournament)
    assert tournament.status == "finished"
    pod = tournament.rounds.get().pods.get(number=1)
    winner = pod.parts.get(place=1)
    last = pod.parts.get(place=3)
    assert winner.entry is not None
    assert last.entry is not None
    places = {winner.seat: 3, last.seat: 1}
    services.correct(tournament.slug, tournament.organiser, 1, 1, places, "the wrong one was noted")
    assert points(tournament)[winner.entry.name] == 0
    assert points(tournament)[last.entry.name] == 100
    lines = {line.entrant: line.place for line in selectors.standings_of(fresh(tournament))}
    assert dict(tournament.entries.values_list("pk", "place")) == lines
    line = tournament.log.get(kind="corrected")
    assert line.data["reason"] == "the wrong one was noted"
    assert dict(map(tuple, line.data["before"])) == {part.seat: part.place for part in (winner, last)} | {
        part.seat: 2 for part in pod.parts.filter(place=2)
    }


@pytest.mark.parametrize("places", [{}, {9: 1}, {0: 1, 1: 1, 2: 2}, {0: 4, 1: 1, 2: 2}])
def test_places_that_are_no_order_are_refused(places: dict[int, int], six: list[Any]) -> None:
    tournament = play_round(begun(six))
    with pytest.raises(services.Malformed):
        services.correct(tournament.slug, tournament.organiser, 1, 1, places, "why")


def test_a_round_can_be_drawn_again_until_it_begins(six: list[Any]) -> None:
    tournament = play_round(begun(six, break_seconds=60))
    before = seats_of(tournament.rounds.get(number=2))
    services.redraw(tournament.slug, tournament.organiser)
    services.advance(tournament.pk)
    assert seats_of(tournament.rounds.get(number=2)) == before  # chance was fixed beforehand
    services.remove(tournament.slug, tournament.organiser, 3, "asked to go")
    services.advance(tournament.pk)
    assert all(3 not in table for table in seats_of(tournament.rounds.get(number=2)))


def test_no_line_of_the_log_holds_a_name(six: list[Any]) -> None:
    tournament = begun(six)
    services.withdraw(tournament.slug, six[0])
    services.remove(tournament.slug, tournament.organiser, 2, "why")
    for line in LogLine.objects.filter(tournament=tournament):
        assert not any(user.username in str(line.data) for user in six)


def test_one_organiser_announces_only_so_many(settings: Any, organiser: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.RATE_LIMITS = True
    monkeypatch.setattr("tournaments.services.creating.MAX_OPEN", 2)
    for _ in range(2):
        event(organiser)
    with pytest.raises(services.Conflict):
        event(organiser)
    assert Tournament.objects.count() == 2
