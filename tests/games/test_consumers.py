"""Sockets: a snapshot on connecting, the newest state after a change, and codes that say go away."""

import asyncio
from importlib import import_module
from typing import Any

import pytest
from channels.layers import get_channel_layer
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client

from games import broadcast, services
from games.consumers import live
from games.consumers import table as table_sockets
from games.models import Match
from tests.games.sockets import close_code, frame, person, run, seq, socket
from tests.games.tables import against_bots, choose_all, first_legal, of_people, waiting

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_snapshot_comes_on_connecting() -> None:
    anna, browser = await person("anna")
    match = await run(against_bots, anna)
    async with socket(f"/ws/t/{match.slug}/", browser) as own, socket(f"/ws/t/{match.slug}/") as watcher:
        mine, theirs = await frame(own), await frame(watcher)
    assert mine.lstrip().startswith('<section id="table"')
    assert seq(mine) == seq(theirs) == match.seq
    assert "data-card" in mine
    assert "data-card" not in theirs
    assert "anna" in theirs


async def test_every_change_reaches_everybody() -> None:
    (anna, a), (bo, b) = await person("anna"), await person("bo")
    match = await run(of_people, anna, bo)
    path = f"/ws/t/{match.slug}/"
    async with socket(path, a) as one, socket(path, a) as two, socket(path, b) as other, socket(path) as watcher:
        sockets = (one, two, other, watcher)
        for each in sockets:
            await frame(each)
        await run(services.act, match.slug, anna, await run(first_legal, match, 0), match.seq)
        assert [seq(await frame(each)) for each in sockets] == [match.seq + 1] * 4


async def test_a_burst_ends_in_the_newest_state() -> None:
    (anna, a), (bo, _) = await person("anna"), await person("bo")
    match = await run(of_people, anna, bo)
    async with socket(f"/ws/t/{match.slug}/", a) as own:
        await frame(own)
        await run(choose_all, match, anna, bo)
        for _ in range(300):
            broadcast.table_changed(match.pk, match.seq)
        newest = (await run(Match.objects.get, pk=match.pk)).seq
        shown = [seq(await frame(own))]
        while not await own.receive_nothing(timeout=0.5):
            shown.append(seq(await frame(own)))
    assert (shown[-1], shown) == (newest, sorted(shown))
    assert len(shown) < 100


async def test_who_missed_messages_looks_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    (anna, a), (bo, _) = await person("anna"), await person("bo")
    match = await run(of_people, anna, bo)
    async with socket(f"/ws/t/{match.slug}/", a) as own:
        await frame(own)
        with monkeypatch.context() as lost:
            lost.setattr(broadcast, "send", lambda *args, **ids: None)
            await run(services.act, match.slug, anna, await run(first_legal, match, 0), match.seq)
        await get_channel_layer().group_send(broadcast.match_group(match.pk), {"type": "messages.lost", "stamp": 1})
        assert seq(await frame(own)) == match.seq + 1


async def test_a_word_that_was_lost_after_others_were_heard_is_made_good_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (anna, a), (bo, b) = await person("anna"), await person("bo")
    match = await run(of_people, anna, bo)
    async with socket(f"/ws/t/{match.slug}/", a) as own, socket(f"/ws/t/{match.slug}/", b) as other:
        for each in (own, other):
            await frame(each)
        await run(services.act, match.slug, anna, await run(first_legal, match, 0), match.seq)
        for each in (own, other):
            assert seq(await frame(each)) == match.seq + 1
        with monkeypatch.context() as lost:
            lost.setattr(broadcast, "send", lambda *args, **ids: None)
            await run(services.act, match.slug, bo, await run(first_legal, match, 1), match.seq + 1)
        await get_channel_layer().group_send(broadcast.match_group(match.pk), {"type": "messages.lost", "stamp": 1})
        for each in (own, other):
            assert seq(await frame(each)) == match.seq + 2


async def test_a_word_that_took_longer_than_a_later_one_brings_no_older_table(monkeypatch: pytest.MonkeyPatch) -> None:
    (anna, a), (bo, _) = await person("anna"), await person("bo")
    match = await run(of_people, anna, bo)
    words: list[dict[str, Any]] = []
    async with socket(f"/ws/t/{match.slug}/", a) as own:
        await frame(own)
        with monkeypatch.context() as held:
            held.setattr(
                broadcast, "send", lambda group, kind, **ids: words.append({"group": group, "type": kind, **ids})
            )
            for seat, user in enumerate((anna, bo)):
                await run(services.act, match.slug, user, await run(first_legal, match, seat), match.seq + seat)
        told = [word | {"stamp": number} for number, word in enumerate(words) if word["type"] == "table.changed"]
        for word in reversed(told):
            await get_channel_layer().group_send(word["group"], word)
        await run(services.react, match.slug, bo, "ouch")
        shown = [await frame(own)]
        while "Ouch</span>" not in shown[-1]:
            shown.append(await frame(own))
    assert len(told) == 2
    assert {seq(html) for html in shown} == {match.seq + 2}


