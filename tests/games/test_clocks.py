"""Clocks, time-outs, absence; bots' turns; the server's own absence."""

from datetime import timedelta
from typing import Any

import pytest

from games import services
from games.engine import legal_actions, parse_action
from games.models import Heartbeat, Match, MatchEvent
from games.selectors import folds
from games.services import due, sweeps
from games.services.locked import locked
from tests.games.tables import (
    against_bots,
    assert_columns_follow_from_the_log,
    choose_all,
    first_legal,
    now,
    of_people,
    turn_back,
)


@pytest.fixture
def match(anna: Any, bo: Any) -> Match:
    """Two people in play, at a live table."""
    return choose_all(of_people(anna, bo), anna, bo)


def log(match: Match) -> list[tuple[str, str]]:
    return list(MatchEvent.objects.filter(match=match, seq__gt=match.dealt_seq).values_list("kind", "by"))


def seat_on_turn(match: Match) -> Any:
    match.refresh_from_db()
    return match.seats.get(index=match.turn_seat)


def with_more_actions(anna: Any, bo: Any) -> tuple[Match, str]:
    """A table at which some card can be played that gives more actions, and such an action; "" where there is none."""
    match = choose_all(of_people(anna, bo), anna, bo)
    match.refresh_from_db()
    legal = [action.text for action in legal_actions(folds.fold_of(match).state, match.turn_seat)]
    return match, next((text for text in legal if text.startswith("play") and "+" in text and " " not in text[5:]), "")


def time_out(match: Match) -> None:
    """The clock of whoever is on turn runs out, and the server does all it then does in this turn."""
    turn_back(match, 125)
    due.act_once(match.pk)
    match.refresh_from_db()


def test_a_clock_runs_thirty_seconds_and_a_bank_of_ninety(match: Match) -> None:
    match.refresh_from_db()
    assert match.due_at == match.clock_from + timedelta(seconds=120)


@pytest.mark.parametrize(("name", "length"), [("relaxed", timedelta(minutes=5)), ("days", timedelta(days=2))])
def test_slower_paces_have_no_bank(anna: Any, bo: Any, name: str, length: timedelta) -> None:
    match = of_people(anna, bo, pace=name)
    assert match.due_at == match.clock_from + length


def test_nothing_happens_before_the_time(match: Match) -> None:
    turn_back(match, 119)
    seq = match.seq
    due.act_once(match.pk)
    match.refresh_from_db()
    assert match.seq == seq


def test_thinking_long_is_taken_from_the_bank(match: Match, anna: Any, bo: Any) -> None:
    seat = seat_on_turn(match)
    turn_back(match, 50)
    services.act(match.slug, seat.user, first_legal(match, seat.index), match.seq)
    seat.refresh_from_db()
    assert 69_000 < seat.bank_ms <= 70_000


def test_a_turn_of_several_actions_is_charged_once(anna: Any, bo: Any) -> None:
    match, more = next(found for found in (with_more_actions(anna, bo) for _ in range(500)) if found[1])
    seat = seat_on_turn(match)
    turn_back(match, 90)
    services.act(match.slug, seat.user, more, match.seq)
    match.refresh_from_db()
    assert seat_on_turn(match) == seat
    assert timedelta(seconds=29) < match.due_at - now() <= timedelta(seconds=30)
    services.act(match.slug, seat.user, first_legal(match, seat.index), match.seq)
    seat.refresh_from_db()
    assert 29_000 < seat.bank_ms <= 30_000
    assert "timeout" not in [by for _, by in log(match)]


def test_a_quick_turn_costs_nothing(match: Match) -> None:
    seat = seat_on_turn(match)
    services.act(match.slug, seat.user, first_legal(match, seat.index), match.seq)
    seat.refresh_from_db()
    assert seat.bank_ms == 90_000


def test_the_first_miss_plays_for_the_person(match: Match) -> None:
    seat = seat_on_turn(match)
    time_out(match)
    seat.refresh_from_db()
    assert log(match)[-1] == ("action", "timeout")
    assert (seat.misses, seat.away, seat.bank_ms) == (1, False, 0)
    assert_columns_follow_from_the_log(match)


def test_two_misses_in_a_row_give_the_seat_to_a_bot(match: Match) -> None:
    for _ in range(60):  # a turn of several actions is one miss, however many the deal gives it
        time_out(match)
        if match.seats.filter(away=True).exists():
            break
    assert match.seats.get(away=True).misses == 2
    assert ("away", "timeout") in log(match)
    assert_columns_follow_from_the_log(match)


