"""A seat's view in the replay is what that seat knew then; and two processes show the same."""

import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from django.template.loader import render_to_string

from games.engine import Options, card_text, view, view_json
from games.presenters.replay import RoundReplay, open_view
from games.record import Fold, fold
from games.selectors import table
from tests.games.playing import Playing
from tests.games.stored import store

ROOT = Path(__file__).parents[2]
CARD = re.compile(r'data-card="([^"]+)"')
NAMED = re.compile(r'aria-label="((?:red|blue|green) [^"]+)"')

GAMES = {
    "plain": (Options(), 3, 2),
    "keep and exchange": (Options(swap_cards="on", swap_piles="all", colour_bonus="on"), 4, 9),
    "take": (Options(blind_miss="take", play_for_places="on"), 3, 4),
}


@pytest.fixture(params=GAMES)
def shown(request, db, anna):
    """Makes the replay of a stored game for a seat, None for the open view."""
    match = store(Playing(*GAMES[request.param]).play(), anna)
    snapshot = table(match)
    return lambda seat: RoundReplay(snapshot, 1, seat, 0)


def visible(state, seat: int) -> Counter:
    """How often each card may lie open in a seat's picture of a position, the first choice included."""
    seen = view(state, seat)
    cards = Counter(seen.hands[seat])
    for other in range(state.seats):
        cards.update(seen.up[other])
        cards.update(card for card in seen.down[other] if card is not None and card >= 0)
    cards.update(seen.discard)
    return cards


def faces(html: str) -> Counter:
    """The faces that lie on the table of a fragment: not in the log or the panel of first choices."""
    felt = html.partition('<aside class="side')[0]
    return Counter(CARD.findall(felt))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_seat_sees_no_card_that_it_did_not_know_then(shown, seat):
    replay = shown(seat)
    for ply in range(seat, replay.last, 3):  # between them the three seats look at every ply
        state = replay.states[ply]
        html = render_to_string("games/_replay.html", {"replay": replay.at(ply)})
        allowed = Counter({card_text(card): count for card, count in visible(state, seat).items()})
        assert not faces(html) - allowed, f"ply {ply}"


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_first_choice_of_others_shows_only_what_was_open(shown, seat):
    replay = shown(seat)
    for ply, state in enumerate(replay.states[:-1]):
        for choice in replay.at(ply)["choices"]:
            if choice.person.index == seat:
                continue
            assert all(chosen for _, chosen in choice.cards)
            if state.phase == "setup":
                assert choice.cards == ()


def test_a_seat_s_log_says_nothing_of_what_came_later(shown):
    replay = shown(1)
    for ply in range(0, replay.last, 5):
        assert not any(row.ahead for row in replay.at(ply)["rows"])
        assert {row.ply for row in replay.at(ply)["rows"]} <= set(range(ply + 1))


def test_names_for_screen_readers_tell_no_more_than_the_picture(shown):
    replay = shown(2)
    for ply in range(0, replay.last, 7):
        felt = render_to_string("games/_replay.html", {"replay": replay.at(ply)}).partition('<div class="calls"')[0]
        assert len(NAMED.findall(felt)) <= len(CARD.findall(felt)) + 60  # chips of the whole pile have names alone
        assert "draw_pile" not in felt


def with_hidden_cards_permuted(played: Playing, ply: int) -> Fold:
    """The same game up to a ply, but for the cards that nobody has seen by then: blind ones and those not drawn."""
    deal = played.fold.rounds[0].deal
    deck = list(deal.data["deck"])
    drawn = len(deck) - played.fold.rounds[0].state_at(ply).draw_count
    hidden = [*range(3 * played.seats), *range(drawn, len(deck))]
    for place, card in zip(hidden, [deck[place] for place in reversed(hidden)], strict=True):
        deck[place] = card
    dealt = replace(deal, data={**deal.data, "deck": deck})
    upto = played.fold.rounds[0].plies[ply - 1].seq
    return fold(dealt if event.kind == "dealt" else event for event in played.events[:upto])


def test_cards_that_nobody_has_seen_can_be_any_without_a_seat_noticing(db, anna):
    played, ply = Playing(Options(), 3, 2).play(), 20
    snapshot = table(store(played, anna))
    other = RoundReplay(replace(snapshot, fold=with_hidden_cards_permuted(played, ply)), 1, 0, 0)
    same = RoundReplay(replace(snapshot, fold=played.fold.at(1, ply)), 1, 0, 0)
    assert other.states[ply].down(1) != same.states[ply].down(1)
    for step in range(ply + 1):
        pages = [render_to_string("games/_replay.html", {"replay": shown.at(step)}) for shown in (other, same)]
        assert pages[0] == pages[1]


def test_the_open_view_hides_nothing(shown):
    replay = shown(None)
    for ply in range(0, replay.last, 9):
        state, seen = replay.states[ply], open_view(replay.states[ply])
        assert [list(hand) for hand in seen.hands] == [list(state.hand(seat)) for seat in range(state.seats)]
        assert seen.draw == state.draw_pile
        for box in [*replay.at(ply)["boxes"], replay.at(ply)["me"]]:
            assert box.hand == state.hand(box.index)


def test_the_chosen_seat_sits_at_the_bottom(shown):
    for seat in (0, 1, 2):
        assert shown(seat).at(4)["me"].index == seat


def test_every_ply_s_view_is_the_engine_s_view_of_that_position(shown):
    replay = shown(1)
    fold: Fold = replay.fold
    for ply in range(0, replay.last, 6):
        assert view_json(view(replay.states[ply], 1)) == view_json(view(fold.rounds[0].state_at(ply), 1))


HASHES = """
import hashlib, json
from games.engine import Options, state_json
from tests.games.playing import Playing
from games.record import parse_text, replay, to_text
played = Playing(Options(scoring=2, colour_bonus="on", swap_cards="on", max_turns=150), 4, 7).play()
again = replay(parse_text(to_text(played.record)))
for fold in (played.fold, again):
    for round in fold.rounds:
        for state in round.states:
            print(hashlib.sha256(json.dumps(state_json(state)).encode()).hexdigest())
"""


def hashes(seed: str) -> list[str]:
    """The hash of every state of a match, played and replayed in a process of its own."""
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", HASHES], env=env, capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_two_processes_with_other_hash_seeds_replay_the_same():
    one, two = hashes("1"), hashes("4242")
    assert one == two
    assert one[: len(one) // 2] == one[len(one) // 2 :]
    assert len(one) > 200
