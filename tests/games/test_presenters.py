"""What the live table shows, to whom, in which state."""

import re
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string

from games.engine import Options, legal_actions
from games.presenters import table_context, view_payload
from games.presenters.controls import controls
from games.presenters.payload import reader_view
from games.presenters.people import initial, people
from tests.games.playing import Playing
from tests.games.presenting import NOW, html_of, played_until, snapshot, waiting


def to_move(kind, seat=0, **more):
    """A match in which the seat may do that kind of thing."""
    return played_until(lambda s: s.turn == seat and any(a.kind == kind for a in legal_actions(s, seat)), **more)


def doing(playing, seat=0):
    shot = snapshot(playing)
    return controls(reader_view(shot.state, seat), people(shot.seats))


def button(found, key):
    return next(button for button in found.buttons if button.key == key)


def test_every_legal_action_has_its_words():
    playing = to_move("play")
    assert set(doing(playing).legal) == {action.text for action in legal_actions(playing.fold.state, 0)}


def test_somebody_who_can_play_is_told_why_not_to_pick_up():
    playing = played_until(lambda s: s.turn == 0 and s.discard and any(a.kind == "play" for a in legal_actions(s, 0)))
    found = button(doing(playing), "pickup")
    assert (found.enabled, found.reason) == (False, "You can play, so you may not pick up")


def test_picking_up_is_the_main_button_when_nothing_else_is_possible():
    playing = played_until(lambda s: s.turn == 0 and [a.text for a in legal_actions(s, 0)] == ["pickup"])
    found = button(doing(playing), "pickup")
    assert found.primary
    assert found.label in ("Pick up the card", f"Pick up {len(playing.fold.state.discard)} cards")


def test_drawing_is_offered_before_an_extra_action():
    playing = to_move("draw")
    assert button(doing(playing), "draw").enabled


def test_somebody_who_waits_can_do_nothing_and_reads_why():
    playing = played_until(lambda s: s.phase == "play" and s.turn == 1)
    found = doing(playing)
    assert not found.may_act
    assert not any(button.enabled for button in found.buttons)
    assert button(found, "main").label == "Waiting for \u2068Babak\u2069"
    assert button(found, "pickup").reason == "It is not your turn"


