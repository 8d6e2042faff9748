"""`python -m games.engine`: every command, several games, refusals and garbage (docs/protocol.md)."""

import json
import random

import pytest

from games.bots import BOTS
from games.engine.__main__ import Protocol

from . import oracle, random_games
from .drivers import OracleGame
from .protocol_client import WITHOUT_DJANGO, talk

DECK = oracle.deck({})
NEW = {"cmd": "new", "options": {}, "seats": 2, "deck": DECK, "draws": {"first_seat": 0}}


@pytest.fixture
def protocol():
    """A protocol with game "0" dealt to two seats."""
    fresh = Protocol()
    assert fresh.answer(json.dumps(NEW))["ok"]
    return fresh


def ask(protocol, **request):
    return protocol.answer(json.dumps(request))


def first_ups(state):
    return [[seat, "up " + " ".join(state["hands"][seat][:3])] for seat in range(state["seats"])]


def test_a_game_is_played_through_the_process_without_django():
    """The oracle plays along: every answer is what it says."""
    rng = random.Random(7)
    deal = random_games.deal(rng, max_turns=100, swap_piles="all", swap_cards="on")
    options, seats, deck, first, order, _ = deal
    game = OracleGame.new(options, seats, deck, first, order)
    draws = {"first_seat": first, "pile_order": order}
    requests = [{"cmd": "new", "options": options, "seats": seats, "deck": deck, "draws": draws}]
    wanted = [{"state": game.state()}]
    actions = []
    while not game.state()["over"]:
        seat = rng.choice(game.state()["actors"])
        legal = game.legal(seat)
        action = random_games.pick(rng, legal, "low")
        requests += [{"cmd": "legal", "seat": seat}, {"cmd": "view", "seat": seat}]
        wanted += [{"legal": legal}, {"view": game.view(seat)}]
        game = game.apply(seat, action)
        actions.append([seat, action])
        requests += [{"cmd": "apply", "seat": seat, "action": action}, {"cmd": "state"}]
        wanted += [{"state": game.state()}] * 2
    requests.append({**requests[0], "cmd": "replay", "actions": actions})
    answers = talk(requests, ("-c", WITHOUT_DJANGO))
    steps = answers.pop()["steps"]
    assert steps == [wanted[0]["state"], *(answer["state"] for answer in answers[3::4])]
    for answer, right in zip(answers, wanted, strict=True):
        assert sort_legal(answer) == {"ok": True, **sort_legal(right)}


def sort_legal(answer):
    """The order of a legal list is no rule."""
    if "legal" in answer:
        return {**answer, "legal": sorted(answer["legal"])}
    if "view" in answer:
        return {**answer, "view": {**answer["view"], "legal": sorted(answer["view"]["legal"])}}
    return answer


def test_legal_without_a_seat_lists_every_seat_to_act(protocol):
    answer = ask(protocol, cmd="legal")
    assert set(answer["legal"]) == {"0", "1"}
    assert answer["legal"]["1"] == ask(protocol, cmd="legal", seat=1)["legal"]


def test_legal_of_a_seat_not_to_act_is_empty(protocol):
    state = ask(protocol, cmd="state")["state"]
    ask(protocol, cmd="apply", seat=0, action=first_ups(state)[0][1])
    assert ask(protocol, cmd="legal", seat=0) == {"ok": True, "legal": []}
    assert list(ask(protocol, cmd="legal")["legal"]) == ["1"]


def test_legal_when_over_is_empty_and_never_lists_forfeit(protocol):
    assert "forfeit" not in ask(protocol, cmd="legal", seat=0)["legal"]
    assert ask(protocol, cmd="apply", seat=0, action="forfeit")["state"]["end"] == "last_seat"
    assert ask(protocol, cmd="legal") == {"ok": True, "legal": {}}


def test_the_deck_command_gives_the_deck_of_the_options(protocol):
    options = {"colours": ["green"], "deck": 74}
    assert ask(protocol, cmd="deck", options=options) == {"ok": True, "deck": oracle.deck(options)}
    assert ask(protocol, cmd="deck") == {"ok": True, "deck": DECK}