def make_away(match: Match, index: int) -> Any:
    match.seats.filter(index=index).update(away=True, misses=2)
    with locked(pk=match.pk) as table:
        table.append("away", index, by="timeout")
    match.refresh_from_db()
    return match.seats.get(index=index)


def test_a_bot_plays_for_the_absent(match: Match) -> None:
    seat = make_away(match, seat_on_turn(match).index)
    turn_back(match, 3)
    due.act_once(match.pk)
    event = MatchEvent.objects.filter(match=match).latest("seq")
    assert (event.seat, event.kind, event.by) == (seat.index, "action", "bot")


def test_the_absent_come_back(match: Match) -> None:
    seat = make_away(match, seat_on_turn(match).index)
    services.resume(match.slug, seat.user)
    seat.refresh_from_db()
    match.refresh_from_db()
    assert (seat.away, seat.misses, log(match)[-1]) == (False, 0, ("resume", "player"))
    assert match.due_at - now() > timedelta(seconds=100)
    assert_columns_follow_from_the_log(match)


def test_coming_back_twice_is_once(match: Match, anna: Any) -> None:
    make_away(match, 0)
    services.resume(match.slug, anna)
    services.resume(match.slug, anna)
    assert [kind for kind, _ in log(match)].count("resume") == 1


def test_acting_says_i_am_back_too(match: Match) -> None:
    seat = make_away(match, seat_on_turn(match).index)
    services.act(match.slug, seat.user, first_legal(match, seat.index), match.seq)
    assert [kind for kind, _ in log(match)][-2:] == ["resume", "action"]
    assert_columns_follow_from_the_log(match)


def test_coming_back_takes_the_turn_from_the_bot_that_was_about_to_play(match: Match) -> None:
    seat = make_away(match, seat_on_turn(match).index)
    turn = due.Turn(match.pk, seat.index, match.acted_seq, "bot", "medium")
    services.resume(match.slug, seat.user)
    seq = Match.objects.get(pk=match.pk).seq
    due._take(turn, parse_action(first_legal(match, seat.index)))
    assert Match.objects.get(pk=match.pk).seq == seq


def test_a_move_just_after_the_bell_counts_if_it_was_first(match: Match) -> None:
    seat = seat_on_turn(match)
    turn_back(match, 121)
    services.act(match.slug, seat.user, first_legal(match, seat.index), match.seq)
    due.act_once(match.pk)
    assert log(match)[-1] == ("action", "player")


def test_old_time_outs_do_nothing(match: Match) -> None:
    seat = seat_on_turn(match)
    turn_back(match, 121)
    turn = due.Turn(match.pk, seat.index, match.acted_seq, "timeout", "medium")
    action = first_legal(match, seat.index)
    services.act(match.slug, seat.user, action, match.seq)
    due._take(turn, parse_action(action))
    assert ("action", "timeout") not in log(match)


def test_all_who_do_not_choose_run_out_of_time_one_by_one(anna: Any, bo: Any) -> None:
    match = of_people(anna, bo)
    turn_back(match, 121)
    due.act_once(match.pk)
    due.act_once(match.pk)
    assert log(match) == [("action", "timeout"), ("action", "timeout")]
    assert_columns_follow_from_the_log(match)


def test_bots_answer_in_human_time(anna: Any) -> None:
    done = services.create_table(anna, services.TableSpec(seats=2, bots=("easy",)))
    match = Match.objects.get(slug=done.slug)
    wait = match.due_at - match.acted_at
    assert timedelta(seconds=0.8) <= wait <= timedelta(seconds=2.5)
    assert due.act_once(match.pk) is not None
    assert log(match) == []


