"""Limits by the minute: they stop a script, never a person, and nobody can use them against somebody else."""

import json
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.http import HttpRequest
from django.test import Client, override_settings

from config import throttle
from config.asgi import application
from config.cache import ForgivingCache
from tests.games.tables import against_bots

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}


@pytest.fixture(autouse=True)
def _limited(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    settings.RATE_LIMITS = True
    monkeypatch.setattr(throttle.time, "time", lambda: 1_000_000_000.0)  # one window
    monkeypatch.setitem(throttle.LIMITS, "games:act", throttle.Limit(5))
    monkeypatch.setitem(throttle.LIMITS, "games:join", throttle.Limit(3, 5))
    monkeypatch.setitem(throttle.LIMITS, "socket", throttle.Limit(2))
    cache.clear()
    yield
    cache.clear()


def signed_in(name: str, **more: Any) -> Client:
    client = Client(**more)
    client.force_login(get_user_model().objects.create_user(name))
    return client


def statuses(client: Client, name: str, times: int, **more: Any) -> list[int]:
    return [client.post(f"/t/nowhere/{name}/", headers=JSON, **more).status_code for _ in range(times)]


def test_a_script_is_stopped_and_told_how_long_to_wait() -> None:
    client = signed_in("anna")
    assert statuses(client, "act", 6) == [404] * 5 + [429]
    answer = client.post("/t/nowhere/act/", headers=JSON)
    assert (answer.json()["ok"], 0 < int(answer.headers["Retry-After"]) <= 60) == (False, True)
    assert "That was a lot at once" in client.post("/t/nowhere/act/").content.decode()


def test_a_minute_later_all_is_well(monkeypatch: pytest.MonkeyPatch) -> None:
    client = signed_in("anna")
    statuses(client, "act", 6)
    monkeypatch.setattr(throttle.time, "time", lambda: 1_000_000_060.0)
    assert statuses(client, "act", 1) == [404]


def test_people_behind_one_address_do_not_count_for_each_other() -> None:
    statuses(signed_in("anna"), "act", 9)
    assert statuses(signed_in("bo"), "act", 5) == [404] * 5


def test_new_guests_from_one_address_count_together() -> None:
    assert [statuses(Client(), "join", 1)[0] for _ in range(6)] == [404] * 5 + [429]
    assert statuses(signed_in("bo", REMOTE_ADDR="10.1.1.1"), "join", 1) == [404]


def test_behind_a_proxy_a_forged_header_dodges_nothing_and_harms_nobody(settings: Any) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    forged = [
        Client(HTTP_X_FORWARDED_FOR=f"10.0.0.{number}, 6.6.6.6").post("/t/nowhere/join/", headers=JSON).status_code
        for number in range(7)
    ]
    assert forged == [404] * 5 + [429] * 2
    assert Client(HTTP_X_FORWARDED_FOR="10.0.0.1").post("/t/nowhere/join/", headers=JSON).status_code == 404


@pytest.mark.parametrize(("proxies", "forwarded", "peer", "seen"), [
    (0, "1.1.1.1", "9.9.9.9", "9.9.9.9"),
    (1, "1.1.1.1, 2.2.2.2", "9.9.9.9", "2.2.2.2"),
    (2, "1.1.1.1, 2.2.2.2, 3.3.3.3", "9.9.9.9", "2.2.2.2"),
    (2, "1.1.1.1", "9.9.9.9", "9.9.9.9"),
    (1, "nonsense", "9.9.9.9", ""),
    (0, "", "", ""),
    (0, "", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
])  # fmt: skip
def test_the_address_is_the_one_that_the_last_trusted_proxy_saw(
    settings: Any, proxies: int, forwarded: str, peer: str, seen: str
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    request = HttpRequest()
    request.META = {"HTTP_X_FORWARDED_FOR": forwarded, "REMOTE_ADDR": peer}
    assert throttle.address_of(request) == seen


def test_pages_are_read_without_limit_and_a_switch_turns_all_limits_off(settings: Any) -> None:
    client = signed_in("anna")
    assert {client.get("/rules/").status_code for _ in range(10)} == {200}
    settings.RATE_LIMITS = False
    assert statuses(client, "act", 9) == [404] * 9


def test_every_address_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "OTHERS", throttle.Limit(2))
    client = signed_in("anna")
    answers = [client.post(path).status_code for path in ("/accounts/theme/", "/accounts/hint/", "/u/anna/block/")]
    assert answers[-1] == 429


def socket(client: Client | None = None, address: str = "1.2.3.4", path: str = "/ws/lobby/") -> WebsocketCommunicator:
    headers = [(b"origin", b"http://localhost"), (b"host", b"localhost")]
    if client is not None:
        headers.append((b"cookie", f"sessionid={client.cookies['sessionid'].value}".encode()))
    socket = WebsocketCommunicator(application, path, headers)
    socket.scope["client"] = (address, 1)
    return socket


async def opens(one: WebsocketCommunicator) -> bool:
    accepted, _ = await one.connect(timeout=10)
    return accepted


def test_sockets_opened_too_fast_are_refused() -> None:
    async def opened() -> bool:
        one = socket()
        accepted = await opens(one)
        await one.disconnect()
        return accepted

    async def all_of_them() -> list[bool]:
        return [await opened() for _ in range(3)]

    assert async_to_sync(all_of_them)() == [True, True, False]


@pytest.fixture
def few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(throttle.LIMITS, "socket", throttle.Limit(100))
    monkeypatch.setattr(throttle, "AT_ONCE", throttle.Limit(2, 3))


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("few_at_once")
async def test_a_person_holds_so_many_sockets_open_and_no_more() -> None:
    anna, bo = [await sync_to_async(signed_in)(name) for name in ("anna", "bo")]
    mine = [socket(anna, f"10.0.0.{number}") for number in range(3)]
    assert [await opens(one) for one in mine] == [True, True, False]
    other, again = socket(bo), socket(anna)
    assert await opens(other)
    await mine[0].disconnect()
    assert await opens(again)
    for one in (mine[1], other, again):
        await one.disconnect()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("few_at_once")
async def test_an_address_holds_so_many_sockets_open_and_no_more() -> None:
    anna = await sync_to_async(signed_in)("anna")
    from_there = [socket(), socket(anna), socket(), socket(), socket(anna)]
    assert [await opens(one) for one in from_there] == [True, True, True, False, False]
    elsewhere, later = socket(address="5.6.7.8"), socket()
    assert await opens(elsewhere)
    for one in (*from_there[:3], elsewhere):
        await one.disconnect()
    assert await opens(later)
    await later.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_what_is_sent_over_a_socket_counts_with_what_is_posted() -> None:
    anna = await sync_to_async(signed_in)("anna")
    match = await sync_to_async(against_bots)(await get_user_model().objects.aget(username="anna"))
    one = socket(anna, path=f"/ws/t/{match.slug}/")
    assert await opens(one)
    assert "data-answer" not in await one.receive_from(timeout=10)
    answers = []
    for number in range(6):
        await one.send_to(text_data=json.dumps({"action": "dance", "seq": 1, "id": str(number)}))
        answers.append('data-status="429"' in await one.receive_from(timeout=10))
    assert answers == [False] * 5 + [True]
    assert await sync_to_async(statuses)(anna, "act", 1) == [429]
    await one.disconnect()


def test_without_its_cache_the_site_goes_on_without_limits(monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    monkeypatch.setattr(ForgivingCache, "away_until", 0.0)
    nowhere = {"BACKEND": "config.cache.ForgivingCache", "LOCATION": "redis://127.0.0.1:1/0"}
    with override_settings(CACHES={"default": nowhere}, ACCOUNT_RATE_LIMITS={}):
        assert statuses(signed_in("anna"), "act", 9) == [404] * 9
        answer = client.post("/accounts/login/", {"login": "anna", "password": "wrong"})
    assert ForgivingCache.away_until > 0
    assert "do not go together" in answer.content.decode()
