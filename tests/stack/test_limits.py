"""Limits and addresses as a stranger meets them: through nginx, with the settings of production and the limits on."""

import http.client
import os
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from urllib.parse import urlsplit

import pytest

from tests.client import Client
from tests.serve.person import PASSWORD, Person
from tests.stack.services import Database, Redis
from tests.stack.up import Up
from tests.waiting import wait_for
from tests.websocket import Refused, Socket

pytestmark = [pytest.mark.stack, pytest.mark.timeout(240)]
CI = os.environ.get("CI") == "true"
MINUTE = 60.0
TABLE = {"seats": "3", "bots": "", "pace": "days", "visibility": "unlisted"}
LAST = count(2)  # of addresses that nobody has come from
SPOOFS = count(1)

Send = Callable[[], int]


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    if not shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin"):
        (pytest.fail if CI else pytest.skip)("nginx is missing: apt-get install nginx-light", pytrace=False)
    database, redis = Database("limits"), Redis()
    up = Up(tmp_path_factory.mktemp("limits"), database, redis, RATE_LIMITS="on")
    try:
        wait_for(lambda: f"is at {up.url}/" in up.output or not up.running, "the start", 90)
        assert up.running, up.output
        yield up
    finally:
        up.stop()
        redis.stop()
        database.drop()


def visitor(up: Up, source: str = "") -> Client:
    """Somebody from an address that nobody has come from before."""
    return Client(up.url.replace("localhost", "127.0.0.1"), source or f"127.0.0.{next(LAST)}")


def spoofed() -> dict[str, str]:
    """Headers in which a client claims to be somebody else, each time another one."""
    claimed = f"10.{next(SPOOFS) % 250}.2.3"
    return {"X_Forwarded_For": claimed, "X_Real_IP": claimed, "Forwarded": f"for={claimed}"}


def person(up: Up, source: str = "") -> Person:
    """Somebody who is signed in, as a guest; came from an address that nobody has come from, and is at `source` now."""
    found = Person(up.url)
    found.browser = visitor(up)
    assert found.browser.post("/accounts/guest/").status == 200
    if source:
        found.browser.source = (source, 0)
    return found


def post(client: Client, path: str, data: dict[str, str]) -> Send:
    """Sends a form, claiming to come from somewhere else."""
    return lambda: client.post(path, data, **spoofed()).status


