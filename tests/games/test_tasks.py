"""Tasks: what is due is done once, late tables are found, a failing one holds up nobody."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from games import broadcast, services, tasks
from games.engine import Options
from games.listeners import MatchResult
from games.models import Match, Seat
from games.services import due, sweeps
from tests.games.tables import (
    against_bots,
    assert_columns_follow_from_the_log,
    first_legal,
    of_people,
    turn_back,
    waiting,
)

heard: list[MatchResult] = []


def listener(result: MatchResult) -> None:
    """Takes notes."""
    heard.append(result)


def broken(result: MatchResult) -> None:
    """Fails."""
    raise RuntimeError("no")


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    heard.clear()
    monkeypatch.setattr(tasks, "SQLITE_PAUSE", 0)


def seq(match: Match) -> int:
    return Match.objects.get(pk=match.pk).seq


def test_a_hint_is_given_at_commit_for_bots_and_not_for_clocks(anna: Any, bo: Any, commits: Any, hinted: Any) -> None:
    with commits():
        match = against_bots(anna)
    assert hinted[-1][:2] == ("games.tasks.act_on_due", "turns")
    assert hinted[-1][3:] == (match.pk, match.seq)
    assert 0 <= hinted[-1][2] < 5
    hinted.clear()
    with commits():
        of_people(anna, bo)
    assert hinted == []


def test_a_refused_change_hints_and_sends_nothing(anna: Any, commits: Any, hinted: Any) -> None:
    match = against_bots(anna)
    with commits(), pytest.raises(services.Illegal):
        services.act(match.slug, anna, "flip 0", match.seq)
    assert hinted == []


def test_consecutive_instant_bots_play_in_one_task(anna: Any) -> None:
    match = against_bots(anna, seats=4)
    tasks.act_on_due(match.pk, match.seq)
    assert seq(match) == match.seq + 3
    assert_columns_follow_from_the_log(match)


def test_doing_it_twice_changes_nothing_more(anna: Any) -> None:
    match = against_bots(anna)
    tasks.act_on_due(match.pk, match.seq)
    once = seq(match)
    tasks.act_on_due(match.pk, match.seq)
    tasks.act_on_due(match.pk + 1000, 1)
    assert seq(match) == once


def test_when_all_people_have_left_the_bots_finish_without_a_show(anna: Any) -> None:
    done = services.create_table(anna, services.TableSpec(Options(max_turns=100), 3, ("easy", "easy")))
    services.leave(done.slug, anna)
    match = Match.objects.get(slug=done.slug)
    for _ in range(20):
        tasks.act_on_due(match.pk)
    match.refresh_from_db()
    assert match.status == "over"
    assert match.placings is not None
    assert match.placings[0] == 3
    assert_columns_follow_from_the_log(match)


def test_the_sweep_finds_what_no_hint_did(anna: Any) -> None:
    match = against_bots(anna)
    turn_back(match, 3)
    assert tasks.sweep() == 1
    assert seq(match) == match.seq + 1


def test_a_failing_table_is_set_aside_and_the_others_go_on(anna: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    bad, good = against_bots(anna), against_bots(anna)
    turn_back(bad, 5)
    turn_back(good, 3)
    decide = due.decide

    def sometimes(match: Match, turn: due.Turn) -> Any:
        if match.pk == bad.pk:
            raise RuntimeError("broken")
        return decide(match, turn)

    monkeypatch.setattr(due, "decide", sometimes)
    assert tasks.sweep() == 1
    assert seq(good) == good.seq + 1
    bad.refresh_from_db()
    assert (bad.failures, sweeps.late_matches()) == (1, [])


def test_a_table_that_works_again_is_forgiven(anna: Any) -> None:
    match = against_bots(anna)
    Match.objects.update(failures=3)
    tasks.act_on_due(match.pk)
    match.refresh_from_db()
    assert match.failures == 0


def test_listeners_are_told_once_all_have_taken_it(anna: Any, bo: Any, settings: Any) -> None:
    settings.GAMES_MATCH_FINISHED = [f"{__name__}.broken", f"{__name__}.listener"]
    match = of_people(anna, bo)
    services.leave(match.slug, anna)
    tasks.tell_of(match.pk)
    assert not Match.objects.get(pk=match.pk).listeners_done
    settings.GAMES_MATCH_FINISHED = [f"{__name__}.listener"]
    Match.objects.update(ended_at=Match.objects.get().created_at.replace(year=2020))
    tasks.tell_listeners()
    tasks.tell_listeners()
    assert [result.slug for result in heard] == [match.slug, match.slug]
    seats = heard[-1].seats
    assert [(seat.user_id, seat.place, seat.left) for seat in seats] == [(anna.pk, 2, True), (bo.pk, 1, False)]


def test_without_listeners_nothing_is_owed(anna: Any, bo: Any, settings: Any) -> None:
    settings.GAMES_MATCH_FINISHED = []
    match = of_people(anna, bo)
    services.leave(match.slug, anna)
    match.refresh_from_db()
    assert match.listeners_done


def test_deserted_tables_are_closed(anna: Any) -> None:
    match = waiting(anna)
    match.seats.update(user=None, taken=False)
    Match.objects.update(created_at=match.created_at.replace(year=2020))
    tasks.close_empty_tables()
    match.refresh_from_db()
    assert match.status == "aborted"


def test_mail_comes_once_a_turn_at_slow_tables(anna: Any, bo: Any) -> None:
    match = of_people(anna, bo, pace="days")
    assert tasks.mail_turns() == 0
    turn_back(match, 150)
    assert tasks.mail_turns() == 2
    assert tasks.mail_turns() == 0
    assert {message.to[0] for message in mail.outbox} == {"anna@example.org", "bo@example.org"}
    assert f"/t/{match.slug}/" in mail.outbox[0].body
    assert "\n" not in mail.outbox[0].subject


def test_no_mail_goes_to_an_address_that_may_be_a_strangers(anna: Any, bo: Any) -> None:
    EmailAddress.objects.create(user=anna, email=anna.email, verified=False, primary=True)
    match = of_people(anna, bo, pace="days")
    turn_back(match, 150)
    assert tasks.mail_turns() == 1
    assert [message.to for message in mail.outbox] == [["bo@example.org"]]


def test_mail_comes_to_whoever_is_on_turn(anna: Any, bo: Any) -> None:
    match = of_people(anna, bo, pace="days")
    for index, user in enumerate((anna, bo)):
        services.act(match.slug, user, first_legal(match, index), Match.objects.get().seq)
    turn_back(match, 150)
    assert tasks.mail_turns() == 1
    assert mail.outbox[0].to == [(anna, bo)[Match.objects.get().turn_seat or 0].email]


def test_live_tables_send_no_mail(anna: Any, bo: Any) -> None:
    turn_back(of_people(anna, bo), 150)
    assert tasks.mail_turns() == 0


def test_public_tables_whose_people_have_gone_away_are_closed(anna: Any, bo: Any) -> None:
    gone, here, private = waiting(anna), waiting(bo), waiting(anna, visibility="unlisted")
    Match.objects.update(created_at=gone.created_at.replace(year=2020))
    long_ago = gone.created_at.replace(year=2020)
    Seat.objects.filter(user__isnull=False).update(seen_at=long_ago)
    services.seen(here.pk, bo.pk)
    tasks.close_empty_tables()
    assert [Match.objects.get(pk=match.pk).status for match in (gone, here, private)] == [
        "aborted",
        "waiting",
        "waiting",
    ]


def test_a_process_that_starts_tells_again_what_changed_of_late(anna: Any, bo: Any, sent: Any) -> None:
    match, old = of_people(anna, bo), of_people(anna, bo)
    turn_back(old, 120)
    sent.clear()
    tasks.tell_again()
    assert sent == [(broadcast.match_group(match.pk), "table.changed", seq(match))]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, int]]:
    """What is broadcast of tables."""
    told: list[tuple[str, str, int]] = []
    monkeypatch.setattr(broadcast, "send", lambda group, kind, seq=0, **ids: told.append((group, kind, seq)))
    return told
