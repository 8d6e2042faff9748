"""Whatever is fed to the readers of records, they answer with a record or a RecordError that says what is wrong."""

import copy
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine import Options
from games.record import RecordError, from_json, loads, parse_text, replay, to_json, to_text
from tests.games.playing import Playing

RECORD = Playing(Options.from_dict({"scoring": 2, "max_turns": 100}), 3, 4, lambda m: 1 if m.seq == 60 else None).play()
GOOD = to_json(RECORD.record)
TEXT = to_text(RECORD.record)
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
FUZZ = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def read(value) -> None:
    """Read and replay; anything but success or RecordError fails the test."""
    with suppress(RecordError):
        replay(from_json(value))


def paths(value, here=()) -> list[tuple]:
    """The path of every part of a JSON value."""
    found = [here]
    if isinstance(value, dict):
        for name, item in value.items():
            found += paths(item, (*here, name))
    elif isinstance(value, list):
        for index, item in enumerate(value[:12]):
            found += paths(item, (*here, index))
    return found


def changed(path: tuple, item):
    """A good record with one part replaced."""
    if not path:
        return item
    whole = copy.deepcopy(GOOD)
    part = whole
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = item
    return whole


@FUZZ
@given(JUNK)
def test_junk_is_refused_in_words(value):
    read(value)


@FUZZ
@given(st.sampled_from(paths(GOOD)), JUNK)
def test_a_good_record_with_any_part_replaced_by_junk_is_refused_in_words(path, item):
    read(changed(path, item))


@FUZZ
@given(st.sampled_from(paths(GOOD)), st.sampled_from(paths(GOOD)))
def test_a_good_record_with_two_parts_mixed_up_is_refused_in_words(path, other):
    item = GOOD
    for step in other:
        item = item[step]
    read(changed(path, item))


@FUZZ
@given(st.integers(0, len(GOOD["rounds"][0]["actions"]) - 1), st.sampled_from(["drop", "twice", "swap"]))
def test_a_log_with_an_action_dropped_doubled_or_moved_does_not_pass(index, what):
    whole = copy.deepcopy(GOOD)
    actions = whole["rounds"][0]["actions"]
    if what == "drop":
        del actions[index]
    elif what == "twice":
        actions.insert(index, actions[index])
    else:
        actions[index - 1], actions[index] = actions[index], actions[index - 1]
    read(whole)


@FUZZ
@given(st.binary(max_size=200))
def test_bytes_that_are_no_json_are_refused_in_words(raw):
    with pytest.raises(RecordError):
        loads(raw)


@FUZZ
@given(st.text(max_size=300))
def test_text_that_is_no_record_is_refused_in_words(text):
    with pytest.raises(RecordError):
        parse_text(text)


@FUZZ
@given(st.integers(0, len(TEXT)), st.integers(0, 40), st.text(max_size=10))
def test_a_text_record_with_a_piece_replaced_never_fails_otherwise(at, length, piece):
    with suppress(RecordError):
        replay(parse_text(TEXT[:at] + piece + TEXT[at + length :]))


@pytest.mark.parametrize(
    "raw", ["[" * 100_000, '{"a":' * 50_000, "1" * 5000, "NaN", "[Infinity]", '"\\ud800"', "", "null"]
)
def test_documents_that_choke_parsers_are_refused_in_words(raw):
    with pytest.raises(RecordError):
        loads(raw)


@pytest.mark.parametrize(
    ("path", "item", "says"),
    [
        (("format",), "3up3down/9", "this program reads"),
        (("slug",), "../../etc", "slug is not"),
        (("rules_version",), 99, "rules version 99"),
        (("rules_version",), True, "rules_version is not a whole number"),
        (("options", "deck"), 52, "options: deck"),
        (("options", "deck"), "84", "not written in the way"),
        (("options", "beer"), "on", "unknown names: 'beer'"),
        (("seats",), [{"name": "a", "kind": "person"}], "seats is not a list of 2 to 6"),
        (("seats", 0, "kind"), "king", "kind is not one of"),
        (("seats", 0, "name"), "a\nb", "without control characters"),
        (("seats", 0, "name"), "\ud800", "without control characters"),
        (("secret",), "AB" * 32, "64 lower-case hex digits"),
        (("rounds",), [], "rounds is not a list"),
        (("rounds", 0, "deck", 3), "X5", "not a card"),
        (("rounds", 0, "deck", 3), "GC", "not the deck"),
        (("rounds", 0, "draws", "first_seat"), 3, "first_seat is not a whole number from 0 to 2"),
        (("rounds", 0, "draws", "pile_order"), [0, 0, 1], "names a seat twice"),
        (("rounds", 0, "actions", 0), [0, "up R1"], "action 1 is not a list of 4 items"),
        (("rounds", 0, "actions", 3, 1), "play QQ", "action 4: 'QQ' is not a card"),
        (("rounds", 0, "actions", 3, 1), "draw", "cannot 'draw'"),
        (("rounds", 0, "actions", 3, 2), "ghost", "by is not one of"),
        (("rounds", 0, "actions", 3, 3), -1, "milliseconds is not"),
        (("rounds", 0, "placings"), [1, 1, 1], "round 1: placings come out as"),
        (("rounds", 0, "end"), "boredom", "round 1: end come"),
        (("rounds", 1, "actions", 0), [0, "pickup", "bot", 5], "forfeit first"),
        (("placings",), [3, 2, 1], "the match's placings are"),
    ],
)
def test_each_kind_of_damage_is_named(path, item, says):
    with pytest.raises(RecordError, match=says.replace("(", r"\(")):
        replay(from_json(changed(path, item)))


@pytest.mark.parametrize("name", list(GOOD))
def test_a_missing_part_is_named(name):
    whole = {key: item for key, item in GOOD.items() if key != name}
    with pytest.raises(RecordError, match=name):
        from_json(whole)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("3UP 3DOWN record", "PGN", "line 1: a text record starts with"),
        ("rules 1", "rules one", "line 4: 'one' is not a whole number"),
        ("option deck 84", "option deck 84\noption deck 84", "line 6: 'deck' is given twice"),
        ("seat 1 bot", "seat 2 bot", "number 1 is due here"),
        ('"medium"', "medium", "quotation marks"),
        ("round 2", "round 3", "number 1 is due here"),
        ("\nfirst_seat", "\nsecond_seat", "cannot start with 'second_seat'"),
        ("match\n", "", "'placings' is given twice"),
    ],
)
def test_a_damaged_text_names_the_line(old, new, says):
    with pytest.raises(RecordError, match=says):
        parse_text(TEXT.replace(old, new, 1))


def test_comments_and_spacing_of_a_text_do_not_matter():
    loose = "\n# a remark\n" + TEXT.replace("\nround", "\n\n  # next\n   round").replace(" ; ", " ;; ")
    assert parse_text(loose) == RECORD.record