def test_a_bot_that_chooses_nonsense_takes_the_first_legal_action(anna: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    match = against_bots(anna)
    monkeypatch.setattr(due, "decide", lambda *_: parse_action("flip 1"))
    due.act_once(match.pk)
    assert log(match) == [("action", "bot")]


def test_a_bots_choice_is_repeatable(anna: Any) -> None:
    match = against_bots(anna)
    turn = due.Turn(match.pk, 1, match.acted_seq, "bot", "easy")
    assert due.decide(match, turn) == due.decide(match, turn)


def test_a_sweep_that_was_away_charges_nobody(match: Match) -> None:
    sweeps.beat()
    turn_back(match, 200)
    Heartbeat.objects.filter(name=sweeps.BEAT).update(at=now() - timedelta(seconds=190))
    assert not sweeps.clocks_run()
    sweeps.beat()
    due.act_once(match.pk)
    match.refresh_from_db()
    assert log(match)[-1][1] != "timeout"
    assert timedelta(seconds=105) < match.due_at - now() < timedelta(seconds=115)


def test_nobody_times_out_before_the_absence_is_made_good(match: Match) -> None:
    sweeps.beat()
    turn_back(match, 200)
    Heartbeat.objects.filter(name=sweeps.BEAT).update(at=now() - timedelta(seconds=100))
    due.act_once(match.pk)
    assert log(match)[-1][1] != "timeout"


def test_while_clocks_stand_still_no_task_calls_the_next_one_at_once(match: Match) -> None:
    sweeps.beat()
    turn_back(match, 200)
    Heartbeat.objects.filter(name=sweeps.BEAT).update(at=now() - timedelta(seconds=100))
    assert due.act_once(match.pk) is None


def test_a_clock_that_started_during_the_absence_starts_again(match: Match) -> None:
    sweeps.beat()
    turn_back(match, 60)
    Heartbeat.objects.filter(name=sweeps.BEAT).update(at=now() - timedelta(seconds=100))
    sweeps.beat()
    match.refresh_from_db()
    assert now() - match.clock_from < timedelta(seconds=10)


def test_who_moves_before_an_absence_is_noticed_is_charged_nothing(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn_back(match, 200)
    monkeypatch.setattr(sweeps, "_noted", (now() - timedelta(seconds=190), True))
    seat = seat_on_turn(match)
    services.act(match.slug, seat.user, first_legal(match, seat.index), match.acted_seq)
    seat.refresh_from_db()
    assert seat.bank_ms == 90_000


def test_who_moves_in_time_while_clocks_stand_still_is_charged_nothing(match: Match) -> None:
    sweeps.beat()
    turn_back(match, 60)
    Heartbeat.objects.filter(name=sweeps.BEAT).update(at=now() - timedelta(seconds=50))
    sweeps.web_is_here()
    seat = seat_on_turn(match)
    services.act(match.slug, seat.user, first_legal(match, seat.index), match.acted_seq)
    seat.refresh_from_db()
    assert seat.bank_ms == 90_000


def test_a_clock_of_the_machine_that_is_set_back_keeps_nobody_waiting(match: Match, anna: Any) -> None:
    bots, hour = against_bots(anna), timedelta(hours=1)
    sweeps.beat()
    for moved in (match, bots):
        turn_back(moved, -3600)
    Heartbeat.objects.filter(name=sweeps.BEAT).update(at=now() + hour)
    assert not sweeps.clocks_run()
    sweeps.beat()
    assert sweeps.clocks_run()
    for moved in (match, bots):
        moved.refresh_from_db()
        assert moved.due_at - now() < timedelta(seconds=121)


def test_who_acts_after_the_clock_was_set_back_has_their_whole_time(match: Match) -> None:
    sweeps.beat()
    Heartbeat.objects.filter(name=sweeps.BEAT).update(at=now() + timedelta(hours=1))
    seat = seat_on_turn(match)
    services.act(match.slug, seat.user, first_legal(match, seat.index), match.acted_seq)
    sweeps.beat()
    match.refresh_from_db()
    assert match.due_at - now() > timedelta(seconds=110)


def test_while_no_web_process_is_there_the_clocks_stand_still(match: Match) -> None:
    sweeps.web_is_here()
    sweeps.beat()
    turn_back(match, 200)
    away = Heartbeat.objects.filter(name__in=(sweeps.BEAT, sweeps.WEB))
    away.update(at=now() - timedelta(seconds=190))
    sweeps.beat()
    due.act_once(match.pk)
    assert log(match)[-1][1] != "timeout"
    sweeps.web_is_here()
    sweeps.beat()
    due.act_once(match.pk)
    match.refresh_from_db()
    assert timedelta(seconds=105) < match.due_at - now() < timedelta(seconds=115)


def test_who_acts_while_the_clock_is_put_right_has_their_whole_time(match: Match) -> None:
    sweeps.beat()
    turn_back(match, -2)  # a moment after the sweep looked at the clock
    before = match.due_at
    Heartbeat.objects.filter(name=sweeps.BEAT).update(at=now() + timedelta(hours=1))
    sweeps.beat()
    match.refresh_from_db()
    assert match.due_at == before


def test_late_tables_are_found(match: Match, anna: Any) -> None:
    bots = against_bots(anna)
    assert sweeps.late_matches() == []
    turn_back(bots, 1)
    turn_back(match, 121)
    assert sweeps.late_matches() == [match.pk]
    turn_back(bots, 3)
    assert set(sweeps.late_matches()) == {match.pk, bots.pk}
