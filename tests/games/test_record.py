"""games.record: folds of event logs, and records that go out and come back the same."""

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import Options, state_json
from games.record import Fold, RecordError, fold, loads, parse_text, record_of, replay, to_json, to_text
from tests.games.playing import Playing


def leaving_at(*plies: int):
    """A leaver: the lowest seat still in forfeits when the round has that many plies."""
    return lambda match: _lowest_in(match) if len(match.round.plies) in plies else None


def _lowest_in(match: Fold) -> int:
    return next(seat for seat in range(match.seats) if match.state.is_in(seat))


def options(**values) -> Options:
    return Options.from_dict(values)


ENDINGS = {
    "win": (options(), 3, 2, None),
    "places": (options(play_for_places="on", ones_reverse="on"), 4, 1, None),
    "last_seat": (options(), 3, 1, leaving_at(0, 20)),
    "one forfeit": (options(), 4, 11, leaving_at(15)),
    "max_turns": (options(max_turns=100, blind_miss="take"), 5, 1, None),
    "dry_turns": (options(dry_turns=20), 4, 23, None),
    "scored": (options(scoring=3, score_scope="all"), 3, 5, None),
    "scored, one leaves": (options(scoring=3), 4, 6, leaving_at(30)),
    "scored, ends early": (options(scoring=5), 2, 3, lambda match: 1 if len(match.rounds) == 2 else None),
    "every option": (
        options(
            deck=74, clear_sets="on", extra_draw="each", may_draw="on", ones_reverse="on", scoring=2, swap_piles="all",
            swap_cards="on", colour_bonus="on",
        ), 6, 8, None,
    ),
}  # fmt: skip


@pytest.fixture(scope="module", params=ENDINGS)
def match(request) -> Playing:
    chosen, seats, seed, leaver = ENDINGS[request.param]
    return Playing(chosen, seats, seed, leaver).play()


def states(match: Fold) -> list:
    return [[state_json(state) for state in played.states] for played in match.rounds]


def test_the_games_of_this_file_end_in_every_way():
    ends = {Playing(*args).play().fold.rounds[-1].state.end for args in ENDINGS.values()}
    assert ends == {"win", "last_seat", "max_turns", "dry_turns"}


def test_a_json_record_replays_to_the_same_states(match):
    read = loads(json.dumps(to_json(match.record)))
    assert read == match.record
    assert states(replay(read)) == states(match.fold)
    assert replay(read).placings == match.fold.placings


def test_a_text_record_replays_to_the_same_states(match):
    read = parse_text(to_text(match.record))
    assert read == match.record
    assert states(replay(read)) == states(match.fold)


