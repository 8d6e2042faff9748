"""A game with a time limit: stopped by the server, ranked by cards left, and told the same everywhere."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from games import api, services, tasks
from games.engine import Options
from games.models import Heartbeat, Match, MatchEvent
from games.presenters import log_lines, people, table_context
from games.presenters.replay import RoundReplay
from games.record import RecordError, fold, from_json, parse_text, replay, to_json, to_text
from games.record.audit import check_record
from games.selectors import audit, records, table
from games.services import due, sweeps
from tests.games.playing import Playing
from tests.games.tables import assert_columns_follow_from_the_log, choose_all, first_legal

KEY = "t:1:1:1"


def limited(*users: Any, **options: Any) -> Match:
    """A table of people that may play for ten minutes."""
    ends_by = timezone.now() + timedelta(minutes=10)
    seats = [api.SeatSpec(user.pk) for user in users]
    ref = api.create(KEY, options, seats, title="Friday Cup", url="/tournaments/friday/", ends_by=ends_by, gated=False)
    return Match.objects.get(slug=ref.slug)


def let_the_time_pass(match: Match) -> Match:
    past = timezone.now() - timedelta(seconds=3)
    Match.objects.filter(pk=match.pk).update(ends_by=past, due_at=past)
    tasks.sweep()
    match.refresh_from_db()
    return match


@pytest.fixture
def stopped(anna: Any, bo: Any) -> Match:
    """A game stopped after the choice and one move."""
    match = choose_all(limited(anna, bo), anna, bo)
    seat = match.turn_seat or 0
    services.act(match.slug, (anna, bo)[seat], first_legal(match, seat), match.seq)
    return let_the_time_pass(match)


def test_the_server_stops_the_game_and_cards_left_decide(stopped: Match) -> None:
    folded = assert_columns_follow_from_the_log(stopped)
    assert (stopped.status, stopped.result["rounds"][0]["end"]) == ("over", "stopped")
    state = folded.rounds[0].state
    counts = [state.hand_count(s) + len(state.up(s)) + len(state.down(s)) for s in range(2)]
    if counts[0] != counts[1]:
        assert stopped.placings == [1 + (counts[s] > counts[1 - s]) for s in range(2)]
    assert api.results([KEY])[0].end == "stopped"
    assert audit.problems_of(stopped.slug) == []


def test_its_record_replays_in_both_forms(stopped: Match) -> None:
    snapshot = table(stopped.slug)
    assert snapshot is not None
    record = records.record(snapshot)
    [(after, entry)] = record.rounds[0].events
    assert (after, entry.action, entry.seat, entry.by) == (3, "stopped", None, "system")
    assert from_json(to_json(record)) == record == parse_text(to_text(record))
    assert " system  - stopped" in to_text(record)
    assert check_record(record) == []
    assert replay(record).placings == tuple(stopped.placings)


def test_a_record_that_hides_the_stop_is_found_out(stopped: Match) -> None:
    snapshot = table(stopped.slug)
    assert snapshot is not None
    value = to_json(records.record(snapshot))
    value["rounds"][0]["events"] = []
    with pytest.raises(RecordError):
        replay(from_json(value))


def test_log_and_replay_show_it(stopped: Match) -> None:
    snapshot = table(stopped.slug)
    assert snapshot is not None
    with translation.override("en"):
        last = log_lines(snapshot.fold, people(snapshot.seats))[-1]
        assert "The time for this game was up" in last.words
        shown = RoundReplay(snapshot, 1, None, 0)
        assert shown.at(shown.last)["headline"] == "The game is over"
        assert any("time for this game" in row.line.words for row in shown.at(0)["rows"] + shown.at(shown.last)["rows"])
    page = Client().get(reverse("games:replay", args=[stopped.slug]), {"ply": 99})
    assert page.status_code == 200


def test_a_game_stopped_before_any_choice_is_level(anna: Any, bo: Any) -> None:
    match = let_the_time_pass(limited(anna, bo))
    assert_columns_follow_from_the_log(match)
    assert match.status == "over"
    assert Client().get(reverse("games:replay", args=[match.slug])).status_code == 200
    assert Client().get(reverse("games:table", args=[match.slug])).status_code == 200
    assert audit.problems_of(match.slug) == []


def test_of_scored_rounds_the_one_in_play_counts_and_is_the_last(anna: Any, bo: Any) -> None:
    match = let_the_time_pass(choose_all(limited(anna, bo, scoring=3), anna, bo))
    folded = assert_columns_follow_from_the_log(match)
    assert (match.status, len(folded.rounds), folded.over) == ("over", 1, True)
    assert all(score is not None for score in match.result["rounds"][0]["scores"])
    assert audit.problems_of(match.slug) == []


def test_it_is_not_stopped_early_nor_for_the_servers_absence(anna: Any, bo: Any) -> None:
    match = choose_all(limited(anna, bo), anna, bo)
    due.act_once(match.pk)
    now = timezone.now()
    Match.objects.update(started_at=now - timedelta(minutes=20), ends_by=now - timedelta(minutes=9), due_at=now)
    Heartbeat.objects.create(name=sweeps.BEAT, at=now - timedelta(minutes=10))
    due.act_once(match.pk)
    tasks.sweep()
    match.refresh_from_db()
    assert match.status == "playing"
    assert match.ends_by > now


def test_the_server_acts_at_the_limit_at_the_latest(anna: Any, bo: Any) -> None:
    match = choose_all(limited(anna, bo), anna, bo)
    Match.objects.update(ends_by=timezone.now() + timedelta(seconds=30))
    seat = Match.objects.get().turn_seat or 0
    services.act(match.slug, (anna, bo)[seat], first_legal(match, seat), match.seq)
    match.refresh_from_db()
    assert match.due_at == match.ends_by


def test_the_table_says_when_it_ends_and_where_it_belongs(anna: Any, bo: Any) -> None:
    match = limited(anna, bo)
    page = Client().get(reverse("games:table", args=[match.slug])).content.decode()
    assert "Round ends at" in page
    assert "cards left decide" in page
    assert 'href="/tournaments/friday/"' in page
    let_the_time_pass(match)
    page = Client().get(reverse("games:table", args=[match.slug])).content.decode()
    assert "Back to <bdi>Friday Cup</bdi>" in page
    assert "The time for this game was up" in page
    assert "form-rematch" not in page.split('id="table"')[1].split("</section>")[0]


def test_there_is_no_rematch_at_an_events_table(anna: Any, stopped: Match) -> None:
    snapshot = table(stopped.slug)
    assert snapshot is not None
    assert not table_context(snapshot, 0)["table"]["can_rematch"]
    with pytest.raises(services.Conflict):
        services.rematch(stopped.slug, anna)


@pytest.mark.parametrize("change", [{"seat": 1}, {"round": 2}])
def test_a_log_cannot_stop_another_thing(change: dict[str, int]) -> None:
    playing = Playing(Options(), 3, 1).play(20)
    with pytest.raises(RecordError):
        playing.add("stopped", by="system", **change)


def test_nothing_follows_a_stop() -> None:
    playing = Playing(Options(scoring=2), 3, 1).play(20)
    playing.add("stopped", by="system")
    assert playing.fold.over
    assert fold(playing.events).placings == playing.fold.placings is not None
    for follow in (playing.deal, playing.step, lambda: playing.add("stopped", by="system")):
        with pytest.raises((RecordError, IndexError)):
            follow()


def test_a_move_after_the_limit_counts_until_the_server_has_stopped_the_game(anna: Any, bo: Any) -> None:
    match = choose_all(limited(anna, bo), anna, bo)
    Match.objects.update(ends_by=timezone.now() - timedelta(milliseconds=100))
    seat = match.turn_seat or 0
    services.act(match.slug, (anna, bo)[seat], first_legal(match, seat), match.seq)
    due.act_once(match.pk)
    with pytest.raises(services.Over):
        services.act(match.slug, anna, "pickup", match.seq)
    assert MatchEvent.objects.filter(match=match, kind="stopped").count() == 1
