"""Blocks, reactions, rematches, and leaving for good."""

from typing import Any

import pytest

from games import selectors, services
from games.models import Block, Match, Seat
from games.services import Conflict, Forbidden, Malformed, Over
from tests.games.tables import (
    against_bots,
    assert_columns_follow_from_the_log,
    choose_all,
    of,
    of_people,
    play_to_the_end,
    waiting,
)


@pytest.mark.parametrize("blocker_hosts", [True, False])
def test_who_is_blocked_does_not_sit_down_nor_the_blocker_with_them(anna: Any, bo: Any, blocker_hosts: bool) -> None:
    services.set_block(*((anna, bo) if blocker_hosts else (bo, anna)))
    with pytest.raises(Forbidden):
        services.join(waiting(anna).slug, bo)


def test_a_block_is_set_and_lifted_at_the_table(anna: Any, bo: Any) -> None:
    match = of_people(anna, bo)
    services.block(match.slug, anna, "1")
    services.block(match.slug, anna, "1")
    assert selectors.blocked_by(anna) == [bo]
    services.block(match.slug, anna, "1", undo=True)
    assert not Block.objects.exists()


@pytest.mark.parametrize("seat", ["0", "7", "x", ""])
def test_blocking_nobody_or_oneself_is_refused(anna: Any, seat: str) -> None:
    match = against_bots(anna)
    with pytest.raises(Malformed):
        services.block(match.slug, anna, seat)


def test_a_reaction_shows_at_the_seat(anna: Any, bo: Any) -> None:
    match = of_people(anna, bo)
    services.react(match.slug, bo, "thanks")
    assert match.seats.get(index=1).reaction == "thanks"
    with pytest.raises(Conflict):
        services.react(match.slug, bo, "nice")


def test_who_blocks_somebody_does_not_see_what_they_say(anna: Any, bo: Any, cleo: Any, client: Any) -> None:
    match = of_people(anna, bo)
    services.block(match.slug, anna, "1")
    services.react(match.slug, bo, "thanks")
    services.react(match.slug, anna, "ouch")

    def said_to(reader: Any) -> list[bool]:
        client.force_login(reader)
        page = client.get(f"/t/{match.slug}/").content.decode()
        return [f'role="status">{words}</span>' in page for words in ("Thanks", "Ouch")]

    assert said_to(anna) == [False, True]
    assert said_to(bo) == [True, True]
    assert said_to(cleo) == [True, True]
    services.set_block(cleo, bo)
    assert said_to(cleo) == [False, True]


def test_there_is_no_free_text(anna: Any, bo: Any, cleo: Any) -> None:
    match = of_people(anna, bo)
    with pytest.raises(Malformed):
        services.react(match.slug, anna, "<b>hi</b>")
    with pytest.raises(Forbidden):
        services.react(match.slug, cleo, "hello")


def test_deleting_an_account_on_its_turn_lets_the_game_go_on(anna: Any, bo: Any, cleo: Any) -> None:
    match = choose_all(of_people(anna, bo, cleo), anna, bo, cleo)
    leaver = match.turn_seat or 0
    services.leave_everything((anna, bo, cleo)[leaver])
    match.refresh_from_db()
    assert match.turn_seat != leaver
    seat = match.seats.get(index=leaver)
    assert (seat.kind, seat.label, seat.name, seat.left) == ("deleted", "", "", True)
    assert_columns_follow_from_the_log(match)


def test_deleting_an_account_keeps_others_games(anna: Any, bo: Any) -> None:
    over, hosted = of_people(anna, bo), waiting(anna)
    services.leave(over.slug, bo)
    services.leave_everything(anna)
    anna.delete()
    hosted.refresh_from_db()
    assert hosted.status == "aborted"
    assert [row.slug for row in selectors.games_of(bo)] == [over.slug]
    assert selectors.games_of(bo)[0].players[0] == ("", "deleted")
    assert Seat.objects.filter(match=over).count() == 2


def test_deleting_twice_changes_nothing_more(anna: Any, bo: Any) -> None:
    match = of_people(anna, bo)
    services.leave_everything(anna)
    seq = Match.objects.get(pk=match.pk).seq
    services.leave_everything(anna)
    assert Match.objects.get(pk=match.pk).seq == seq


def over(*users: Any) -> Match:
    match = of_people(*users)
    services.leave(match.slug, users[-1])
    match.refresh_from_db()
    return match


def test_two_who_ask_for_a_rematch_meet_at_one_table(anna: Any, bo: Any) -> None:
    match = over(anna, bo)
    first = services.rematch(match.slug, bo)
    assert of(first).status == "waiting"
    assert services.rematch(match.slug, anna).slug == first.slug
    again = of(first)
    assert (again.status, [seat.label for seat in again.seats.order_by("index")]) == ("playing", ["anna", "bo"])
    assert_columns_follow_from_the_log(again)


def test_a_rematch_with_bots_alone_starts_at_once(anna: Any) -> None:
    match = play_to_the_end(against_bots(anna), {0: anna})
    again = of(services.rematch(match.slug, anna))
    assert (again.status, again.options) == ("playing", match.options)


def test_the_commitment_of_a_rematch_is_fixed_before(anna: Any, bo: Any) -> None:
    from games import fairness

    match = over(anna, bo)
    shown = fairness.commitment(services.rematch_secret(match))
    assert of(services.rematch(match.slug, anna)).commitment == shown


def test_a_rematch_that_came_to_nothing_can_be_asked_for_again(anna: Any, bo: Any) -> None:
    match = over(anna, bo)
    first = services.rematch(match.slug, anna)
    services.leave(first.slug, anna)
    second = services.rematch(match.slug, bo)
    assert second.slug != first.slug
    assert of(second).commitment != of(first).commitment


def test_others_are_told_of_the_rematch(anna: Any, bo: Any) -> None:
    match = over(anna, bo)
    again = services.rematch(match.slug, anna)
    assert [row.match.slug for row in selectors.lobby(bo).open] == [again.slug]
    snapshot = selectors.table(match.slug)
    assert snapshot is not None
    assert snapshot.rematch == again.slug


def test_no_rematch_before_the_end_nor_for_strangers(anna: Any, bo: Any, cleo: Any) -> None:
    with pytest.raises(Conflict):
        services.rematch(of_people(anna, bo).slug, anna)
    with pytest.raises(Forbidden):
        services.rematch(over(anna, bo).slug, cleo)


def test_resuming_needs_a_running_game(anna: Any, bo: Any) -> None:
    with pytest.raises(Conflict):
        services.resume(waiting(anna).slug, anna)
    with pytest.raises(Over):
        services.resume(over(anna, bo).slug, anna)
