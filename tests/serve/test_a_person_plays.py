"""From sign-up to replay over HTTP and the socket, against the running site."""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from games.engine.__main__ import Protocol
from tests.processes import ROOT, Site
from tests.serve.person import Person, cards_shown, replay_of

OPTIONS = {"pace": "live", "bot_pace": "instant", "visibility": "unlisted"}


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("person")


@pytest.fixture(scope="module")
def site(directory: Path) -> Iterator[Site]:
    site = Site(directory)
    try:
        site.wait_until_healthy()
        yield site
    finally:
        site.kill()


@pytest.fixture(scope="module")
def played(site: Site) -> tuple[Person, str, dict]:
    """A person, the table of a whole game against two bots, and the last view."""
    person = Person(site.url).sign_up()
    table = person.create(seats=3, bots="easy,medium", **OPTIONS)
    person.watch(table)
    return person, table, person.play_to_the_end(table)


def test_replay_record_and_result_agree(played: tuple[Person, str, dict]) -> None:
    person, table, last = played
    record = person.browser.get(f"{table}record.json").json
    states = replay_of(record, Protocol())
    assert states[-1]["placings"] == record["placings"] == record["rounds"][0]["placings"] == last["placings"]
    assert person.browser.get(f"{table}replay/").status == 200


def test_verify_finds_nothing_wrong(played: tuple[Person, str, dict], directory: Path) -> None:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings.embedded", "EMBEDDED_DIR": str(directory)}
    slug = played[1].split("/")[2]
    done = subprocess.run(
        [sys.executable, "manage.py", "verify", slug], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_page_or_frame_showed_a_card_its_reader_could_not_see(played: tuple[Person, str, dict]) -> None:
    person, table, _ = played
    record = person.browser.get(f"{table}record.json").json
    hidden = hidden_by_ply(record)
    offset = person.view(table)["seq"] - len(record["rounds"][0]["actions"])
    shown = [(seq, cards_shown(html)) for seq, html in person.seen]
    assert shown
    for seq, cards in shown:
        ply = max(0, min(seq - offset, len(hidden) - 1))
        assert not cards & hidden[ply], (seq, cards & hidden[ply])


def test_one_of_many_identical_submissions_is_applied(site: Site) -> None:
    person = Person(site.url, 2).sign_up()
    table = person.create(seats=2, bots="easy", **OPTIONS)
    seen = person.view(table)
    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(lambda _: person.act(table, seen["legal"][0], seen["seq"]).status, range(20)))
    assert (answers.count(200), set(answers) <= {200, 400, 409}) == (1, True)


def hidden_by_ply(record: dict) -> list[set[str]]:
    """Per ply: the faces that seat 0 cannot see anywhere, because every copy lies hidden from it."""
    protocol = Protocol()
    played = record["rounds"][0]
    everything = set(played["deck"])
    hidden = []
    for state in replay_of(record, protocol):
        if state["over"]:
            hidden.append(set())
            continue
        seen = set(state["hands"][0]) | set(state["discard"]) | set(state["removed"])
        seen |= {card for up in (state["up"] if state["phase"] != "setup" else [state["up"][0]]) for card in up}
        seen |= {card for card, known in zip(state["down"][0], state["known"][0], strict=True) if known and card}
        hidden.append(everything - seen)
    return hidden