def check_minute(send: Send, most: int, refusal: int = 429) -> None:
    """So many are let through in a minute of the clock, and the next one is refused.

    Where the minute turns meanwhile the count begins anew, and the one request on the edge may count for either.
    """
    allowed, on_edge = Counter[int](), False
    for _ in range(2 * most + 2):
        before = int(time.time() // MINUTE)
        refused = send() == refusal
        after = int(time.time() // MINUTE)
        if refused:
            assert allowed[before] in ({most - 1, most} if on_edge or before != after else {most})
            return
        on_edge |= before != after
        allowed[after] += before == after
    raise AssertionError(f"{sum(allowed.values())} were let through")


def check_any_minute(send: Send, most: int, refusal: int = 429) -> None:
    """The same where any sixty seconds count."""
    began = time.monotonic()
    statuses = [send() for _ in range(most + 1)]
    assert time.monotonic() - began < MINUTE, "too slow to tell"
    assert [status == refusal for status in statuses] == [False] * most + [True], statuses


def test_sign_up_ends_after_twenty_from_one_address_whatever_it_claims(up: Up) -> None:
    def form() -> dict[str, str]:
        name = f"new{next(SPOOFS)}x"
        return {"username": name, "email": f"{name}@example.org", "password1": "short", "password2": "short"}

    stranger = visitor(up)
    check_any_minute(lambda: stranger.post("/accounts/signup/", form(), **spoofed()).status, 20)
    assert visitor(up).post("/accounts/signup/", form()).status == 400  # judged, not turned away


def test_guessing_ends_after_ten_and_locks_no_victim_out(up: Up) -> None:
    victim, stranger = Person(up.url).sign_up(), visitor(up)
    wrong = {"login": victim.name, "password": "not it"}
    for _ in range(5):
        assert stranger.post("/accounts/login/", wrong, **spoofed()).status == 400
    assert stranger.post("/accounts/login/", wrong, **spoofed()).status == 429  # of this account, from here
    home = visitor(up)
    assert home.post("/accounts/login/", {"login": victim.name, "password": PASSWORD}).status == 200
    assert home.get("/accounts/preferences/").status == 200

    guesser = visitor(up)
    names = (f"name{number}" for number in count())
    check_any_minute(lambda: guesser.post("/accounts/login/", wrong | {"login": next(names)}, **spoofed()).status, 10)
    assert visitor(up).post("/accounts/login/", {"login": victim.name, "password": PASSWORD}).status == 200


def test_asking_for_a_new_password_ends_after_twenty(up: Up) -> None:
    stranger, emails = visitor(up), (f"a{number}@example.org" for number in count())
    check_any_minute(
        lambda: stranger.post("/accounts/password/reset/", {"email": next(emails)}, **spoofed()).status, 20
    )
    assert visitor(up).post("/accounts/password/reset/", {"email": next(emails)}).status == 200


def test_a_person_makes_twenty_tables_a_minute_and_sits_down_forty_times(up: Up) -> None:
    one, other = person(up), person(up)
    table = other.create(**TABLE)
    check_minute(post(one.browser, "/tables/new/", {"seats": "no"}), 20)
    check_minute(post(one.browser, f"{table}join/", {"nonce": "no"}), 40)
    other.browser.source = one.browser.source  # a club behind one address
    assert other.create(**TABLE)
    assert post(other.browser, f"{table}join/", {})() == 200


def test_all_accounts_behind_one_address_make_a_hundred_and_twenty_tables(up: Up) -> None:
    address = f"127.0.0.{next(LAST)}"
    people = [person(up, address) for _ in range(7)]
    turns = (people[number % 7].browser for number in count())
    check_minute(lambda: next(turns).post("/tables/new/", {"seats": "no"}, **spoofed()).status, 120)
    elsewhere = people[0].browser
    elsewhere.source = visitor(up).source
    assert elsewhere.post("/tables/new/", {"seats": "no"}).status == 400


def test_a_person_moves_two_hundred_and_forty_times_a_minute(up: Up) -> None:
    one, other = person(up), person(up)
    table = one.create(**TABLE)
    check_minute(post(one.browser, f"{table}act/", {"action": "pass", "seq": "x"}), 240)
    assert post(other.browser, f"{table}act/", {"action": "pass", "seq": "x"})() != 429


def test_a_person_opens_a_hundred_and_eighty_sockets_a_minute(up: Up) -> None:
    one, other = person(up), person(up)

    def opened(client: Client) -> int:
        try:
            Socket(client, "/ws/lobby/", **spoofed()).close()
        except Refused as refused:
            return refused.status
        return 101

    check_minute(lambda: opened(one.browser), 180, refusal=403)
    other.browser.source = one.browser.source
    assert opened(other.browser) == 101


def test_another_host_is_refused_and_leads_nowhere(up: Up) -> None:
    for headers in ({"Host": "evil.example"}, {"Host": f"evil.example:{up.port}"}, {"Host": "localhost.evil.example"}):
        answer = visitor(up).get("/accounts/login/?next=/rules/", **headers)
        assert answer.status == 400
        assert "evil.example" not in answer.text
    claimed = visitor(up).get("/accounts/login/", X_Forwarded_Host="evil.example")
    assert (claimed.status, "evil.example" in claimed.text) == (200, False)


@pytest.mark.parametrize("length", ["Content-Length", "Transfer-Encoding"])
def test_a_body_that_is_too_large_is_refused_before_it_is_read(up: Up, length: str) -> None:
    parts = urlsplit(up.url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, 30)
    connection.putrequest("POST", "/tables/new/")
    if length == "Content-Length":
        connection.putheader(length, str(600 * 1024))
        connection.endheaders()
    else:
        connection.putheader(length, "chunked")
        connection.endheaders(b"%x\r\n" % (513 * 1024) + b"x" * (513 * 1024))
    assert connection.getresponse().status == 413
    connection.close()


def test_metrics_are_shut_whatever_a_stranger_claims(up: Up) -> None:
    for headers in ({}, spoofed(), {"X_Forwarded_For": "127.0.0.1"}, {"Authorization": "Bearer "},
                    {"Authorization": "Bearer None"}):  # fmt: skip
        assert visitor(up).get("/metrics", **headers).status == 404, headers
