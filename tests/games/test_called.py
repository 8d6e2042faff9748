"""Called tables: who comes, who does not, and who sits down for them."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import api, services, tasks
from games.models import Heartbeat, Match, MatchEvent, Seat
from games.presenters import people, view_payload
from games.presenters.lobby import badge_context
from games.selectors import audit, records, table
from games.services import due, runs, sweeps
from tests.games.tables import assert_columns_follow_from_the_log, play_to_the_end

KEY = "t:1:1:1"


def call(*users: Any, **more: Any) -> Match:
    """A table to which these people, and a bot, are called."""
    seats = [*(api.SeatSpec(user.pk) for user in users), api.SeatSpec(bot="easy")]
    more = {"starts_by": timezone.now() + timedelta(seconds=60), "bot_pace": "instant"} | more
    ref = api.create(KEY, {}, seats, title="Friday Cup", url="/tournaments/friday/", **more)
    return Match.objects.get(slug=ref.slug)


def browser(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def look(match: Match, user: Any, name: str = "table") -> Any:
    return browser(user).get(reverse(f"games:{name}", args=[match.slug]))


def let_the_time_pass(match: Match) -> Match:
    past = timezone.now() - timedelta(seconds=1)
    Match.objects.filter(pk=match.pk).update(starts_by=past, due_at=past)
    tasks.sweep()
    match.refresh_from_db()
    return match


@pytest.mark.parametrize("name", ["table", "view_json"])
def test_it_deals_when_the_last_of_its_people_looks_at_it(anna: Any, bo: Any, name: str) -> None:
    match = call(anna, bo)
    look(match, anna, name)
    match.refresh_from_db()
    assert (match.status, match.due_at) == ("waiting", match.starts_by)
    assert look(match, bo, name).status_code == 200
    assert_columns_follow_from_the_log(match)
    assert match.status == "playing"


def test_nobody_else_makes_it_start(anna: Any, bo: Any, cleo: Any) -> None:
    match = call(anna, bo)
    look(match, anna)
    look(match, cleo)
    Client().get(reverse("games:table", args=[match.slug]))
    browser(bo).head(reverse("games:table", args=[match.slug]))
    match.refresh_from_db()
    assert match.status == "waiting"


def test_house_bots_sit_down_for_the_missing(anna: Any, bo: Any) -> None:
    match = call(anna, bo)
    look(match, anna)
    let_the_time_pass(match)
    assert match.status == "playing"
    seat = match.seats.get(index=1)
    assert (seat.user, seat.bot, seat.stand_in, seat.stands_for) == (None, "medium", "absent", bo)
    snapshot = table(match.slug)
    assert snapshot is not None
    assert [(p["name"], p["kind"]) for p in view_payload(snapshot, 0)["players"]] == [
        ("anna", "person"), ("house bot for bo", "bot"), ("Easy", "bot"),
    ]  # fmt: skip
    assert people(snapshot.seats)[1].bdi == "house bot for <bdi>bo</bdi>"
    play_to_the_end(match, {0: anna})
    assert audit.problems_of(match.slug) == []
    result = api.results([KEY])[0]
    assert [(s.user_id, s.stand_in, s.left) for s in result.seats] == [
        (anna.pk, "", False), (None, "absent", False), (None, "", False),
    ]  # fmt: skip
    snapshot = table(match.slug)
    assert snapshot is not None
    assert [(s.name, s.kind) for s in records.record(snapshot).meta.seats][1] == ("bo", "stand-in")


def test_with_nobody_there_house_bots_play_it_out(anna: Any, bo: Any) -> None:
    match = let_the_time_pass(call(anna, bo))
    for _ in range(2000):
        if due.act_once(match.pk) is None:
            break
    assert_columns_follow_from_the_log(match)
    assert match.status == "over"
    assert audit.problems_of(match.slug) == []


def test_who_came_too_late_watches(anna: Any, bo: Any) -> None:
    match = call(anna, bo)
    look(match, anna)
    let_the_time_pass(match)
    assert look(match, bo, "view_json").json()["seat"] is None
    with pytest.raises(services.Forbidden):
        services.resume(match.slug, bo)
    with pytest.raises(services.Forbidden):
        services.act(match.slug, bo, "pickup", match.seq)


def test_the_time_is_checked_when_it_is_due_and_not_before(anna: Any, bo: Any) -> None:
    match = call(anna, bo)
    due.act_once(match.pk)
    match.refresh_from_db()
    assert match.status == "waiting"


def test_an_absence_of_the_server_is_not_the_peoples(anna: Any, bo: Any) -> None:
    match = call(anna, bo)
    start = timezone.now() - timedelta(minutes=10)
    Match.objects.update(created_at=start, starts_by=start + timedelta(seconds=30), due_at=start)
    Heartbeat.objects.create(name=sweeps.BEAT, at=start + timedelta(seconds=5))
    due.act_once(match.pk)  # a worker that was quicker than the sweep
    tasks.sweep()
    match.refresh_from_db()
    assert match.status == "waiting"
    left = match.starts_by - timezone.now()
    assert timedelta(seconds=20) < left < timedelta(seconds=30)
    assert match.due_at == match.starts_by


def test_a_call_from_during_the_absence_waits_a_little_too(anna: Any, bo: Any) -> None:
    match = call(anna, bo)
    now = timezone.now()
    Match.objects.update(created_at=now - timedelta(minutes=2), starts_by=now - timedelta(minutes=1))
    Heartbeat.objects.create(name=sweeps.BEAT, at=now - timedelta(minutes=5))
    tasks.sweep()
    match.refresh_from_db()
    assert match.status == "waiting"
    assert match.starts_by > timezone.now() + timedelta(seconds=15)


def test_a_table_of_bots_alone_deals_at_once(db: None) -> None:
    ref = api.create(KEY, {}, [api.SeatSpec(bot="easy")] * 2, starts_by=timezone.now() + timedelta(hours=1))
    assert Match.objects.get(slug=ref.slug).status == "playing"


def test_seats_are_nobodys_to_give_or_take(anna: Any, bo: Any, cleo: Any) -> None:
    match = call(anna, bo)
    for attempt in (
        lambda: services.kick(match.slug, anna, 1),
        lambda: services.start(match.slug, anna, "easy"),
        lambda: services.invite(match.slug, anna, "cleo"),
        lambda: services.join(match.slug, cleo),
    ):
        with pytest.raises(services.Forbidden):
            attempt()
    tasks.close_empty_tables()
    assert services.quick_seat(anna).slug != match.slug
    match.refresh_from_db()
    assert (match.status, match.seats.filter(taken=True).count()) == ("waiting", 3)


def test_getting_up_leaves_the_seat_to_a_bot_and_leads_to_the_event(anna: Any, bo: Any) -> None:
    match = call(anna, bo)
    look(match, anna)
    answer = browser(bo).post(reverse("games:leave", args=[match.slug]), headers={"Accept": "application/json"})
    assert answer.json()["url"] == "/tournaments/friday/"
    match.refresh_from_db()
    assert match.status == "playing"  # nobody else is missing
    assert match.seats.get(index=1).stand_in == "left"


def test_the_banner_calls_until_one_has_come(anna: Any, bo: Any, django_assert_num_queries: Any) -> None:
    match = call(anna, bo)
    with django_assert_num_queries(1):
        calling = badge_context(bo)["badge"]["call"]
    assert (calling.title, calling.url) == ("Friday Cup", reverse("games:table", args=[match.slug]))
    assert 55_000 < calling.ms <= 60_000
    page = browser(bo).get(reverse("games:lobby")).content.decode()
    assert f'data-call-url="{calling.url}"' in page
    assert "Friday Cup" in page
    assert 'id="call"' not in look(match, bo).content.decode()
    assert badge_context(bo)["badge"]["call"] is None
    assert badge_context(anna)["badge"]["call"] is not None


def test_the_waiting_table_says_who_is_there(anna: Any, bo: Any) -> None:
    match = call(anna, bo)
    page = look(match, anna).content.decode()
    assert "Waiting for one player" in page
    assert page.count(">not here yet<") == 1
    assert "/tournaments/friday/" in page
    assert "form-kick" not in page.split('id="table"')[1].split("</section>")[0]


def test_at_a_table_of_days_mail_calls_those_who_are_not_there(anna: Any, bo: Any) -> None:
    match = call(anna, bo, pace="days")
    look(match, anna)
    assert tasks.mail_turns() == 1
    assert tasks.mail_turns() == 0
    assert mail.outbox[0].to == ["bo@example.org"]
    assert "Friday Cup" in mail.outbox[0].subject
    assert f"/t/{match.slug}/" in mail.outbox[0].body


def test_its_page_hears_of_the_later_start_once_it_can_see_it(
    anna: Any, bo: Any, commits: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = call(anna, bo)
    Heartbeat.objects.create(name=sweeps.BEAT, at=timezone.now() - timedelta(minutes=5))
    sent: list[str] = []
    monkeypatch.setattr("games.broadcast.send", lambda group, kind, **ids: sent.append(group))
    with commits():
        sweeps.beat()
        assert sent == []
    assert sorted(sent) == sorted([f"match.{match.pk}", f"turns.{anna.pk}", f"turns.{bo.pk}"])


def test_a_called_table_can_be_given_up(anna: Any, bo: Any) -> None:
    match = call(anna, bo)
    assert api.abort(KEY, "too few came")
    match.refresh_from_db()
    assert (match.status, badge_context(anna)["badge"]["call"]) == ("aborted", None)


def test_the_person_wants_telling_and_the_others_see_who_comes(
    anna: Any, bo: Any, commits: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[tuple[str, str]] = []
    monkeypatch.setattr("games.broadcast.send", lambda group, kind, **ids: sent.append((group, kind)))
    with commits():
        match = call(anna, bo)
    assert {(f"turns.{anna.pk}", "turns.changed"), (f"turns.{bo.pk}", "turns.changed")} <= set(sent)
    sent.clear()
    with commits():
        look(match, anna)
    assert (f"turns.{anna.pk}", "turns.changed") in sent
    assert (f"match.{match.pk}", "table.changed") in sent
    assert (f"turns.{bo.pk}", "turns.changed") not in sent


def test_a_glance_tells_who_is_there_and_later_what_is_left(anna: Any, bo: Any, django_assert_num_queries: Any) -> None:
    match = call(anna, bo)
    look(match, anna)
    seen = api.glance([KEY, "t:none"])
    assert list(seen) == [KEY]
    assert [(s.name, s.here, s.cards_left) for s in seen[KEY].seats] == [
        ("anna", True, None), ("bo", False, None), ("Easy", True, None),
    ]  # fmt: skip
    look(match, bo)
    with django_assert_num_queries(3):
        glance = api.glance([KEY])[KEY]
    assert (glance.status, [s.cards_left for s in glance.seats]) == ("playing", [9, 9, 9])
    api.seal([KEY], True)
    assert api.glance([KEY])[KEY] == api.TableGlance(match.slug, glance.url, "playing", sealed=True)


def test_a_person_whose_account_is_gone_is_stood_in_for(anna: Any, bo: Any) -> None:
    gone = bo.pk
    bo.delete()
    api.create(KEY, {}, [api.SeatSpec(anna.pk), api.SeatSpec(gone)])
    match = Match.objects.get()
    assert [seat.stand_in for seat in match.seats.order_by("index")] == ["", "left"]
    assert_columns_follow_from_the_log(match)
    assert audit.problems_of(match.slug) == []


def test_the_log_has_one_line_for_each_stand_in(anna: Any, bo: Any) -> None:
    match = let_the_time_pass(call(anna, bo))
    rows = MatchEvent.objects.filter(match=match, kind="stand_in").order_by("seq")
    assert [(row.seat, row.by, row.data) for row in rows] == [
        (seat, "system", {"bot": "medium", "reason": "absent"}) for seat in (0, 1)
    ]
    assert Seat.objects.filter(match=match, stand_in="absent").count() == 2


def test_bots_alone_play_in_few_transactions_and_as_they_would_one_by_one(db: None, monkeypatch: Any) -> None:
    logs = []
    for key, longest in (("a", runs.LONGEST), ("b", 1)):
        monkeypatch.setattr(runs, "LONGEST", longest)
        seats = [api.SeatSpec(bot=name) for name in ("easy", "medium", "hard")]
        ref = api.create(key, {}, seats, bot_pace="instant", secret=bytes(32), nonces=["00" * 32], sealed=True)
        steps = 0
        while due.act_once(ref.match_id) is not None:
            steps += 1
        match = Match.objects.get(slug=ref.slug)
        assert_columns_follow_from_the_log(match)
        assert audit.problems_of(match.slug) == []
        logs.append(list(MatchEvent.objects.filter(match=match).values_list("seat", "action", "by")))
        assert steps < len(logs[-1]) / longest + 2
    assert logs[0] == logs[1]


def test_bots_alone_at_an_events_table_think_by_their_pace(anna: Any, db: None) -> None:
    ref = api.create(KEY, {}, [api.SeatSpec(bot="easy")] * 2, bot_pace="human")
    match = Match.objects.get(slug=ref.slug)
    assert match.due_at - match.acted_at >= timedelta(milliseconds=800)
    ref = api.create("t:2", {}, [api.SeatSpec(anna.pk), api.SeatSpec(bot="easy")], bot_pace="human")
    services.leave(ref.slug, anna)
    left = Match.objects.get(slug=ref.slug)
    assert left.due_at == left.acted_at  # no show without people
