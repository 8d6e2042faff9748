"""What holds in every game, whatever the options and whatever is played."""

import json
import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import engine

from . import random_games
from .playing import every_card, shuffle_secrets, stretches, unseen_places, whole_game

often = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def shown(state):
    return json.dumps(engine.state_json(state))


def view_text(state, seat):
    return json.dumps(engine.view_json(engine.view(state, seat)))


@often
@given(stretches())
def test_every_card_is_somewhere_exactly_once(played):
    deck = Counter(engine.card_text(card) for card in engine.build_deck(played.last.options))
    for state in played.states:
        assert every_card(engine.state_json(state)) == deck


@often
@given(stretches())
def test_cleared_and_drawn_cards_never_come_back(played):
    for before, _, _, after in played.steps():
        assert not Counter(before.removed) - Counter(after.removed)
        assert not Counter(before.forfeited) - Counter(after.forfeited)
        assert before.draw_pile[len(before.draw_pile) - len(after.draw_pile) :] == after.draw_pile


@often
@given(stretches())
def test_there_is_always_something_to_do_until_it_is_over(played):
    for state in played.states:
        assert bool(state.actors) != state.over
        for seat in range(state.seats):
            assert bool(engine.legal_actions(state, seat)) == (seat in state.actors)


@often
@given(stretches())
def test_in_play_exactly_one_seat_is_to_move_and_it_is_in(played):
    for state in played.states:
        if state.phase in ("play", "bonus", "exchange"):
            assert state.actors == (state.turn,)
            assert state.is_in(state.turn)
        else:
            assert state.turn is None


@often
@given(stretches(longest=20))
def test_every_legal_action_applies_and_is_listed_once(played):
    state = played.last
    for seat in state.actors:
        listed = engine.legal_actions(state, seat)
        assert len(listed) == len(set(listed)) == len({str(action) for action in listed})
        for action in listed:
            assert shown(engine.apply(state, seat, action)) != shown(state)


@often
@given(stretches())
def test_every_action_survives_the_way_through_its_text(played):
    for state in played.states:
        for seat in state.actors:
            for action in engine.legal_actions(state, seat):
                assert engine.parse_action(str(action)) == action
                assert str(engine.parse_action(action.text)) == action.text


@often
@given(stretches())
def test_an_action_never_changes_the_earlier_states(played):
    texts = []
    state = played.states[0]
    states = [state]
    for seat, action in played.actions:
        texts.append((shown(state), view_text(state, seat)))
        state = engine.apply(state, seat, action)
        states.append(state)
    for (seat, _), old, (text, view) in zip(played.actions, states, texts, strict=False):
        assert shown(old) == text
        assert view_text(old, seat) == view


def refusal(state, seat, action):
    """What `apply` raised, or None if it allowed the action."""
    try:
        engine.apply(state, seat, action)
    except engine.IllegalAction as error:
        return error
    return None


@often
@given(stretches(), st.integers(0, 2**32))
def test_a_refusal_says_why_and_changes_nothing(played, seed):
    state, rng = played.last, random.Random(seed)
    before = shown(state)
    for _ in range(20):
        seat = rng.randrange(-1, 7)
        error = refusal(state, seat, engine.parse_action(random_games.nonsense(rng, engine.state_json(state))))
        if error is not None:
            assert error.reason
            assert error.legal == tuple(str(action) for action in engine.legal_actions(state, seat))
        assert shown(state) == before


@often
@given(stretches(), st.integers(0, 2**32))
def test_a_view_is_the_same_whatever_the_hidden_cards_are(played, seed):
    state = played.last
    if state.over:
        return
    for reader in (None, *range(state.seats)):
        other = shuffle_secrets(state, reader, random.Random(seed))
        assert view_text(other, reader) == view_text(state, reader)


@often
@given(stretches())
def test_a_view_names_no_card_that_its_reader_may_not_see(played):
    state = played.last
    if state.over:
        return
    deck = Counter(engine.card_text(card) for card in engine.build_deck(state.options))
    for reader in (None, *range(state.seats)):
        view = engine.view_json(engine.view(state, reader))
        zones = [*view["up"], *(hand or [] for hand in view["hands"]), view["discard"], view["removed"]]
        seen = Counter(card for zone in zones for card in zone)
        seen.update(card for down in view["down"] for card in down if card and card != "?")
        secret = {**engine.state_json(state), "public": [[]] * state.seats}
        assert seen == deck - Counter(zone[index] for zone, index in unseen_places(secret, reader))


@often
@given(stretches())
def test_when_it_is_over_every_view_shows_everything(played):
    state = played.last
    while not state.over:
        seat = next(seat for seat in range(state.seats) if state.is_in(seat))
        state = engine.apply(state, seat, engine.FORFEIT)
    everything = engine.state_json(state)
    for reader in (None, *range(state.seats)):
        view = engine.view_json(engine.view(state, reader))
        assert view.items() >= everything.items()
        assert view["legal"] == []


@often
@given(stretches())
def test_what_all_know_of_a_hand_is_in_it(played):
    for state in played.states:
        for seat in range(state.seats):
            assert not Counter(state.public(seat)) - Counter(state.hand(seat))


@often
@given(stretches())
def test_a_step_tells_what_happened_and_no_secret(played):
    for before, seat, action, after in played.steps():
        step = engine.describe(before, seat, action, after)
        open_cards = Counter(after.discard) + Counter(after.removed)
        for other in range(after.seats):
            open_cards += Counter(after.up(other)) + Counter(after.public(other))
        if action.kind in ("play", "flip", "swap", "exchange"):
            assert not Counter(step.cards) - open_cards
        else:
            assert step.cards == ()
        assert step.cleared == len(after.removed) - len(before.removed)
        assert step.drew == len(before.draw_pile) - len(after.draw_pile)
        assert step.turn == after.turn
        assert step.over == after.over
        assert step.missed == (action.kind == "flip" and not after.discard and after.removed == before.removed)
        assert step.hit == (action.kind == "flip" and not step.missed)
        assert step.picked_up == (before.discard if step.missed or action.kind == "pickup" else ())


@often
@given(stretches())
def test_only_a_flip_turns_a_hidden_card(played):
    for before, seat, action, _ in played.steps():
        turned = before.down(seat)[action.slot] if action.kind == "flip" else None
        assert engine.hidden_card(before, action) == turned


@often
@given(stretches())
def test_a_state_survives_the_way_through_json(played):
    for state in played.states[-3:]:
        text = shown(state)
        if not state.over:
            assert shown(engine.state_from_json(state.options, json.loads(text))) == text


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("miss", ["keep", "take"])
def test_all_games_end_within_the_limit_of_turns(seats, miss):
    for number in range(4):
        state = whole_game(f"{seats} {number}", blind_miss=miss, max_turns=300, dry_turns=0)
        assert state.over
        assert state.turns <= 300
        assert sorted(place for place in state.placings)[0] == 1
        assert state.end in ("win", "last_seat", "max_turns")
        assert (state.end == "max_turns") <= (state.turns == 300)


@pytest.mark.parametrize("seed", range(12))
def test_places_are_shared_and_skipped_as_the_rules_say(seed):
    state = whole_game(f"places {seed}")
    for place in state.placings:
        assert place == 1 + sum(other < place for other in state.placings)


def test_forfeited_cards_are_nowhere_to_be_seen():
    state = engine.new_game(engine.Options(), 3, engine.build_deck(engine.Options()), 0)
    after = engine.apply(state, 1, engine.FORFEIT)
    view = engine.view_json(engine.view(after, 0))
    assert view["forfeited_count"] == 9
    assert "forfeited" not in view
    assert "draw" not in view