def test_folding_event_by_event_is_folding_at_once(match):
    half = fold(match.events[: len(match.events) // 2])
    went_on, at_once = fold(match.events[half.seq :], half), fold(match.events)
    assert states(went_on) == states(at_once) == states(match.fold)
    assert (went_on.away, went_on.left, went_on.seq) == (at_once.away, at_once.left, at_once.seq)


def test_the_state_of_each_ply_is_the_one_that_playing_passed_through(match):
    for played in match.fold.rounds:
        shown = [state_json(played.state_at(ply)) for ply in range(len(played.plies) + 1)]
        assert shown == [state_json(state) for state in played.states]
        assert shown[-1] == state_json(played.state)


def test_a_fold_does_not_change_when_it_advances(match):
    before = fold(match.events[:-1])
    plies, placings = len(before.round.plies), before.placings
    before.advance(match.events[-1])
    assert (len(before.round.plies), before.placings) == (plies, placings)


def test_each_round_has_a_state_more_than_plies_and_a_step_for_each(match):
    for played in match.fold.rounds:
        assert len(played.states) == len(played.plies) + 1 == len(played.steps) + 1


def test_a_record_has_the_names_of_the_design_and_no_others(match):
    made = to_json(match.record)
    top = "format slug rules_version options seats commitment secret nonces rounds placings"
    assert " ".join(made) == top
    assert set(made["rounds"][0]) == {"deck", "draws", "actions", "events", "placings", "scores", "end"}


def test_the_actions_of_a_round_start_with_the_forfeits_of_those_who_left_before():
    made = to_json(Playing(*ENDINGS["scored, one leaves"]).play().record)
    assert made["rounds"][1]["actions"][0] == [0, "forfeit", "system", 0]
    assert made["rounds"][1]["placings"][0] is None
    assert made["rounds"][1]["scores"][0] is None


def test_the_fold_at_a_ply_is_the_one_that_playing_passed_through(match):
    passed = Fold()
    for event in match.events:
        passed = passed.advance(event)
        if passed.round and event.seq % 7 == 0:
            later = [
                mark for mark in match.fold.rounds[passed.round.number - 1].marks if mark.event.seq == event.seq + 1
            ]
            then = match.fold.at(passed.round.number, len(passed.round.plies))
            if not later:
                assert (then.seq, then.left, then.away) == (passed.seq, passed.left, passed.away)
                assert state_json(then.state) == state_json(passed.state)


@pytest.mark.parametrize(("number", "ply"), [(0, 0), (9, 0), (1, -1), (1, 10_000)])
def test_there_is_no_fold_at_a_ply_that_was_not_played(number, ply):
    with pytest.raises(IndexError):
        Playing(options(), 2, 1).play().fold.at(number, ply)


@pytest.mark.parametrize("plies", [0, 1, 40])
def test_a_match_in_play_has_no_record(plies):
    playing = Playing(options(), 3, 1).play(plies)
    with pytest.raises(RecordError, match=r"still being played|nothing was dealt"):
        record_of(playing.meta, playing.fold)


def test_an_aborted_match_is_recorded_as_far_as_it_went():
    playing = Playing(options(), 3, 1).play(40)
    playing.add("aborted", by="system")
    record = playing.record
    assert record.placings is None
    assert replay(parse_text(to_text(record))).aborted
    assert states(replay(loads(json.dumps(to_json(record))))) == states(playing.fold)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.data())
def test_any_game_comes_back_the_same_from_both_forms(seed, data):
    source = random.Random(seed)
    chosen = options(
        scoring=data.draw(st.sampled_from(["off", 2])), swap_piles=data.draw(st.sampled_from(["off", "pair", "all"])),
        swap_cards=data.draw(st.sampled_from(["off", "on"])), colour_bonus=data.draw(st.sampled_from(["off", "on"])),
        blind_miss=data.draw(st.sampled_from(["keep", "take"])), max_turns=data.draw(st.sampled_from([100, 300])),
    )  # fmt: skip
    leaver = lambda match: _lowest_in(match) if source.random() < 0.003 else None  # noqa: E731
    record = Playing(chosen, source.randrange(2, 7), seed, leaver).play().record
    assert loads(json.dumps(to_json(record))) == record == parse_text(to_text(record))


# Logs that cannot be


def test_it_names_the_event_whose_action_is_illegal():
    events = Playing(options(), 2, 1).play(10).events
    broken = replace(events[6], action="draw")
    with pytest.raises(RecordError, match=f"event {broken.seq}: seat"):
        fold([*events[:6], broken])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"seat": 9}, "no seat 9"),
        ({"seat": None}, "no seat None"),
        ({"round": 2}, "round 1 is in play"),
        ({"kind": "danced"}, "no kind 'danced'"),
        ({"seq": 2}, "comes after"),
        ({"kind": "dealt"}, "out of turn"),
        ({"kind": "joined"}, "nobody joins"),
        ({"action": "play R99"}, "not a card"),
    ],
)
def test_an_event_that_cannot_follow_is_refused(change, says):
    events = Playing(options(), 2, 1).play(10).events
    with pytest.raises(RecordError, match=says):
        fold([*events[:-1], replace(events[-1], **change)])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"rules_version": 99}, "rules version 99"),
        ({"deck": ["R1"]}, "not the deck"),
        ({"deck": ["R77"]}, "not a card"),
        ({"first_seat": 5}, "not a seat"),
        ({"pile_order": [0, 0]}, "not an order"),
        ({"options": {"deck": 5}}, "deck"),
        ({"seats": 7}, "2 to 6 seats"),
        ({"forfeited": [1]}, "had left"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(change, says):
    events = Playing(options(), 2, 1).play(1).events
    deal = events[2]
    with pytest.raises(RecordError, match=says):
        fold([*events[:2], replace(deal, data={**deal.data, **change})])


def test_nothing_follows_an_abort():
    playing = Playing(options(), 2, 1).play(5)
    playing.add("aborted", by="system")
    with pytest.raises(RecordError, match="aborted"):
        playing.step()