async def test_a_word_without_a_number_brings_the_table_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    (anna, a), (bo, _) = await person("anna"), await person("bo")
    match = await run(of_people, anna, bo)
    async with socket(f"/ws/t/{match.slug}/", a) as own:
        await frame(own)
        await run(services.act, match.slug, anna, await run(first_legal, match, 0), match.seq)
        await frame(own)
        with monkeypatch.context() as lost:
            lost.setattr(broadcast, "send", lambda *args, **ids: None)
            await run(services.react, match.slug, bo, "ouch")
        broadcast.table_changed(match.pk, 0)
        assert "Ouch</span>" in await frame(own)


async def test_watchers_share_one_rendering(monkeypatch: pytest.MonkeyPatch) -> None:
    (anna, _), (bo, _) = await person("anna"), await person("bo")
    match = await run(of_people, anna, bo)
    rendered: list[Any] = []
    render = table_sockets.table_html
    monkeypatch.setattr(table_sockets, "table_html", lambda *args: rendered.append(args[1]) or render(*args))
    async with socket(f"/ws/t/{match.slug}/") as one, socket(f"/ws/t/{match.slug}/") as two:
        await frame(one), await frame(two)
        rendered.clear()
        await run(services.act, match.slug, anna, await run(first_legal, match, 0), match.seq)
        assert await frame(one) == await frame(two)
    assert rendered == [None]


async def test_a_watcher_who_blocks_somebody_hears_less_than_the_others() -> None:
    anna, _ = await person("anna")
    bo, _ = await person("bo")
    cleo, deaf = await person("cleo")
    await run(services.set_block, cleo, bo)
    match = await run(of_people, anna, bo)
    path = f"/ws/t/{match.slug}/"
    async with socket(path) as watcher, socket(path, deaf) as other:
        for each in (watcher, other):
            await frame(each)
        await run(services.react, match.slug, bo, "ouch")
        assert "Ouch</span>" in await frame(watcher)
        await run(services.react, match.slug, anna, "nice")
        heard = [await frame(other)]
        while "Nice one</span>" not in heard[-1]:
            heard.append(await frame(other))
        assert not any("Ouch</span>" in each for each in heard)


async def test_unknown_tables_and_strangers_are_sent_away() -> None:
    anna, browser = await person("anna")
    match = await run(waiting, anna, visibility="invite")
    async with socket("/ws/t/nowhere123/") as lost:
        assert await close_code(lost) == 4404
    async with socket(f"/ws/t/{match.slug}/") as stranger:
        assert await close_code(stranger) == 4403
    async with socket(f"/ws/t/{match.slug}/", browser) as own:
        assert 'id="table"' in await frame(own)


async def test_a_table_that_is_sealed_meanwhile_shuts_its_watchers_out() -> None:
    (anna, a), (bo, _) = await person("anna"), await person("bo")
    match = await run(of_people, anna, bo)
    async with socket(f"/ws/t/{match.slug}/") as watcher, socket(f"/ws/t/{match.slug}/", a) as own:
        await frame(watcher), await frame(own)
        await run(Match.objects.filter(pk=match.pk).update, sealed=True)
        await run(services.act, match.slug, anna, await run(first_legal, match, 0), match.seq)
        assert await close_code(watcher) == 4403
        assert 'id="table"' in await frame(own)


async def test_logging_out_closes_the_sockets_of_that_browser_alone() -> None:
    (anna, a), other = await person("anna"), Client()
    await run(other.force_login, anna)
    match = await run(against_bots, anna)
    path = f"/ws/t/{match.slug}/"
    async with socket(path, a) as here, socket(path, other) as there:
        await frame(here), await frame(there)
        await run(import_module(settings.SESSION_ENGINE).SessionStore(a.cookies["sessionid"].value).delete)
        broadcast.signed_out(anna.pk)
        assert await close_code(here) == 4401
        assert await there.receive_nothing(timeout=0.3)


@pytest.mark.parametrize("change", [{"is_active": False}, {"password": "another"}])
async def test_a_ban_or_a_new_password_closes_sockets(change: dict[str, Any]) -> None:
    anna, browser = await person("anna")
    async with socket("/ws/me/", browser) as own:
        await frame(own)
        await run(get_user_model().objects.filter(pk=anna.pk).update, **change)
        broadcast.signed_out(anna.pk)
        assert await close_code(own) == 4401


