"""`manage.py serve`, the process behind `make run`: starts, serves, stops, and keeps what it was told."""

import signal
import stat
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from games.consumers import live
from tests.processes import Process, Site
from tests.waiting import wait_for
from tests.websocket import Closed, Refused, Socket


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="module")
def site(directory: Path) -> Iterator[Site]:
    site = Site(directory)
    try:
        site.wait_until_healthy()
        yield site
    finally:
        site.kill()


def test_it_prints_the_address(site: Site) -> None:
    assert f"http://localhost:{site.port}/" in site.output


def test_it_serves_the_home_page_and_hashed_static_files(site: Site) -> None:
    page = site.client().get("/")
    assert page.status == 200
    stylesheet = page.text.split('rel="stylesheet" href="')[1].split('"')[0]
    answer = site.client().get(stylesheet)
    assert (answer.status, "immutable" in answer.headers["Cache-Control"]) == (200, True)


def test_its_secret_key_is_its_owners_alone(site: Site, directory: Path) -> None:
    assert stat.S_IMODE((directory / "secret_key").stat().st_mode) == 0o600


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "http://localhost:1"])
def test_it_rejects_a_socket_from_elsewhere(site: Site, origin: str | None) -> None:
    with pytest.raises(Refused) as refused:
        Socket(site.client(), "/ws/lobby/", origin)
    assert refused.value.status == 403


def test_it_opens_a_socket_for_its_own_pages(site: Site) -> None:
    with Socket(site.client(), "/ws/lobby/") as socket:
        assert 'id="lobby"' in socket.receive()


def test_a_huge_form_is_refused(site: Site) -> None:
    assert site.client().post("/accounts/guest/", {"filler": "x" * 2_000_000}).status == 413


def test_a_huge_frame_ends_the_socket_and_not_the_site(site: Site) -> None:
    with Socket(site.client(), "/ws/lobby/") as socket:
        socket.receive()
        with pytest.raises((Closed, OSError)):
            socket.send("x" * 5_000_000) or list(iter(socket.receive, ""))
    assert site.client().get("/healthz").status == 200


def test_a_socket_closes_with_the_code_that_says_why(site: Site) -> None:
    with Socket(site.client(), "/ws/lobby/") as socket:
        for _ in range(live.MAX_FRAMES + 1):
            socket.send("?")
        with pytest.raises(Closed, match=str(live.TOO_MUCH)):
            list(iter(socket.receive, ""))


@pytest.mark.parametrize(
    "name", ["SIGNED_OUT", "FORBIDDEN", "UNKNOWN", "SESSION_CHANGED", "TOO_MUCH", "COME_BACK", "FAILED"]
)
def test_a_close_code_is_one_that_daphne_sends(name: str) -> None:
    assert 3000 <= getattr(live, name) <= 4999


def test_many_visitors_writing_at_once_never_find_the_database_locked(site: Site) -> None:
    with ThreadPoolExecutor(12) as pool:
        statuses = list(pool.map(lambda _: site.client().post("/accounts/guest/").status, range(36)))
    assert set(statuses) <= {200, 302}
    assert "locked" not in site.output


def test_a_port_that_is_taken_is_said_in_words(site: Site, tmp_path: Path) -> None:
    second = Site(tmp_path, PORT=str(site.port))
    wait_for(lambda: not second.running, "the end of the second site")
    assert f"port {site.port}" in second.output
    assert "Traceback" not in second.output


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_within_seconds_and_its_data_survives(tmp_path: Path, number: int) -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # inherited, as by `make run &` in a script
    first = Site(tmp_path)
    signal.signal(signal.SIGINT, before)
    first.wait_until_healthy()
    guest = first.client()
    guest.post("/accounts/guest/")
    with Socket(guest, "/ws/lobby/") as socket:
        socket.receive()
        started = time.monotonic()
        assert first.stop(number) == 0
    assert time.monotonic() - started < 6
    assert "Stopped." in first.output

    second = Site(tmp_path)
    second.wait_until_healthy()
    guest.url = second.url
    page = guest.get("/accounts/preferences/")
    second.kill()
    assert page.status == 200, "the guest is no longer known"


def test_a_port_that_is_no_number_is_refused(tmp_path: Path) -> None:
    process = Site(tmp_path, PORT="eighty")
    wait_for(lambda: not process.running, "the end")
    assert "PORT must be a number" in process.output


def test_it_refuses_to_serve_the_production_settings(tmp_path: Path) -> None:
    settings = {"SECRET_KEY": "0123456789abcdef" * 4, "ALLOWED_HOSTS": "x.example"}
    services = {"DATABASE_URL": "postgres://x@127.0.0.1:1/x", "REDIS_URL": "redis://127.0.0.1:1/0"}
    module = {"DJANGO_SETTINGS_MODULE": "config.settings.production"}
    process = Process(["manage.py", "serve"], module | settings | services)
    wait_for(lambda: not process.running, "the end")
    assert "for the embedded stack" in process.output
