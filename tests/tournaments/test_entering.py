"""Coming in and going out: limits, waiting list, check-in, late entry, no-shows."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

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
    person,
    play_round,
    play_to_the_end,
    points,
)
from tournaments import rendering, selectors, services
from tournaments.formats.base import Settings
from tournaments.models import Entry, NoShow, Pod, Tournament

pytestmark = pytest.mark.django_db
ARENA = Settings(format="arena", minutes=60)


def rendered(tournament: Tournament, reader: Any) -> str:
    """The event as its page shows it to somebody."""
    shared = rendering.shared(tournament.slug, "en")
    assert shared is not None
    return rendering.event_html(shared, reader, "en")


def statuses(tournament: Tournament) -> list[str]:
    return list(tournament.entries.order_by("number").values_list("status", flat=True))


def test_entering_twice_is_entering_once(six: list[Any]) -> None:
    tournament = event()
    first = services.register(tournament.slug, six[0])
    assert services.register(tournament.slug, six[0]) == first
    assert tournament.entries.count() == 1


def test_nobody_enters_an_event_that_is_over(six: list[Any]) -> None:
    tournament = event()
    services.register(tournament.slug, six[0])
    services.cancel(tournament.slug, tournament.organiser, "rain")
    for user in six[:2]:
        with pytest.raises(services.Over):
            services.register(tournament.slug, user)


def test_who_withdraws_before_the_start_leaves_no_trace_but_in_the_log(six: list[Any]) -> None:
    tournament = event()
    services.register(tournament.slug, six[0])
    services.withdraw(tournament.slug, six[0])
    assert not tournament.entries.exists()
    assert kinds(tournament) == ["created", "entered", "withdrew"]
    with pytest.raises(services.Forbidden):
        services.withdraw(tournament.slug, six[0])


def test_the_waiting_list_moves_up(six: list[Any]) -> None:
    tournament = event(max_players=2)
    for user in six[:4]:
        services.register(tournament.slug, user)
    assert statuses(tournament) == ["in", "in", "waiting", "waiting"]
    services.withdraw(tournament.slug, six[0])
    assert statuses(tournament) == ["in", "in", "waiting"]
    assert entry_of(tournament, six[2]).status == "in"


def test_who_is_not_checked_in_is_dropped_and_the_list_moves_up(six: list[Any]) -> None:
    tournament = event(max_players=3, checkin_minutes=10)
    for user in six[:5]:
        services.register(tournament.slug, user)
    with pytest.raises(services.Conflict):
        services.check_in(tournament.slug, six[0])
    pass_time(tournament, minutes=51)
    services.advance(tournament.pk)
    for user in (six[0], six[1], six[4]):
        services.check_in(tournament.slug, user)
    pass_time(tournament, minutes=10)
    services.advance(tournament.pk)
    assert statuses(tournament) == ["in", "in", "dropped", "waiting", "in"]
    assert fresh(tournament).status == "running"


def test_who_was_dropped_comes_back_without_the_password_while_entry_is_open(six: list[Any]) -> None:
    tournament = event(checkin_minutes=10, password="open sesame")
    for user in six[:3]:
        services.register(tournament.slug, user, "open sesame")
    pass_time(tournament, minutes=51)
    services.advance(tournament.pk)
    for user in six[:2]:
        services.check_in(tournament.slug, user)
    pass_time(tournament, minutes=10)
    services.advance(tournament.pk)
    assert entry_of(tournament, six[2]).status == "dropped"
    assert not selectors.returning_is_open(fresh(tournament), entry_of(tournament, six[2]))  # took no part so far
    services.register(tournament.slug, six[2])
    assert entry_of(tournament, six[2]).status == "in"


def test_who_still_waits_when_entry_has_closed_is_told_so(six: list[Any]) -> None:
    tournament = event(max_players=2, late_rounds=0)
    for user in six[:3]:
        services.register(tournament.slug, user)
    words = "You move up by yourself"
    assert words in rendered(tournament, six[2])
    services.start(tournament.slug, tournament.organiser)
    services.advance(tournament.pk)
    assert words not in rendered(tournament, six[2])
    assert "Entry is closed" in rendered(tournament, six[2])


@pytest.mark.parametrize("reason", ["", "rain"])
def test_the_page_says_why_an_event_was_cancelled(reason: str, six: list[Any]) -> None:
    tournament = event(min_players=3)
    services.register(tournament.slug, six[0])
    if reason:
        services.cancel(tournament.slug, tournament.organiser, reason)
    else:
        pass_time(tournament, hours=2)
        services.advance(tournament.pk)
    assert (reason or "too few players (1)") in rendered(tournament, six[0])


def test_a_check_in_that_never_opened_drops_nobody(six: list[Any]) -> None:
    tournament = event(checkin_minutes=10)
    for user in six:
        services.register(tournament.slug, user)
    pass_time(tournament, hours=2)  # the site was away all that time
    services.advance(tournament.pk)
    assert statuses(tournament) == ["in"] * 6
    assert fresh(tournament).status == "running"


@pytest.mark.parametrize(
    ("limits", "refusal"),
    [
        ({}, services.Forbidden),
        ({"guests": True, "invite_only": True}, services.Forbidden),
        ({"guests": True, "min_games": 1}, services.Forbidden),
        ({"guests": True, "password": "open sesame"}, services.Illegal),
        ({"guests": True, "registration_opens_at": timedelta(minutes=30)}, services.Conflict),
    ],
)
def test_limits_on_entering_hold(limits: dict[str, Any], refusal: type[Exception], organiser: Any) -> None:
    if "registration_opens_at" in limits:
        limits["registration_opens_at"] += timezone.now()
    tournament = event(organiser, **limits)
    guest = get_user_model().objects.create_user("guest", is_guest=True)
    with pytest.raises(refusal):
        services.register(tournament.slug, guest, "wrong")
    assert not tournament.entries.exists()


def test_who_meets_the_limits_comes_in(organiser: Any) -> None:
    tournament = event(organiser, invite_only=True, password="open sesame")
    anna = person("anna")
    services.invite(tournament.slug, organiser, "ANNA")
    services.register(tournament.slug, anna, "open sesame", "AB" * 32)
    assert entry_of(tournament, anna).nonce == "ab" * 32
    assert "sesame" not in tournament.password
    with pytest.raises(services.Malformed):
        services.register(tournament.slug, organiser, "open sesame", "no nonce")


def test_a_late_entrant_gets_fifty_for_the_first_missed_round(six: list[Any]) -> None:
    tournament = begun(six, settings=Settings(rounds=4))
    late, later = people(2, "late")
    tournament = play_round(tournament)
    services.register(tournament.slug, late)  # while round 2 plays
    tournament = play_round(tournament)
    with pytest.raises(services.Conflict):
        services.register(tournament.slug, later)
    assert entry_of(tournament, late).first_round == 3
    tournament = play_to_the_end(tournament)
    assert outcomes(tournament, late) == ["late", "late", "played", "played"]
    assert points(tournament)["late1"] == 50


def test_who_comes_in_before_a_drawn_round_begins_is_drawn_for_it(six: list[Any]) -> None:
    tournament = begun(six, settings=Settings(rounds=4), break_seconds=60)
    tournament = play_round(tournament)
    late = person("late")
    services.register(tournament.slug, late)
    services.advance(tournament.pk)
    drawn = tournament.rounds.get(number=2)
    assert drawn.parts.filter(entry__user=late).exists()
    services.withdraw(tournament.slug, late)
    services.advance(tournament.pk)
    assert not tournament.rounds.get(number=2).parts.filter(entry__user=late).exists()
    assert "late" not in points(tournament)


def test_who_withdraws_in_a_round_is_played_for_and_keeps_their_standing(six: list[Any]) -> None:
    tournament = begun(six)
    services.withdraw(tournament.slug, six[0])
    assert fresh(tournament).status == "running"
    tournament = play_to_the_end(tournament)
    assert outcomes(tournament, six[0]) == ["forfeit"]
    assert points(tournament)["p1"] == 0
    assert entry_of(tournament, six[0]).place is not None


def test_who_was_absent_may_come_back_while_there_are_rounds(six: list[Any]) -> None:
    tournament = begun(six)
    tournament = play_round(tournament, absent=(6,))
    tournament = play_round(tournament, absent=(6,))
    assert entry_of(tournament, six[5]).status == "dropped"
    with pytest.raises(services.Conflict):
        services.register(tournament.slug, six[5])  # the last round has begun
    NoShow.objects.all().delete()
    other = begun(six, settings=Settings(rounds=3))
    services.withdraw(other.slug, six[5])
    other = play_round(other)
    services.register(other.slug, six[5])  # while round 2 plays, which was drawn without them
    other = play_to_the_end(other)
    assert outcomes(other, six[5]) == ["forfeit", "played"]


@pytest.mark.parametrize(("shows", "minutes"), [(1, None), (2, 10), (3, 20), (5, 80), (12, 3 * 24 * 60)])
def test_repeated_no_shows_meet_a_growing_pause(shows: int, minutes: int | None, six: list[Any]) -> None:
    tournament = begun(six, settings=Settings(rounds=3, pod_size=2))
    row, now = tournament.rounds.get(), timezone.now()
    for number in range(shows):
        pod = Pod.objects.create(round=row, number=10 + number, event_key=f"x{number}")
        NoShow.objects.create(user=six[0], pod=pod, at=now - timedelta(minutes=number))
    assert selectors.paused_until(six[0], now) == (now + timedelta(minutes=minutes) if minutes else None)
    assert selectors.paused_until(six[0], now + timedelta(days=15)) is None
    if minutes:
        with pytest.raises(services.Conflict):
            services.register(event().slug, six[0])


def test_whom_the_organiser_put_in_is_not_held_to_it(six: list[Any]) -> None:
    tournament = event()
    for user in six:
        services.add(tournament.slug, tournament.organiser, username=user.username)
    services.start(tournament.slug, tournament.organiser)
    services.advance(tournament.pk)
    play_round(fresh(tournament), absent=(1,))
    assert outcomes(tournament, six[0])[0] == "absent"
    assert not six[0].no_shows.exists()


def test_in_an_arena_one_pauses_and_plays_on(six: list[Any]) -> None:
    tournament = begun(six, settings=ARENA)
    assert len(open_pods(tournament)) == 2
    services.pause(tournament.slug, six[0])
    tournament = play_round(tournament)
    assert not tournament.rounds.filter(number=2, parts__entry__user=six[0]).exists()
    assert entry_of(tournament, six[0]).waiting_since is None
    services.unpause(tournament.slug, six[0])
    assert entry_of(tournament, six[0]).waiting_since is not None
    swiss = begun(people(2, "s"))
    with pytest.raises(services.Conflict):
        services.pause(swiss.slug, swiss.entries.get(number=1).user)


def test_an_arena_pauses_those_who_do_not_come(six: list[Any]) -> None:
    tournament = begun(six, settings=ARENA)
    play_round(tournament, absent=(1,))
    entry = entry_of(tournament, six[0])
    assert (entry.pausing, entry.waiting_since, entry.status) == (True, None, "in")


def test_an_arena_lets_people_in_for_half_its_time(six: list[Any]) -> None:
    tournament = begun(six, settings=ARENA)
    first, second = people(2, "late")
    services.register(tournament.slug, first)
    assert entry_of(tournament, first).waiting_since is not None
    pass_time(tournament, minutes=31)
    with pytest.raises(services.Conflict):
        services.register(tournament.slug, second)
    assert Entry.objects.filter(tournament=tournament).count() == 7


def test_somebody_in_very_many_events_enters_no_further_one(six: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.services.entering.MAX_EVENTS", 2)
    for _ in range(2):
        services.register(event().slug, six[0])
    with pytest.raises(services.TooMany):
        services.register(event().slug, six[0])
