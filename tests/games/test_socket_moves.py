"""Moves over a table's socket: the service of the form, one answer each, in order, by who may move."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model

from games import broadcast, metrics, services
from games.consumers import live, moves
from games.consumers import table as table_sockets
from games.models import Match
from tests.games.sockets import NOTICE, actions, answer, ask, asking, close_code, frame, opened, person, run, seq
from tests.games.tables import choose_all, first_legal, of_people, waiting

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_move_is_taken_and_everybody_hears_of_it_once() -> None:
    (anna, a), (bo, b) = await person("anna"), await person("bo")
    match = await run(of_people, anna, bo)
    move = asking(await run(first_legal, match, 0), match.seq)
    async with opened(match, a) as own, opened(match, a) as tab, opened(match, b) as other, opened(match) as watcher:
        assert await ask(own, move) == ("m1", 200, "")
        for each in (tab, other, watcher):
            html = await frame(each)
            assert (seq(html), "data-answer" in html) == (match.seq + 1, False)
        assert await own.receive_nothing(timeout=0.3)
    assert await actions(match) == 1


async def test_the_movers_own_frame_is_counted_as_pushed_too() -> None:
    (anna, a), (bo, _) = await person("anna"), await person("bo")
    match = await run(of_people, anna, bo)
    before = metrics.PUSH._sum.get()
    async with opened(match, a) as own:
        await ask(own, asking(await run(first_legal, match, 0), match.seq))
        await own.receive_nothing(timeout=0.05)
    assert metrics.PUSH._sum.get() > before


async def test_after_ones_own_move_the_next_change_is_heard() -> None:
    (anna, a), (bo, _) = await person("anna"), await person("bo")
    match = await run(of_people, anna, bo)
    async with opened(match, a) as own:
        await ask(own, asking(await run(first_legal, match, 0), match.seq))
        await run(services.react, match.slug, bo, "nice")  # the same number, and something new
        assert "Nice one" in await frame(own)


@pytest.mark.parametrize(
    ("action", "behind", "status", "notice"),
    [
        ("play R5 B6", 0, 400, "Not now"),
        ("dance", 0, 400, "That is not an action"),
        ("first", 1, 409, "The table has moved on"),
    ],
)
async def test_a_refusal_says_what_the_form_would_have_said(action: str, behind: int, status: int, notice: str) -> None:
    (anna, a), (bo, b) = await person("anna"), await person("bo")
    match = await run(choose_all, await run(of_people, anna, bo), anna, bo)
    seat = match.turn_seat
    browser = (a, b)[seat]
    action = await run(first_legal, match, seat) if action == "first" else action
    async with opened(match, browser) as own:
        name, code, said = await ask(own, asking(action, match.seq - behind, "a-b_9"))
        assert (name, code, said.startswith(notice)) == ("a-b_9", status, True)
        headers = {"HX-Request": "true", "Accept": "text/html"}
        form = {"action": action, "seq": match.seq - behind}
        posted = await run(browser.post, f"/t/{match.slug}/act/", form, headers=headers)
        assert (posted.status_code, NOTICE.search(posted.content.decode())[1]) == (code, said)
        assert await own.receive_nothing(timeout=0.2)
    assert await actions(match) == 2


async def test_who_has_no_seat_is_refused_and_stays() -> None:
    (anna, _), (bo, _), (_, c) = await person("anna"), await person("bo"), await person("cleo")
    match = await run(of_people, anna, bo)
    move = asking(await run(first_legal, match, 0), match.seq)
    for client in (c, None):
        async with opened(match, client) as watcher:
            assert await ask(watcher, move) == ("m1", 403, "You have no seat at this table.")
    assert await actions(match) == 0


async def test_a_watcher_for_whom_the_table_was_shut_meanwhile_learns_nothing() -> None:
    (anna, _), (bo, _) = await person("anna"), await person("bo")
    match = await run(of_people, anna, bo)
    async with opened(match) as watcher:
        await run(Match.objects.filter(pk=match.pk).update, sealed=True)
        await watcher.send_to(text_data=asking("pickup", match.seq))
        assert await close_code(watcher) == live.FORBIDDEN


async def test_at_a_table_that_is_gone_the_socket_says_so() -> None:
    anna, browser = await person("anna")
    match = await run(waiting, anna)
    async with opened(match, browser) as own:
        await run(Match.objects.filter(pk=match.pk).delete)
        await own.send_to(text_data=asking("pickup", match.seq))
        assert await close_code(own) == live.UNKNOWN


async def test_moves_of_one_socket_are_taken_in_order() -> None:
    (anna, a), (bo, _) = await person("anna"), await person("bo")
    match = await run(of_people, anna, bo)
    up = await run(first_legal, match, 0)
    async with opened(match, a) as own:
        for number in range(4):
            await own.send_to(text_data=asking(up, match.seq, f"m{number}"))
        answers = [answer(await frame(own)) for _ in range(4)]
    assert [each[:2] for each in answers] == [("m0", 200), ("m1", 409), ("m2", 409), ("m3", 409)]
    assert await actions(match) == 1


async def test_a_move_of_somebody_who_leaves_at_once_is_done() -> None:
    (anna, a), (bo, _) = await person("anna"), await person("bo")
    match = await run(of_people, anna, bo)
    async with opened(match, a) as own:
        await own.send_to(text_data=asking(await run(first_legal, match, 0), match.seq))
    assert await actions(match) == 1


async def test_a_repeated_move_is_taken_once_whichever_way_it_comes_again() -> None:
    (anna, a), (bo, _) = await person("anna"), await person("bo")
    match = await run(of_people, anna, bo)
    up = await run(first_legal, match, 0)
    async with opened(match, a) as own:
        await own.send_to(text_data=asking(up, match.seq))
        posted = await run(
            a.post, f"/t/{match.slug}/act/", {"action": up, "seq": match.seq}, headers={"HX-Request": "1"}
        )
        statuses = {posted.status_code, answer(await frame(own))[1]}
    assert statuses == {200, 409}
    assert await actions(match) == 1


@pytest.mark.parametrize("change", [{"is_active": False}, {"password": "another"}])
async def test_whoever_was_banned_or_shut_out_unheard_does_not_move(
    monkeypatch: pytest.MonkeyPatch, change: dict[str, Any]
) -> None:
    monkeypatch.setattr(table_sockets, "MOVE_CHECK", 0.0)
    (anna, a), (bo, _) = await person("anna"), await person("bo")
    match = await run(of_people, anna, bo)
    async with opened(match, a) as own:
        await run(get_user_model().objects.filter(pk=anna.pk).update, **change)
        await own.send_to(text_data=asking(await run(first_legal, match, 0), match.seq))
        assert await close_code(own) == live.SESSION_CHANGED
    assert await actions(match) == 0


async def test_a_log_out_that_was_not_heard_of_is_noticed_within_seconds() -> None:
    (anna, a), (bo, _) = await person("anna"), await person("bo")
    match = await run(of_people, anna, bo)
    assert table_sockets.MOVE_CHECK <= 5
    async with opened(match, a) as own:
        await run(a.logout)
        move = await run(first_legal, match, 0)
        with pytest.MonkeyPatch.context() as patched:
            later = live.time.monotonic() + table_sockets.MOVE_CHECK
            patched.setattr(live.time, "monotonic", lambda: later)
            await own.send_to(text_data=asking(move, match.seq))
            assert await close_code(own) == live.SESSION_CHANGED
    assert await actions(match) == 0


async def test_after_the_hint_nothing_is_taken_any_more() -> None:
    (anna, a), (bo, _) = await person("anna"), await person("bo")
    match = await run(of_people, anna, bo)
    async with opened(match, a) as own:
        await run(get_user_model().objects.filter(pk=anna.pk).update, is_active=False)
        broadcast.signed_out(anna.pk)
        assert await close_code(own) == live.SIGNED_OUT
        await own.send_to(text_data=asking(await run(first_legal, match, 0), match.seq))
        assert await own.receive_nothing(timeout=0.2)
    assert await actions(match) == 0


async def test_a_fault_of_the_site_ends_the_socket_and_the_page_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    (anna, a), (bo, _) = await person("anna"), await person("bo")
    match = await run(of_people, anna, bo)

    def fails(*args: Any) -> None:
        raise RuntimeError("broken")

    async with opened(match, a) as own:
        monkeypatch.setattr(moves.services, "act", fails)
        await own.send_to(text_data=asking("pickup", match.seq))
        assert await close_code(own) == live.FAILED


async def test_a_rendering_under_way_is_sent_before_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    (anna, a), (bo, _) = await person("anna"), await person("bo")
    match = await run(of_people, anna, bo)
    async with opened(match, a) as own:
        await run(services.react, match.slug, bo, "nice")
        await own.send_to(text_data=asking(await run(first_legal, match, 0), match.seq))
        shown = [await frame(own)]
        while "data-answer" not in shown[-1]:
            shown.append(await frame(own))
        while not await own.receive_nothing(timeout=0.3):
            shown.append(await frame(own))
    assert [seq(html) for html in shown] == sorted(seq(html) for html in shown)


async def test_a_table_that_a_move_led_to_is_not_asked_of_the_database_again(monkeypatch: pytest.MonkeyPatch) -> None:
    (anna, a), (bo, b) = await person("anna"), await person("bo")
    match = await run(of_people, anna, bo)
    asked: list[object] = []
    async with opened(match, a) as own, opened(match, b) as other, opened(match) as watcher:
        monkeypatch.setattr(table_sockets.selectors, "table", asked.append)
        await ask(own, asking(await run(first_legal, match, 0), match.seq))
        assert [seq(await frame(each)) for each in (other, watcher)] == [match.seq + 1] * 2
        assert asked == []
        monkeypatch.undo()
        await run(services.react, match.slug, bo, "nice")  # no move: it is asked
        for each in (own, other, watcher):
            assert "Nice one" in await frame(each)
