"""Random requests, lines and actions: the protocol always answers, with JSON, and a refusal changes nothing."""

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine.__main__ import COMMANDS, Protocol

from .protocol_client import as_bytes
from .test_protocol import DECK, NEW, ask

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(DECK),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
FIELDS = [
    "cmd",
    "game",
    "options",
    "seats",
    "deck",
    "draws",
    "seat",
    "action",
    "actions",
    "rounds",
    "bot",
    "seed",
    "ms",
]
REQUESTS = st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=6).flatmap(
    lambda request: st.sampled_from([*COMMANDS, None]).map(lambda cmd: {**request, "cmd": cmd} if cmd else request)
)
patient = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))


@patient
@given(REQUESTS)
def test_no_request_breaks_it_or_changes_the_game(request):
    protocol = Protocol()
    protocol.answer(json.dumps(NEW))
    before = json.dumps(protocol.answer('{"cmd": "state"}'))
    answer = protocol.answer(as_bytes(request))
    json.loads(json.dumps(answer, allow_nan=False))
    assert answer["ok"] in (True, False)
    if not answer["ok"]:
        assert isinstance(answer["error"], str)
        assert answer["error"]
        assert json.dumps(protocol.answer('{"cmd": "state"}')) == before


@patient
@given(st.binary(max_size=60) | st.text(max_size=60))
def test_no_line_breaks_it(line):
    assert "error" in Protocol().answer(line)


@patient
@given(
    st.text(max_size=30) | st.lists(st.sampled_from(["play", "up", "flip", "R5", "0", "1:R5", ":", ""])).map(" ".join)
)
def test_no_text_of_an_action_breaks_it(text):
    protocol = Protocol()
    protocol.answer(json.dumps(NEW))
    answer = ask(protocol, cmd="apply", seat=0, action=text)
    assert answer["ok"] is False or text.startswith(("up", "forfeit"))
