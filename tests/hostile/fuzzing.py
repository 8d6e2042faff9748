"""What is fuzzed, and how: a few examples of each in the suite, as many as time allows with `python -m bench.fuzz`."""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.http import QueryDict
from hypothesis import strategies as st

from games.consumers import moves
from games.engine.__main__ import COMMANDS, Protocol
from games.forms import TableForm
from games.record import RecordError, from_json, loads, parse_text, replay
from games.rendering import Reader
from tests.hostile.answers import CLEAR, MARKUP
from tests.hostile.attacker import Attacker
from tests.hostile.world import World
from tournaments.forms import TournamentForm

CARDS: Final = ("R5", "B10", "GC", "B+1", "G+2", "R0", "X5", "5", "R", "+1")
WORDS: Final = (
    "play",
    "up",
    "flip",
    "bonus",
    "trade",
    "pickup",
    "draw",
    "pass",
    "forfeit",
    "0",
    "1",
    "2",
    "9",
    ":",
    "-",
)
VALUES: Final = ("on", "off", "", "0", "1", "2", "4", "-1", "84", "10", "99999999999999999999", "²", "٣", "1.5", "live",
                 "easy,easy", "hard", "2031-01-01T12:00", "0001-01-01T00:00", "9999-12-31T23:59", "2031-03-30T02:30",
                 "Europe/Berlin", "UTC", "../UTC", "swiss", "arena", "\x00", "\udcff", "x" * 300)  # fmt: skip
SCALARS: Final = st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats() | st.text(max_size=8)
JSON: Final = st.recursive(
    SCALARS | st.sampled_from(CARDS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=10,
)
SEED: Final = {"cmd": "new", "seats": 3, "seed": 1}


@dataclass(frozen=True, slots=True)
class Target:
    """Inputs, and what takes them; anything it raises is a finding."""

    inputs: st.SearchStrategy[Any]
    attack: Callable[[World, Any], object]


def act(world: World, text: str) -> None:
    """An action at a real table."""
    attacker = Attacker(world, "player")
    attacker.post(repr(text), f"/t/{world.playing.slug}/act/", {"action": text, "seq": world.playing.acted_seq})


def say(world: World, frame: str) -> None:
    """A frame at a table's socket: nothing, or a move that gets a clear answer."""
    move = moves.read(frame)
    for role in ("player", "stranger") if move is not None else ():
        reader = Reader({"user": world.user(role), "session": None, "headers": []})
        with transaction.atomic():
            answer = moves.take(move, world.playing.slug, reader, reader.preferences())
            transaction.set_rollback(True)
        assert answer.status in CLEAR, frame
        assert f'data-answer="{move.id}" data-status="{answer.status}"' in answer.html, frame
        assert answer.html.encode()
        assert MARKUP not in answer.html, frame
        assert not [what for secret, what in world.secrets(role).items() if secret in answer.html], frame


def read_record(world: World, value: Any) -> None:
    """A JSON record."""
    with suppress(RecordError):
        replay(from_json(value))


def read_bytes(world: World, raw: bytes) -> None:
    """A file that claims to be a JSON record."""
    with suppress(RecordError):
        replay(from_json(loads(raw)))


def read_text(world: World, text: str) -> None:
    """A text record."""
    with suppress(RecordError):
        replay(parse_text(text))


def ask(world: World, requests: list[dict[str, Any]]) -> None:
    """A conversation with the engine."""
    protocol = Protocol()
    for request in [SEED, *requests]:
        answer = protocol.answer(json.dumps(request))
        json.dumps(answer, allow_nan=False)
        assert answer["ok"] or answer["error"], request


def fill_in(form: Any) -> Callable[[World, dict[str, str]], None]:
    """A form with these fields: its spec, or problems in words."""

    def attack(world: World, fields: dict[str, str]) -> None:
        data = QueryDict(mutable=True)
        data.update(fields)
        filled = form(data)
        assert filled.spec() if filled.is_valid() else filled.problems(), fields

    return attack


def fields_of(form: Any) -> st.SearchStrategy[dict[str, str]]:
    """A few fields of a form, each with one of its own choices or something else."""
    found = form()
    pairs = []
    for name, field in found.fields.items():
        own = [str(value) for value, _ in getattr(field, "choices", ())]
        pairs.append(st.tuples(st.just(name), st.sampled_from(own + list(VALUES)) | st.text(max_size=20)))
    required = {"name": "Cup", "format": "swiss"} if "format" in found.fields else {}
    return st.lists(st.one_of(pairs), max_size=12).map(lambda chosen: required | dict(chosen))


def targets() -> dict[str, Target]:
    """Name -> target."""
    pieces = st.lists(st.sampled_from(WORDS + CARDS), max_size=8).map(" ".join)
    lines = st.sampled_from(
        ["3UP 3DOWN record", "round 1", 'seat 0 person "a"', "option deck 84", "0 up R1 R2 R3", ";"]
    )
    requests = st.dictionaries(
        st.sampled_from(["game", "options", "seats", "deck", "draws", "seat", "action", "bot", "seed", "ms"]), JSON
    )
    commands = st.sampled_from(sorted(COMMANDS))
    fields = {
        "action": pieces | st.just(MARKUP) | SCALARS,
        "seq": st.integers(0, 20) | SCALARS,
        "id": st.just("m1") | SCALARS,
    }
    frames = st.fixed_dictionaries(fields, optional={"seat": SCALARS}) | JSON
    return {
        "action": Target(pieces | st.text(max_size=300), act),
        "frame": Target(frames.map(json.dumps) | st.text(max_size=300), say),
        "record": Target(JSON, read_record),
        "record bytes": Target(
            st.binary(max_size=300) | JSON.map(lambda value: json.dumps(value).encode()), read_bytes
        ),
        "record text": Target(st.lists(lines | st.text(max_size=40), max_size=12).map("\n".join), read_text),
        "protocol": Target(
            st.lists(st.builds(lambda request, cmd: {**request, "cmd": cmd}, requests, commands), max_size=5), ask
        ),
        "table form": Target(fields_of(TableForm), fill_in(TableForm)),
        "tournament form": Target(fields_of(TournamentForm), fill_in(TournamentForm)),
    }
