"""Nothing that a reader may not see reaches its page: not as a card, not as an id, not in words (RULES section 9)."""

import json
import random
import re

import pytest

from games.engine import Options, card_text, view
from games.presenters import view_payload
from tests.games.playing import Playing
from tests.games.presenting import html_of, shown_cards, shuffled_behind, snapshot, tokens, with_state

EVERYTHING = {"ones_reverse": "on", "may_draw": "on", "swap_cards": "on", "colour_bonus": "on"}
TABLES = [(2, {}), (3, EVERYTHING), (4, {"blind_miss": "take", "swap_piles": "all"}), (6, {"play_for_places": "on"})]


def readers(seats: int) -> list[int | None]:
    return [*range(seats), None]


def positions(seats: int, options: dict[str, object], every: int = 23):
    """Snapshots along a whole match."""
    playing = Playing(Options(**options), seats, seed=seats).play(1)
    while not playing.fold.over:
        yield snapshot(playing)
        for _ in range(every):
            if not playing.fold.over:
                playing.step()


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_fragment_is_the_same_however_the_hidden_cards_lie(seats, options):
    source = random.Random(seats)
    for shot in positions(seats, options):
        for reader in readers(seats):
            other = with_state(shot, shuffled_behind(shot.state, reader, source))
            assert html_of(shot, reader) == html_of(other, reader)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_view_json_is_the_same_however_the_hidden_cards_lie(seats, options):
    source = random.Random(seats)
    for shot in positions(seats, options):
        for reader in readers(seats):
            other = with_state(shot, shuffled_behind(shot.state, reader, source))
            assert view_payload(shot, reader) == view_payload(other, reader)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_card_written_in_a_fragment_was_seen_by_its_reader(seats, options):
    for shot in positions(seats, options):
        steps = shot.fold.rounds[-1].steps
        history = {card_text(card) for step in steps for card in (*step.cards, *step.picked_up)}
        for reader in readers(seats):
            assert set(tokens(html_of(shot, reader))) <= shown_cards(view(shot.state, reader)) | history


def test_the_test_would_notice_a_card():
    playing = Playing(Options(), 2, 1).play(8)
    shot = snapshot(playing)
    html = html_of(shot, None) + "".join(f'<i id="{card_text(card)}">' for card in shot.state.hand(0))
    assert not set(tokens(html)) <= shown_cards(view(shot.state, None))


def test_a_choice_of_3up_stays_secret_until_the_last_has_chosen():
    playing = Playing(Options(), 3, 5)
    playing.deal()
    playing.step()
    shot = snapshot(playing)
    chooser = playing.events[-1].seat
    for reader in readers(3):
        if reader != chooser:
            html = html_of(shot, reader)
            assert set(tokens(html)) <= shown_cards(view(shot.state, reader))
            assert "chose a 3UP" in html


def test_a_gated_match_stays_shut_after_its_end():
    playing = Playing(Options(), 3, 2).play()
    shut, opened = snapshot(playing, gated=True), snapshot(playing)
    payload = view_payload(shut, 0)
    assert payload["hands"][1:] == [None, None]
    assert "draw" not in payload or payload["draw"] is None
    assert all(card in (None, "?") for slots in payload["down"][1:] for card in slots)
    source, state = random.Random(1), shut.state
    for reader in readers(3):
        twin = state.copy()
        twin.phase = "play"
        twin = shuffled_behind(twin, reader, source)
        twin.phase = "over"
        assert html_of(shut, reader) == html_of(with_state(shut, twin), reader)
    assert len(list(tokens(html_of(opened, None)))) > len(list(tokens(html_of(shut, None))))


def test_ids_of_face_down_cards_are_places_only():
    shot = next(positions(3, {}))
    html = html_of(shot, None)
    assert not re.findall(r'class="card card-back"[^>]*\s(?:id|data-\w+)=', html)


def test_watchers_get_no_controls_and_no_legal_moves():
    for shot in positions(3, EVERYTHING, every=60):
        html = html_of(shot, None)
        assert 'data-legal="{}"' in html
        assert 'data-action="pick"' not in html
        assert 'id="controls"' not in html
        assert view_payload(shot, None)["legal"] == []


def test_the_last_move_told_to_scripts_is_public():
    for shot in positions(3, EVERYTHING, every=7):
        last = re.search(r'data-last="([^"]*)"', html_of(shot, None))[1].replace("&quot;", '"')
        told, step = json.loads(last), shot.fold.rounds[-1].steps[-1]
        assert told["cards"] == [card_text(card) for card in step.cards]
