"""What clients send over sockets that is no move, or too much: refused in words, ignored, or hung up on."""

import pytest

from games.consumers import live
from games.models import Match
from tests.games.sockets import ask, asking, close_code, frame, opened, person, run, socket
from tests.games.tables import against_bots, first_legal

pytestmark = pytest.mark.django_db(transaction=True)


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


async def test_lobby_and_badge_take_no_moves() -> None:
    anna, browser = await person("anna")
    match = await run(against_bots, anna)
    for path in ("/ws/lobby/", "/ws/me/"):
        async with socket(path, browser) as other:
            await frame(other)
            await other.send_to(text_data=asking(await run(first_legal, match, 0), match.seq))
            assert await other.receive_nothing(timeout=0.1)
    assert (await run(Match.objects.get, pk=match.pk)).seq == match.seq
