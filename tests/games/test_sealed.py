"""Duplicate rounds: the same deal at every table, and not a card of it to anybody but its seats before it is over."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import api
from games.models import Match, MatchEvent
from games.record import from_json, parse_text, to_json, to_text
from games.record.audit import check_record
from games.selectors import audit, games_of, lobby, records, stats_of, table
from tests.games.tables import play_to_the_end

SECRET = bytes(range(32))
KEYS = ["t:1:1:1", "t:1:1:2"]
ADDRESSES = ("table", "view_json", "replay", "replay_plies", "record_json", "record_txt", "log_json")


@pytest.fixture
def tables(anna: Any, bo: Any) -> list[Match]:
    """The two tables of a duplicate round; as many entrants as seats, so that nothing can be told by counting."""
    nonces = ["ab" * 32, "cd" * 32]
    for key, user in zip(KEYS, (anna, bo), strict=True):
        seats = [api.SeatSpec(user.pk), api.SeatSpec(bot="medium")]
        api.create(key, {}, seats, title="Twins", bot_pace="instant", secret=SECRET, nonces=nonces, sealed=True)
    return list(Match.objects.order_by("pk"))


def browser(user: Any = None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def statuses(match: Match, client: Client) -> set[int]:
    return {client.get(reverse(f"games:{name}", args=[match.slug])).status_code for name in ADDRESSES}


def test_every_table_has_the_same_cards_seat_by_seat(tables: list[Match]) -> None:
    first, second = MatchEvent.objects.filter(kind="dealt").order_by("match_id")
    assert first.data == second.data


def test_nobody_but_its_seats_sees_a_sealed_table(
    tables: list[Match], anna: Any, bo: Any, admin_client: Client
) -> None:
    for reader in (browser(), browser(bo), admin_client):
        assert statuses(tables[0], reader) == {403}
        assert reader.post(reverse("games:join", args=[tables[0].slug])).status_code == 403
    own = browser(anna)
    assert [own.get(reverse(f"games:{name}", args=[tables[0].slug])).status_code for name in ADDRESSES] == [
        200, 200, 403, 403, 403, 403, 403,
    ]  # fmt: skip


def test_the_end_of_one_table_opens_nothing(tables: list[Match], anna: Any, bo: Any, admin_client: Client) -> None:
    over = play_to_the_end(tables[0], {0: anna})
    assert over.status == "over"
    for reader in (browser(), browser(bo), admin_client):
        assert statuses(over, reader) == {403}
    own = browser(anna)
    assert own.get(reverse("games:record_json", args=[over.slug])).status_code == 403
    shown = own.get(reverse("games:view_json", args=[over.slug])).json()
    assert (shown["hands"][1], "draw" in shown) == (None, False)
    assert (games_of(anna, bo), stats_of(anna).games, len(games_of(anna))) == ([], 0, 1)
    assert over.secret not in own.get(reverse("games:table", args=[over.slug])).content.decode()


def test_the_shut_page_says_when_it_opens(tables: list[Match], anna: Any) -> None:
    over = play_to_the_end(tables[0], {0: anna})
    page = browser(anna).get(reverse("games:replay", args=[over.slug])).content.decode()
    assert "opens when the round of Twins is over" in page
    page = browser().get(reverse("games:table", args=[over.slug])).content.decode()
    assert "sealed" in page


def test_after_the_round_all_is_open_and_fair(tables: list[Match], anna: Any, bo: Any) -> None:
    for match, user in zip(tables, (anna, bo), strict=True):
        play_to_the_end(match, {0: user})
    api.open_gate(KEYS)
    for match in tables:
        assert statuses(match, browser()) == {200}
        assert audit.problems_of(match.slug) == []
        snapshot = table(match.slug)
        assert snapshot is not None
        record = records.record(snapshot)
        assert record.meta.nonces_of == "entrants"
        assert from_json(to_json(record)) == record == parse_text(to_text(record))
        assert check_record(record) == []


def test_its_sockets_hear_of_the_opened_gate_once_they_can_see_it(
    tables: list[Match], commits: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    monkeypatch.setattr("games.broadcast.send", lambda group, kind, **ids: sent.append(group))
    with commits():
        api.open_gate(KEYS)
        assert sent == []
    assert sorted(sent) == sorted(f"match.{match.pk}" for match in tables)


def test_it_is_in_no_list_but_its_seats_own(tables: list[Match], anna: Any, bo: Any, admin_client: Client) -> None:
    api.create("t:2", {}, [api.SeatSpec(anna.pk), api.SeatSpec(bot="easy")], title="Open Cup")
    assert [row.match.event_title for row in lobby(None).live] == ["Open Cup"]
    assert "Open Cup" in browser().get(reverse("games:lobby")).content.decode()
    assert {row.match.event_key for row in lobby(bo).mine} == {KEYS[1]}
    rows = admin_client.get(reverse("admin:games_match_changelist")).content.decode()
    assert tables[0].slug not in rows
    events = admin_client.get(reverse("admin:games_matchevent_changelist")).content.decode()
    assert tables[0].slug not in events


def test_the_admin_sees_no_sealed_table(tables: list[Match], admin_client: Client) -> None:
    event = MatchEvent.objects.filter(match=tables[0]).first()
    assert event is not None
    for name, pk in (("match", tables[0].pk), ("matchevent", event.pk)):
        for view in ("change", "history"):
            assert admin_client.get(reverse(f"admin:games_{name}_{view}", args=[pk])).status_code == 403, (name, view)
    api.open_gate(KEYS)
    assert admin_client.get(reverse("admin:games_match_change", args=[tables[0].pk])).status_code == 200
