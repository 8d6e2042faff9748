"""House bots that finish for people at an event's table: nobody forfeits there, and nobody comes back."""

from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import api, services
from games.bots import choose
from games.engine import view
from games.models import Match, MatchEvent, Seat
from games.presenters import log_lines, people
from games.record import from_json, parse_text, to_json, to_text
from games.record.audit import check_record
from games.selectors import audit, fold_of, games_of, records, stats_of, table
from games.services import due
from games.services.locked import locked
from tests.games.tables import assert_columns_follow_from_the_log, choose_all, play_to_the_end, turn_back

KEY = "t:1:1:1"


@pytest.fixture
def match(anna: Any, bo: Any) -> Match:
    """Two people in play at an event's table."""
    api.create(
        KEY, {}, [api.SeatSpec(anna.pk), api.SeatSpec(bo.pk)], title="Cup", url="/e/", bot_pace="instant", gated=False
    )
    return choose_all(Match.objects.get(), anna, bo)


def test_a_bot_finishes_and_nobody_has_forfeited(match: Match, anna: Any, bo: Any) -> None:
    assert api.stand_in(KEY, bo.pk, "replaced")
    assert not api.stand_in(KEY, bo.pk)
    match = play_to_the_end(match, {0: anna})
    assert_columns_follow_from_the_log(match)
    [mine, its] = api.results([KEY])[0].seats
    assert (mine.user_id, mine.stand_in) == (anna.pk, "")
    assert (its.user_id, its.bot, its.stand_in, its.left, its.held) == (None, "medium", "replaced", False, False)
    assert {mine.place, its.place} == {1, 2}
    assert audit.problems_of(match.slug) == []


def test_record_and_log_say_since_when(match: Match, anna: Any, bo: Any) -> None:
    api.stand_in(KEY, bo.pk)
    snapshot = table(play_to_the_end(match, {0: anna}).slug)
    assert snapshot is not None
    record = records.record(snapshot)
    assert (record.meta.seats[1].name, record.meta.seats[1].kind) == ("bo", "stand-in")
    [(after, entry)] = record.rounds[0].events
    assert (after, entry.seat, entry.action, entry.by) == (2, 1, "stand_in", "player")
    assert from_json(to_json(record)) == record == parse_text(to_text(record))
    assert check_record(record) == []
    lines = log_lines(snapshot.fold, people(snapshot.seats), limit=4000)
    assert [line.words for line in lines if "from here on" in line.words] == [
        "house bot for <bdi>bo</bdi> plays from here on"
    ]


def test_leaving_is_no_forfeit_and_for_good(match: Match, bo: Any) -> None:
    browser = Client()
    browser.force_login(bo)
    answer = browser.post(reverse("games:leave", args=[match.slug]), headers={"Accept": "application/json"})
    assert answer.json() == {"ok": True, "seq": match.seq + 1, "error": None, "url": "/e/"}
    assert not MatchEvent.objects.filter(match=match, action="forfeit").exists()
    assert browser.get(reverse("games:view_json", args=[match.slug])).json()["seat"] is None
    for path, data in (("resume", {}), ("leave", {}), ("join", {}), ("act", {"action": "pickup", "seq": match.seq})):
        url = reverse(f"games:{path}", args=[match.slug])
        assert browser.post(url, data, headers={"Accept": "application/json"}).status_code == 403, path


def test_a_bot_goes_on_with_a_turn_that_was_begun(match: Match, anna: Any, bo: Any) -> None:
    match.refresh_from_db()
    user = (anna, bo)[match.turn_seat or 0]
    services.leave(match.slug, user)
    turn_back(match, 5)
    due.act_once(match.pk)
    last = MatchEvent.objects.filter(match=match).latest("seq")
    assert (last.kind, last.by) == ("action", "bot")


def test_who_was_away_is_no_longer_held(match: Match, anna: Any, bo: Any) -> None:
    match.seats.filter(index=1).update(away=True)
    match.refresh_from_db()
    with locked(pk=match.pk) as held:
        held.append("away", 1, by="timeout")
    api.stand_in(KEY, bo.pk)
    assert_columns_follow_from_the_log(match)
    assert Seat.objects.get(match=match, index=1).away is False


def test_who_was_away_takes_the_seat_back_as_at_any_table(match: Match, bo: Any) -> None:
    match.seats.filter(index=1).update(away=True, misses=2)
    with locked(pk=match.pk) as held:
        held.append("away", 1, by="timeout")
    services.resume(match.slug, bo)
    assert_columns_follow_from_the_log(match)
    assert not Seat.objects.get(match=match, index=1).held


def test_a_deleted_account_leaves_a_nameless_house_bot(match: Match, anna: Any, bo: Any) -> None:
    services.leave_everything(bo)
    bo.delete()
    match.refresh_from_db()
    snapshot = table(match.slug)
    assert snapshot is not None
    assert match.status == "playing"
    assert people(snapshot.seats)[1].name == "house bot"
    assert not Seat.objects.filter(name="bo").exists()


def test_once_the_account_is_gone_no_replay_or_record_names_for_whom_the_bot_played(
    match: Match, anna: Any, bo: Any, client: Client
) -> None:
    type(bo).objects.filter(pk=bo.pk).update(username="Bartholomew")
    match.seats.filter(index=1).update(name="Bartholomew")
    api.stand_in(KEY, bo.pk)
    over = play_to_the_end(match, {0: anna})
    forms = ("table", "view_json", "replay", "replay_plies", "record_json", "record_txt", "log_json")
    pages = [reverse(f"games:{name}", args=[over.slug]) for name in forms]
    assert b"Bartholomew" in client.get(pages[2]).content
    services.leave_everything(bo)
    type(bo).objects.filter(pk=bo.pk).delete()
    for page in pages:
        answer = client.get(page)
        assert (answer.status_code, b"Bartholomew" in answer.content) == (200, False), page
    assert audit.problems_of(over.slug) == []


def test_deleting_the_account_of_somebody_who_is_out_works(anna: Any, bo: Any, cleo: Any) -> None:
    seats = [api.SeatSpec(user.pk) for user in (anna, bo, cleo)]
    deal = {"secret": bytes(32), "nonces": ["00" * 32] * 3}  # not every deal has somebody out before its guard ends it
    api.create(KEY, {"play_for_places": "on"}, seats, **deal)
    users = {0: anna, 1: bo, 2: cleo}
    match = Match.objects.get()
    out = play_until_somebody_is_out(match, users)
    assert not api.stand_in(KEY, users[out].pk)
    services.leave_everything(users[out])
    match.refresh_from_db()
    assert match.status == "playing"


def play_until_somebody_is_out(match: Match, users: dict[int, Any]) -> int:
    rng = Random(5)
    for _ in range(4000):
        match.refresh_from_db()
        state = fold_of(match).state
        assert state is not None
        if state.finished:
            return state.finished[0]
        seat = state.actors[0]
        services.act(match.slug, users[seat], choose("medium", view(state, seat), (), rng).text, match.seq)
    raise AssertionError("nobody went out")


def test_a_game_that_others_finished_is_not_ones_own(match: Match, anna: Any, bo: Any) -> None:
    api.stand_in(KEY, bo.pk)
    play_to_the_end(match, {0: anna})
    assert games_of(bo) == []
    assert stats_of(bo).games == 0
    assert list(games_of(anna)[0].players) == [("anna", "person"), ("bo", "stand-in")]


def test_verify_finds_a_stand_in_that_the_log_does_not_know(match: Match) -> None:
    match.seats.filter(index=1).update(stand_in="left")
    assert any("stand_in" in problem for problem in audit.problems_of(match.slug))
