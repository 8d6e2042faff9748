"""`make up`: the production stack behind nginx, kept running by one process."""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.client import Client
from tests.processes import Process, is_healthy
from tests.serve.person import Person
from tests.stack.services import Database, Redis
from tests.stack.up import Up
from tests.waiting import wait_for
from tests.websocket import Closed

pytestmark = [pytest.mark.stack, pytest.mark.timeout(240)]
CI = os.environ.get("CI") == "true"
OPTIONS = {"seats": 3, "bots": "easy,easy", "pace": "relaxed", "bot_pace": "instant", "visibility": "unlisted"}


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[Database, Redis]]:
    database, redis = Database("up"), Redis()
    yield database, redis
    redis.stop()
    database.drop()


@pytest.fixture(scope="module")
def up(servers: tuple[Database, Redis], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    if not shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin"):
        (pytest.fail if CI else pytest.skip)("nginx is missing: apt-get install nginx-light", pytrace=False)
    up = Up(tmp_path_factory.mktemp("up"), *servers)
    try:
        wait_for(lambda: f"is at {up.url}/" in up.output or not up.running, "the start", 90)
        assert up.running, up.output
        yield up
    finally:
        up.stop()


def my_turn(person: Person, table: str) -> dict[str, Any]:
    def view() -> dict[str, Any] | None:
        seen = person.view(table)
        return seen if seen["legal"] or seen["status"] != "playing" else None

    seen = wait_for(view, "the person's turn", 60)
    assert seen
    return seen


def move(person: Person, table: str) -> int:
    """Take the first legal action; return the seq that answered."""
    seen = my_turn(person, table)
    answer = person.act(table, seen["legal"][0], seen["seq"])
    assert answer.status == 200, answer.text
    return int(answer.json["seq"])


def kill(up: Up, name: str) -> None:
    """End a part as a power cut would."""
    os.kill(up.pid(name), signal.SIGKILL)


def living(group: int) -> list[str]:
    """The processes of a group that run; the dead whom nobody has asked about yet do not count."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, _, own, *_ = path.read_text().rpartition(")")[2].split()
            found += [path.parent.name] * (state != "Z" and int(own) == group)
    return found


def wait_for_successor(up: Up, name: str) -> None:
    """Wait until the part that was killed runs again, and answers on its own port."""
    ports = re.findall(r"server 127\.0\.0\.1:(\d+)", (up.directory / "site.conf").read_text())
    wait_for(lambda: f"{name} ended with -9" in up.output, "a word about it")
    wait_for(lambda: is_healthy(f"http://localhost:{ports[int(name[-1]) - 1]}"), f"the successor of {name}", 60)


def test_it_is_ready_and_a_stranger_reads_no_metrics(up: Up) -> None:
    assert up.ready()
    assert Client(up.url).get("/metrics").status == 404


def test_static_files_are_hashed_packed_and_kept_for_ever(up: Up) -> None:
    page = Client(up.url).get("/").text
    path = page.split('rel="stylesheet" href="')[1].split('"')[0]
    answer = Client(up.url).get(path, Accept_Encoding="gzip")
    assert re.search(r"\.[0-9a-f]{12}\.css$", path)
    assert (answer.status, answer.headers["Content-Encoding"]) == (200, "gzip")
    assert answer.headers["Cache-Control"] == "max-age=315360000, public, immutable"


def test_a_game_goes_on_through_the_death_of_a_web_process(up: Up) -> None:
    person = Person(up.url).sign_up()
    table = person.create(**OPTIONS)
    person.watch(table)
    person.listen()
    assert up.metric("threeup_open_sockets", '{path="t"}') == 1
    acted = move(person, table)
    wait_for(lambda: person.listen() >= acted, "the move on the socket")

    for name in ("web1", "web2"):  # one of them carries the socket
        kill(up, name)
        assert person.view(table)["status"] == "playing"  # the other one answers
        wait_for_successor(up, name)
    with pytest.raises((Closed, OSError)):
        list(iter(person.listen, None))

    person.watch(table)
    person.listen()
    acted = move(person, table)
    wait_for(lambda: person.listen() >= acted, "a move on the new socket")
    assert up.metric("threeup_open_sockets", '{path="t"}') == 1  # what the dead had open does not count
    assert up.metric("threeup_moves_total", '{by="player"}') >= 2
    assert up.metric("threeup_submit_to_push_seconds_count") >= 2
    lines = [path.read_text() for path in (up.directory / "log").glob("web*.log")]
    assert any(f'"match": "{table.split("/")[2]}"' in line for line in lines)


def test_nginx_comes_back_on_the_same_port(up: Up) -> None:
    before = up.pid("nginx")
    kill(up, "nginx")
    wait_for(lambda: up.pid("nginx") not in (0, before), "its successor")
    wait_for(up.ready, "readiness", 30)
    assert up.output.count("nginx ended") == 1
    assert living(before) == []  # children that outlived their parent would keep the port


def test_a_backup_restores_to_the_same_site(up: Up, servers: tuple[Database, Redis], tmp_path: Path) -> None:
    person = Person(up.url).sign_up()
    table = person.create(**OPTIONS)
    move(person, table)
    database, copy = servers[0], Database("copy")
    try:
        subprocess.run(["pg_dump", "-Fc", "-f", str(tmp_path / "dump"), database.url], check=True)
        subprocess.run(
            ["pg_restore", "--no-owner", "--exit-on-error", "-d", copy.url, str(tmp_path / "dump")], check=True
        )
        games = "select slug, seq, head from games_match where slug = %s"
        assert copy.query(games, table.split("/")[2])
        own = {"EMBEDDED_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings.production"}
        own |= {
            "DATABASE_URL": copy.url,
            "REDIS_URL": servers[1].url,
            "SECRET_KEY": "x" * 50,
            "ALLOWED_HOSTS": "localhost",
        }
        verifying = Process(["manage.py", "verify"], own)
        wait_for(lambda: not verifying.running, "the end of verify", 60)
        assert verifying.stop() == 0, verifying.output
    finally:
        copy.drop()


def test_sigterm_ends_everything(up: Up) -> None:
    names = ("nginx", "beat", "web1", "web2", "turns", "events")
    numbers = [up.pid(name) for name in names]
    assert all(numbers)
    assert up.stop(signal.SIGTERM, 30) == 0
    assert [number for number in numbers if Path(f"/proc/{number}").exists()] == []
    assert "Stopped." in up.output