def test_unplayable_cards_say_what_it_takes():
    playing = played_until(lambda s: s.turn == 0 and s.discard and s.hand(0) and s.hand(0)[0] // 3 < s.discard[-1] // 3)
    assert ", too low: it takes " in html_of(snapshot(playing), 0)


def test_cards_of_the_hand_are_named_buttons_in_order_of_rank():
    playing = to_move("play")
    html = html_of(snapshot(playing), 0)
    hand = re.search(r'<ul class="hand.*?</ul>', html, re.S)[0]
    values = re.findall(r'<button type="button" class="pick"[^>]*data-value="([^"]+)"', hand)
    cards = re.findall(r'data-card="([^"]+)"', hand)
    assert values == cards
    assert len(values) == len(playing.fold.state.hand(0))
    assert hand.count("aria-label=") == len(values) + 1


def test_blind_cards_are_named_by_place():
    playing = to_move("flip", seats=2)
    html = html_of(snapshot(playing), 0)
    assert "face-down card" in html
    assert 'data-pick="flip"' in html


def test_an_exchange_takes_open_cards_of_others():
    playing = played_until(lambda s: s.phase == "exchange" and s.turn == 0, swap_cards="on")
    html = html_of(snapshot(playing), 0)
    assert 'data-pick="take"' in html
    assert "Exchange nothing" in html


def test_a_bonus_swaps_with_ones_own_open_cards():
    playing = played_until(lambda s: s.phase == "bonus" and s.turn == 0, colour_bonus="on", seeds=600)
    html = html_of(snapshot(playing), 0)
    assert 'data-pick="up"' in html
    assert "Swap nothing" in html


def test_opponents_sit_in_turn_order_from_the_readers_left():
    playing = Playing(Options(), 4, 1).play(6)
    html = html_of(snapshot(playing), 2)
    assert re.findall(r'<li class="seat[^>]*data-seat="(\d)"', html) == ["3", "0", "1"]
    assert re.findall(r'<li class="seat[^>]*data-seat="(\d)"', html_of(snapshot(playing), None)) == ["0", "1", "2", "3"]


def test_markup_in_a_name_is_shown_as_text():
    playing = Playing(Options(), 3, 1).play(9)
    html = html_of(snapshot(playing, names=("Sofia", '<script>"&', "{{ 7 }}", "", "", "")), 0)
    assert "<script" not in html
    assert "&lt;script&gt;&quot;&amp;" in html


def test_the_table_before_the_deal_shows_seats_and_what_the_host_can_do():
    html = html_of(waiting(), 0)
    assert html.count('<bdi class="seat-name">free seat</bdi>') == 2
    for wanted in ('data-action="start"', 'data-action="kick"', 'data-action="leave"', "3f" * 32):
        assert wanted in html


def test_a_visitor_before_the_deal_can_sit_down_and_nothing_else():
    html = html_of(waiting(), None)
    assert 'data-action="join"' in html
    assert 'data-action="start"' not in html
    assert 'data-action="kick"' not in html


def test_a_lone_host_reads_why_the_game_cannot_start():
    html = html_of(waiting(taken=1), 0)
    assert "It takes two at least." in html


def test_a_table_that_bots_will_fill_counts_down_and_speaks_of_no_host():
    shown = html_of(waiting(host_id=None, fill_with_bots_at=NOW + timedelta(seconds=47)), 1)
    assert 'data-ms="47000" data-bank="0">0:47<' in shown
    assert "the host says so" not in shown


def test_who_waits_sees_the_options_the_link_and_the_seal_of_the_deck():
    shown = html_of(waiting(options=Options(scoring=3).to_dict()), 1)
    assert 'id="invite-link"' in shown
    assert "3f3f3f3f3f3f3f3f…" in shown
    assert shown.index("waiting-options") < shown.index("chairs")


def test_a_finished_table_offers_rematch_replay_and_the_way_back():
    html = html_of(snapshot(Playing(Options(), 3, 1).play()), 0)
    for wanted in ('data-action="rematch"', 'data-action="replay"', "data-way-back", 'data-phase="over"'):
        assert wanted in html
    assert 'data-action="rematch"' not in html_of(snapshot(Playing(Options(), 3, 1).play()), None)


def test_a_finished_table_says_who_won_and_shows_every_seat_once():
    playing = Playing(Options(), 3, 1).play()
    best = playing.fold.placings.index(1)
    others = [seat for seat in range(3) if seat != best]
    assert table_context(snapshot(playing), best)["table"]["headline"] == "You won"
    for reader in (*others, None):
        assert table_context(snapshot(playing), reader)["table"]["headline"].endswith(" won")
    shown = html_of(snapshot(playing), None)
    assert shown.count('class="rank ') == 3
    assert shown.count('class="laurel"') == 1
    assert 'class="opponents' not in shown


def test_a_rematch_that_waits_is_joined_by_players_and_watched_by_others():
    shot = replace(snapshot(Playing(Options(), 3, 1).play()), rematch="rematch2")
    assert "Go to the rematch" in html_of(shot, 0)
    assert 'href="/t/rematch2/"' in html_of(shot, None)
    event = snapshot(Playing(Options(), 3, 1).play(), event_key="round-1")
    assert 'data-action="rematch"' not in html_of(event, 0)


def test_a_game_that_was_broken_off_can_still_be_looked_at():
    shot = snapshot(Playing(Options(), 3, 1).play(20), status="aborted")
    shown = html_of(shot, 0)
    assert "broken off" in shown
    assert 'data-action="replay"' in shown
    assert 'data-action="replay"' not in html_of(waiting(status="aborted"), 0)


def test_results_come_best_first_with_the_places_of_the_match():
    playing = Playing(Options(), 4, 3).play()
    shown = table_context(snapshot(playing), 0)["table"]["results"]
    assert [row.place for row in shown.rows] == sorted(playing.fold.placings)
    assert [playing.fold.placings[row.person.index] for row in shown.rows] == [row.place for row in shown.rows]


def test_a_scored_match_shows_rounds_and_totals():
    playing = Playing(Options(scoring=2), 3, 3).play()
    shown = table_context(snapshot(playing), 0)["table"]["results"]
    totals = playing.fold.totals["totals"]
    assert {row.person.index: row.total for row in shown.rows} == dict(enumerate(totals))
    assert shown.rounds == (1, 2)


def test_the_hash_of_the_last_event_can_be_noted_down_while_playing():
    shot = snapshot(Playing(Options(), 3, 1).play(9), head="ab" * 32)
    for reader in (0, None):
        shown = html_of(shot, reader)
        assert f'<code id="head" dir="ltr">{"ab" * 32}</code>' in shown
        assert f"Hash of event {shot.seq}, the last one" in shown
    assert 'id="head"' not in html_of(waiting(), 0)


def test_a_closed_table_leads_on():
    html = html_of(waiting(status="aborted"), 0)
    assert "This table was closed" in html
    assert "data-way-back" in html


def test_clocks_carry_what_is_left_of_turn_and_bank():
    playing = played_until(lambda s: s.phase == "play" and s.turn == 0)
    assert 'data-ms="24000" data-bank="90000"' in html_of(snapshot(playing), 0)


def test_after_the_turn_the_bank_runs():
    playing = played_until(lambda s: s.phase == "play" and s.turn == 0)
    shot = snapshot(playing, clock_from=NOW - timedelta(seconds=50))
    assert 'data-ms="0" data-bank="70000"' in html_of(shot, 0)
    assert view_payload(shot, 0)["remaining_ms"] == 70_000


def test_bots_have_no_clock():
    playing = played_until(lambda s: s.phase == "play" and s.turn == 2)
    assert "data-ms=" not in html_of(snapshot(playing), 0)
    assert view_payload(snapshot(playing), 0)["remaining_ms"] is None


def test_somebody_away_is_labelled_and_can_come_back():
    playing = played_until(lambda s: s.phase == "play" and s.turn == 1)
    shot = snapshot(playing)
    shot.seats[0].away = True
    assert 'data-action="resume"' in html_of(shot, 0)
    assert "away" in html_of(shot, 1)


def test_a_reaction_is_shown_for_a_while():
    shot = snapshot(Playing(Options(), 3, 1).play(9))
    shot.seats[1].reaction, shot.seats[1].reacted_at = "nice", NOW - timedelta(seconds=3)
    assert "Nice one</span>" in html_of(shot, 0)
    shot.seats[1].reacted_at = NOW - timedelta(seconds=60)
    assert "Nice one</span>" not in html_of(shot, 0)


def test_hints_end_when_dismissed():
    playing = to_move("play")
    shot = snapshot(playing)
    key = re.search(r'data-hint="([^"]+)"', html_of(shot, 0, SimpleNamespace(coached=frozenset())))[1]
    assert "data-hint" not in html_of(shot, 0, SimpleNamespace(coached=frozenset({key})))
    assert "data-hint" not in html_of(shot, 0, SimpleNamespace(coached=frozenset({"all"})))


def test_the_fragment_of_a_socket_carries_no_token_and_no_form():
    html = html_of(snapshot(Playing(Options(), 3, 1).play(9)), 0)
    assert "csrf" not in html
    assert "<form" not in html


def test_the_page_works_without_script():
    playing = to_move("play")
    context = table_context(snapshot(playing), 0)
    page = render_to_string("games/_plain.html", context)
    for action in legal_actions(playing.fold.state, 0):
        assert f'value="{action.text}"' in page


def test_view_json_follows_the_design():
    playing = to_move("play")
    payload = view_payload(snapshot(playing), 0)
    assert payload["legal"] == [action.text for action in legal_actions(playing.fold.state, 0)]
    assert payload["players"][0] == {"seat": 0, "name": "Sofia", "kind": "person", "away": False}
    assert payload["players"][2]["kind"] == "bot"
    assert (payload["status"], payload["round"], payload["seat"]) == ("playing", 1, 0)
    assert payload["remaining_ms"] == 114_000


def test_view_json_of_a_waiting_table_has_nobody_to_act():
    payload = view_payload(waiting(), 0)
    assert (payload["status"], payload["legal"], payload["round"]) == ("waiting", [], 0)
    assert [player["kind"] for player in payload["players"]] == ["person", "person", "free", "free"]


def test_counters_show_how_long_the_lists_of_the_server_are():
    playing = Playing(Options(), 3, 6)
    while not playing.play(3).fold.over:
        html, state = html_of(snapshot(playing), None), playing.fold.state
        hands = re.findall(r'id="hand-of-(\d)".*?</span>(-?\d+)<', html)
        assert hands == [(str(seat), str(state.hand_count(seat))) for seat in range(3)]
        assert re.findall(r'id="draw".*?<strong>(-?\d+)</strong>', html, re.DOTALL) == [str(len(state.draw_pile))]


def test_two_bots_of_a_kind_are_told_apart():
    shot = waiting(seats=4, taken=1)
    for seat in shot.seats[1:3]:
        seat.taken, seat.bot = True, "hard"
    assert [person.name for person in people(shot.seats)] == ["Sofia", "Hard 1", "Hard 2", "free seat"]


@pytest.mark.parametrize(("name", "letter"), [("ali", "A"), ("_x", "X"), ("آوا", "آ"), ("__", "·"), ("", "·")])
def test_initials_are_letters(name, letter):
    assert initial(name) == letter
