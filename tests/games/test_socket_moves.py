"""Moves over a table's socket: the service of the form, one answer each, in order, and no way around the limits."""

import json
import re
from contextlib import asynccontextmanager
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.contrib.auth import get_user_model

from games import broadcast, metrics, services
from games.consumers import live, moves
from games.consumers import table as table_sockets
from games.models import Match, MatchEvent
from tests.games.sockets import close_code, frame, person, run, seq, socket
from tests.games.tables import against_bots, choose_all, first_legal, of_people, waiting

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = re.compile(r'<section id="table" data-answer="([\w-]+)" data-status="(\d+)"')
NOTICE = re.compile(r'<p class="notice" role="alert">(.*?)</p>')


def asking(action: object, number: object, name: object = "m1", **more: object) -> str:
    """A move as a page sends it."""
    return json.dumps({"action": action, "seq": number, "id": name, **more})


def answer(html: str) -> tuple[str, int, str]:
    """What an answer is to, its status and its notice."""
    root, notice = ROOT.match(html.lstrip()), NOTICE.search(html)
    assert root, html[:200]
    return root[1], int(root[2]), notice[1] if notice else ""


@asynccontextmanager
async def opened(match: Match, client: Any = None):
    """A table's socket, with its first frame behind it."""
    async with socket(f"/ws/t/{match.slug}/", client) as one:
        await frame(one)
        yield one


async def ask(of: WebsocketCommunicator, text: str) -> tuple[str, int, str]:
    """Send a frame; the answer to it."""
    await of.send_to(text_data=text)
    return answer(await frame(of))


async def actions(match: Match) -> int:
    """How many actions were taken at a table."""
    return await run(MatchEvent.objects.filter(match=match, kind="action").count)


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


@pytest.mark.parametrize(
    "text",
    [
        asking(["pickup"], 5),
        asking("pickup", "5"),
        asking("pickup", True),
        asking("pickup", 5.0),
        asking("pickup", None),
        asking("pickup", -1),
        asking("pickup", 10**30),
        asking("pickup", 5, seat=1),
        asking("\ud800\udfff\x00<b>", 5),
        asking("x" * 900, 5),
        '{"id": "m1"}',
        '{"id": "m1", "action": "pickup"}',
    ],
)
async def test_what_is_no_move_is_refused_in_words(text: str) -> None:
    anna, browser = await person("anna")
    match = await run(against_bots, anna)
    async with opened(match, browser) as own:
        name, status, notice = await ask(own, text)
        assert (name, status) == ("m1", 400)
        assert notice
        assert "<b>" not in notice


@pytest.mark.parametrize(
    "text",
    [
        " ", "pickup", "{", "null", "[]", "[" * 1000, '"m1"', "1e999", "NaN", asking("pickup", 5, ""),
        asking("pickup", 5, "x" * 21), asking("pickup", 5, 7), asking("pickup", 5, '"><b>'), asking("pickup", 5, "é"),
        asking("pickup", 5, "a\n"),
    ],
)  # fmt: skip
async def test_what_nobody_can_be_answered_to_counts_as_noise(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(live, "MAX_FRAMES", 2)
    anna, browser = await person("anna")
    match = await run(against_bots, anna)
    async with opened(match, browser) as own:
        await own.send_to(text_data=text)
        await own.send_to(bytes_data=asking("pickup", 5).encode())
        assert await own.receive_nothing(timeout=0.05)
        await own.send_to(text_data=text)
        assert await close_code(own) == live.TOO_MUCH


async def test_a_move_that_is_too_long_is_hung_up_on() -> None:
    anna, browser = await person("anna")
    match = await run(against_bots, anna)
    async with opened(match, browser) as own:
        await own.send_to(text_data=asking("x" * live.MAX_FRAME, match.seq))
        assert await close_code(own) == live.TOO_MUCH


async def test_moves_are_no_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MAX_FRAMES", 0)
    anna, browser = await person("anna")
    match = await run(against_bots, anna)
    async with opened(match, browser) as own:
        for _ in range(3):
            assert (await ask(own, asking("dance", 1)))[1] == 400


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


async def test_too_many_moves_are_refused_and_then_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MAX_FRAMES", 2)
    anna, browser = await person("anna")
    match = await run(against_bots, anna)
    counted: list[str] = []
    scope = {"is_over": lambda name: counted.append(name) or len(counted) > 1}
    async with socket(f"/ws/t/{match.slug}/", browser, **scope) as own:
        await frame(own)
        assert (await ask(own, asking("dance", 1)))[1] == 400
        for _ in range(2):
            assert (await ask(own, asking("dance", 1)))[1:] == (
                429, "That was a lot at once. Please wait a minute and try again.",
            )  # fmt: skip
        await own.send_to(text_data=asking("dance", 1))
        assert await close_code(own) == live.TOO_MUCH
    assert set(counted) == {"games:act"}


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


async def test_lobby_and_badge_take_no_moves() -> None:
    anna, browser = await person("anna")
    match = await run(against_bots, anna)
    for path in ("/ws/lobby/", "/ws/me/"):
        async with socket(path, browser) as other:
            await frame(other)
            await other.send_to(text_data=asking(await run(first_legal, match, 0), match.seq))
            assert await other.receive_nothing(timeout=0.1)
    assert (await run(Match.objects.get, pk=match.pk)).seq == match.seq


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
