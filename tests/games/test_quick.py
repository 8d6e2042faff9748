"""Playing with one click."""

from typing import Any

from games import services
from games.models import Match
from games.services import due
from tests.games.tables import assert_columns_follow_from_the_log, of, turn_back, waiting


def test_play_now_starts_against_three_bots(anna: Any) -> None:
    match = of(services.play_now(anna))
    assert (match.status, match.size, match.visibility) == ("playing", 4, "unlisted")


def test_play_now_keeps_the_commitment_of_its_button(anna: Any) -> None:
    offer = services.offer()
    assert of(services.play_now(anna, ticket=offer.ticket)).commitment == offer.commitment


def test_two_people_meet(anna: Any, bo: Any) -> None:
    first = services.quick_seat(anna)
    assert services.quick_seat(bo).slug == first.slug


def test_clicking_twice_keeps_the_seat(anna: Any) -> None:
    assert services.quick_seat(anna).slug == services.quick_seat(anna).slug


def test_clicking_twice_on_the_last_seat_keeps_it_as_well(anna: Any, bo: Any, cleo: Any) -> None:
    match = waiting(anna, seats=3, bots=("easy",))
    assert services.quick_seat(bo).slug == services.quick_seat(bo).slug == match.slug
    assert services.quick_seat(cleo).slug != match.slug


def test_leaving_such_a_table_frees_for_the_next(anna: Any, bo: Any) -> None:
    match = waiting(anna, seats=3, bots=("easy",))
    services.quick_seat(bo)
    services.leave(match.slug, bo)
    assert services.quick_seat(bo).slug != match.slug


def test_a_new_table_fills_with_bots_after_a_minute(anna: Any) -> None:
    match = of(services.quick_seat(anna, fill=True))
    turn_back(match, 59)
    due.act_once(match.pk)
    match.refresh_from_db()
    assert match.status == "waiting"
    turn_back(match, 2)
    due.act_once(match.pk)
    match.refresh_from_db()
    assert match.status == "playing"
    assert [seat.bot for seat in match.seats.order_by("index")] == ["", "medium", "medium", "medium"]
    assert_columns_follow_from_the_log(match)


def test_without_the_wish_it_waits_for_people(anna: Any) -> None:
    match = of(services.quick_seat(anna, fill=False))
    turn_back(match, 120)
    due.act_once(match.pk)
    match.refresh_from_db()
    assert match.status == "waiting"


def test_the_blocked_are_not_brought_together(anna: Any, bo: Any) -> None:
    services.set_block(bo, anna)
    assert services.quick_seat(anna).slug != services.quick_seat(bo).slug


def test_unlisted_and_slow_tables_are_not_for_passers_by(anna: Any, bo: Any) -> None:
    slow, unlisted = waiting(anna, pace="days"), waiting(anna, visibility="unlisted")
    assert services.quick_seat(bo).slug not in (slow.slug, unlisted.slug)


def test_the_fullest_table_comes_first(anna: Any, bo: Any, cleo: Any) -> None:
    waiting(anna, seats=6)
    fuller = waiting(bo, seats=3, bots=("easy",))
    assert services.quick_seat(cleo).slug == fuller.slug


def test_a_waiting_table_that_comes_to_nothing_closes(anna: Any) -> None:
    match = waiting(anna)
    turn_back(match, 3601)
    due.act_once(match.pk)
    match.refresh_from_db()
    assert match.status == "aborted"
    assert Match.objects.filter(due_at__isnull=False).count() == 0


def test_nobody_is_led_to_a_table_whose_people_have_gone_away(anna: Any, bo: Any) -> None:
    deserted = services.quick_seat(anna)
    Match.objects.get().seats.filter(user=anna).update(seen_at=None)
    assert services.quick_seat(bo).slug != deserted.slug