def test_a_view_of_nobody_is_a_watchers(protocol):
    watcher = ask(protocol, cmd="view", seat=None)
    assert watcher["view"]["hands"] == [None, None]
    assert watcher == ask(protocol, cmd="view")
    assert "draw" not in watcher["view"]


def test_several_games_do_not_touch_each_other(protocol):
    assert ask(protocol, **{**NEW, "game": "other", "draws": {"first_seat": 1}})["state"]["first"] == 1
    before = ask(protocol, cmd="state")
    ask(protocol, cmd="apply", game="other", seat=0, action="forfeit")
    assert ask(protocol, cmd="state") == before
    assert ask(protocol, cmd="state", game="other")["state"]["over"]
    assert ask(protocol, cmd="state", game="0") == before


def test_a_game_that_was_not_dealt_is_refused(protocol):
    for command in ("legal", "apply", "state", "view", "bot"):
        answer = ask(protocol, cmd=command, game="nowhere", seat=0, action="pass", bot="easy")
        assert not answer["ok"]
        assert "nowhere" in answer["error"]


def test_an_illegal_action_says_why_and_changes_nothing(protocol):
    before = ask(protocol, cmd="state")
    for seat, action in [(0, "play R1"), (0, "up R10 R10 R10"), (1, "pickup"), (0, "up R1"), (0, ""), (0, "fly")]:
        answer = ask(protocol, cmd="apply", seat=seat, action=action)
        assert not answer["ok"]
        assert answer["error"]
        assert ask(protocol, cmd="state") == before


def test_a_deal_that_is_refused_leaves_the_game_as_it_was(protocol):
    before = ask(protocol, cmd="state")
    assert not ask(protocol, **{**NEW, "deck": DECK[1:]})["ok"]
    assert not ask(protocol, **{**NEW, "seats": 7})["ok"]
    assert ask(protocol, cmd="state") == before


def test_new_under_the_same_name_deals_afresh(protocol):
    ask(protocol, cmd="apply", seat=0, action="forfeit")
    assert not ask(protocol, **NEW)["state"]["over"]


def test_a_replay_shows_the_state_before_and_after_each_action(protocol):
    ups = first_ups(ask(protocol, cmd="state")["state"])
    answer = ask(protocol, **{**NEW, "cmd": "replay", "actions": ups})
    assert [step["phase"] for step in answer["steps"]] == ["setup", "setup", "play"]
    assert ask(protocol, **{**NEW, "cmd": "replay", "actions": []})["steps"] == [ask(protocol, cmd="state")["state"]]


def test_a_replay_with_an_illegal_action_is_refused(protocol):
    for bad in ([0, "pickup"], [5, "pass"], [None, "pass"], [0, None], [0], 3, "0", [True, "forfeit"], []):
        assert not ask(protocol, **{**NEW, "cmd": "replay", "actions": [bad]})["ok"]


def test_a_match_is_added_up(protocol):
    rounds = [{"scores": [0, 7], "placings": [1, 2]}, {"scores": [3, None], "placings": [1, 2]}]
    answer = ask(protocol, cmd="match", rounds=rounds, seats=2)
    assert answer == {"ok": True, "totals": [3, 7], "won": [2, 0], "placings": [1, 2]}


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_answers_with_a_legal_action_and_the_same_for_the_same_seed(protocol, bot):
    legal = ask(protocol, cmd="legal", seat=1)["legal"]
    answers = [ask(protocol, cmd="bot", bot=bot, seat=1, seed=3, ms=20) for _ in range(2)]
    assert answers[0] == answers[1]
    assert answers[0]["action"] in legal


def test_a_bot_that_does_not_exist_or_is_not_to_act_is_refused(protocol):
    assert not ask(protocol, cmd="bot", bot="genius", seat=0)["ok"]
    ask(protocol, cmd="apply", seat=0, action="forfeit")
    assert not ask(protocol, cmd="bot", bot="easy", seat=1)["ok"]


