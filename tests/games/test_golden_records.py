"""Records of every rules version replay to the positions that were stored with them, now and for ever."""

import json
from pathlib import Path

import pytest

from games.engine import Options, state_json
from games.record import KNOWN_RULES, from_json, parse_text, replay, to_text
from games.record.audit import check_record
from tests.games.golden import make

FILES = sorted(Path(make.__file__).parent.glob("v*.json"))


def load(path: Path) -> dict:
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def golden(request) -> dict:
    return load(request.param)


def test_it_replays_to_the_stored_positions(golden):
    match = replay(from_json(golden["record"]))
    assert [state_json(played.state) for played in match.rounds] == golden["final"]


def test_its_text_form_is_the_same_record(golden):
    record = from_json(golden["record"])
    assert parse_text(to_text(record)) == record


def test_its_deal_follows_from_secret_and_nonces(golden):
    assert check_record(from_json(golden["record"])) == []


def test_every_rules_version_has_its_records():
    assert {load(path)["record"]["rules_version"] for path in FILES} == set(KNOWN_RULES)


def test_together_they_use_every_option_and_end_in_every_way():
    records = [load(path)["record"] for path in FILES]
    ends = {played["end"] for record in records for played in record["rounds"]}
    assert ends == {"win", "last_seat", "max_turns", "dry_turns"}
    for name, plain in Options().to_dict().items():
        assert any(record["options"][name] != plain for record in records), name


def test_making_them_again_overwrites_none(capsys):
    before = [path.read_bytes() for path in FILES]
    assert make.main() == 1
    assert "stays as it is" in capsys.readouterr().out
    assert [path.read_bytes() for path in FILES] == before