async def test_after_hanging_up_nothing_more_is_sent(caplog: pytest.LogCaptureFixture) -> None:
    (anna, a), (bo, _) = await person("anna"), await person("bo")
    match = await run(of_people, anna, bo)
    async with socket(f"/ws/t/{match.slug}/", a) as own:  # its client never says goodbye
        await frame(own)
        await run(get_user_model().objects.filter(pk=anna.pk).update, is_active=False)
        broadcast.signed_out(anna.pk)
        assert await close_code(own) == 4401
        await run(services.act, match.slug, bo, await run(first_legal, match, 1), match.seq)
        assert await own.receive_nothing(timeout=0.3)
    assert not caplog.records


async def test_a_session_that_ended_unheard_is_noticed_at_the_next_push(monkeypatch: pytest.MonkeyPatch) -> None:
    anna, browser = await person("anna")
    match = await run(against_bots, anna)
    monkeypatch.setattr(live, "SESSION_CHECK", 0.0)
    async with socket(f"/ws/t/{match.slug}/", browser) as own:
        await frame(own)
        await run(browser.logout)
        broadcast.table_changed(match.pk, match.seq)
        assert await close_code(own) == live.SESSION_CHANGED


async def test_who_sends_much_is_hung_up_on() -> None:
    async with socket("/ws/lobby/") as chatty:
        await frame(chatty)
        await chatty.send_to(text_data="x" * 5000)
        assert await close_code(chatty) == live.TOO_MUCH


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://testserver:81", "http://a.testserver"])
async def test_other_sites_get_no_socket(origin: str) -> None:
    async with socket("/ws/lobby/", origin=origin) as foreign:
        assert not foreign.accepted


async def test_the_lobby_is_live() -> None:
    anna, _ = await person("anna")
    async with socket("/ws/lobby/") as lobby:
        assert (await frame(lobby)).lstrip().startswith('<div id="lobby"')
        match = await run(waiting, anna)
        assert match.slug in await frame(lobby)
        await run(services.leave, match.slug, anna)
        assert match.slug not in await frame(lobby)


async def test_the_badge_counts_the_tables_that_wait() -> None:
    (anna, a), (bo, _) = await person("anna"), await person("bo")
    async with socket("/ws/me/", a) as badge:
        assert "badge-turn" not in await frame(badge)
        match = await run(of_people, anna, bo)
        assert "badge-turn" in await frame(badge)
        await run(services.act, match.slug, anna, await run(first_legal, match, 0), match.seq)
        assert "badge-turn" not in await frame(badge)


async def test_the_badge_is_for_people_who_are_signed_in() -> None:
    async with socket("/ws/me/") as nobody:
        assert await close_code(nobody) == 4401


async def test_nothing_stays_behind_when_sockets_go() -> None:
    before = len(asyncio.all_tasks())
    for _ in range(5):
        async with socket("/ws/lobby/") as one:
            await frame(one)
    assert len(asyncio.all_tasks()) <= before + 1


async def test_old_sockets_are_asked_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "LIFETIME", 0.05)
    async with socket("/ws/lobby/") as old:
        assert await close_code(old) == live.COME_BACK


async def test_people_at_a_waiting_table_show_that_they_are_there() -> None:
    anna, browser = await person("anna")
    match = await run(waiting, anna)
    await run(match.seats.filter(index=0).update, seen_at=None)
    async with socket(f"/ws/t/{match.slug}/", browser) as own:
        await frame(own)
    assert (await run(match.seats.get, index=0)).seen_at is not None


async def test_the_lobby_marks_ones_own_turn() -> None:
    (anna, a), (bo, _) = await person("anna"), await person("bo")
    async with socket("/ws/lobby/", a) as lobby:
        await frame(lobby)
        match = await run(of_people, anna, bo)
        html = await frame(lobby)
        while "tile-turn" not in html:
            html = await frame(lobby)
        assert match.slug in html


async def test_a_socket_that_cannot_be_served_lets_go_of_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    anna, browser = await person("anna")
    match = await run(against_bots, anna)

    def fails(*args: Any) -> str:
        raise RuntimeError("broken")

    discarded: list[str] = []
    layer = get_channel_layer()
    discard = layer.group_discard

    async def noted(group: str, channel: str) -> None:
        discarded.append(group)
        await discard(group, channel)

    monkeypatch.setattr(table_sockets, "table_html", fails)
    async with socket(f"/ws/t/{match.slug}/", browser) as own:
        monkeypatch.setattr(layer, "group_discard", noted, raising=False)
        assert await close_code(own) == live.FAILED
    assert set(discarded) == {broadcast.match_group(match.pk), broadcast.user_group(anna.pk)}


async def test_clients_that_come_and_go_hold_nobody_up() -> None:
    for _ in range(20):
        async with socket("/ws/lobby/"):
            pass
    async with socket("/ws/lobby/") as patient:
        assert 'id="lobby"' in await frame(patient)