WRONG = [None, True, False, -1, 2, 99, 1.0, 1.5, 10**40, "0", "", [], [0], {}, {"0": 0}, "\ud800"]


@pytest.mark.parametrize("field", ["seat", "action", "game", "cmd"])
@pytest.mark.parametrize("value", WRONG, ids=repr)
def test_a_field_of_a_wrong_type_is_refused_and_changes_nothing(protocol, field, value):
    before = ask(protocol, cmd="state")
    answer = ask(protocol, **{"cmd": "apply", "game": "0", "seat": 0, "action": "up R9 B9 G9", field: value})
    assert answer["ok"] is False or (field == "game" and value == "0")
    assert ask(protocol, cmd="state") == before


@pytest.mark.parametrize("field", ["options", "seats", "deck", "draws"])
@pytest.mark.parametrize("value", [*WRONG, float("nan"), float("inf"), ["R1"] * 84, [None] * 84, [[]] * 84], ids=repr)
def test_a_deal_of_wrong_types_is_refused_and_deals_nothing(protocol, field, value):
    before = ask(protocol, cmd="state")
    if not ask(protocol, **{**NEW, field: value})["ok"]:
        assert ask(protocol, cmd="state") == before
    else:
        assert (field, value) in [("options", None), ("options", {}), ("seats", 2)]


@pytest.mark.parametrize(
    "value", [*WRONG, float("nan"), [None], [{}], [{"scores": 1}], [{"scores": [], "placings": []}]]
)
def test_rounds_of_wrong_types_are_refused(protocol, value):
    if value != []:
        assert not ask(protocol, cmd="match", rounds=value, seats=2)["ok"]


@pytest.mark.parametrize("seats", [None, True, 0, 1, 7, -1, 10**12, 2.0, "2", [2]], ids=repr)
def test_a_match_of_a_number_of_seats_that_cannot_be_is_refused(protocol, seats):
    assert not ask(protocol, cmd="match", rounds=[], seats=seats)["ok"]


def test_every_answer_is_json_and_one_line_for_one_line():
    lines = [
        b"",
        b" ",
        b"garbage",
        b"\xff\xfe\x00\x80",
        b'{"cmd": "state", "game": "\xc3\x28"}',
        "{\u2028}".encode(),
        b"null",
        b"[]",
        b'"cmd"',
        b"NaN",
        b"-Infinity",
        b"1e999",
        b"1" * 5000,
        b"[" * 5000,
        b'{"a":' * 2000,
        b'{"cmd": "state"',
        b"{'cmd': 'state'}",
        b'{"cmd": "deck"} {"cmd": "deck"}',
        b'{"cmd": "deck", "options": {"deck": NaN}}',
        b"\x00",
        b"\r",
        b'\xef\xbb\xbf{"cmd": "deck"}',
    ]
    answers = talk([*lines, NEW])
    assert len(answers) == len(lines) + 1
    for answer in answers[:-2]:
        assert answer["ok"] is False
        assert answer["error"]
    assert answers[-1]["ok"]


def test_a_last_line_without_its_end_is_answered():
    assert [answer["ok"] for answer in talk([NEW, {"cmd": "state"}], end=b"")] == [True, True]


def test_a_very_long_line_is_answered():
    lines = [{"cmd": "new", "deck": ["R1"] * 100_000}, {"cmd": "state", "game": "x" * 1_000_000}, NEW]
    answers = talk(lines)
    assert [answer["ok"] for answer in answers] == [False, False, True]
    assert all(len(answer.get("error", "")) < 1000 for answer in answers)


def test_a_game_may_have_any_string_for_a_name():
    names = ["", " ", "0", "ünï", "a\nb", "\u0000", "x" * 500]
    answers = talk([{**NEW, "game": name} for name in names] + [{"cmd": "state", "game": name} for name in names])
    assert all(answer["ok"] for answer in answers)
