"""Scored matches at the live table: which round is played, and how the one before it ended."""

import html
import re

import pytest

from games.engine import Options
from games.presenters import table_context
from tests.games.playing import Playing
from tests.games.presenting import html_of, snapshot


def second_round(seats: int = 4, seed: int = 7, leaver=None) -> Playing:
    """A match of three rounds whose second has just been dealt."""
    playing = Playing(Options(scoring=3), seats, seed, leaver)
    playing.deal()
    while not playing.fold.state.over:
        playing.step()
    playing.deal()
    return playing


def words_of(shown: str) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", "", shown)))


@pytest.mark.parametrize("reader", [0, 2, None])
def test_while_the_next_3up_is_chosen_everybody_reads_the_last_result(reader):
    playing = second_round()
    former = table_context(snapshot(playing), reader)["table"]["former"]
    scores, totals = playing.fold.rounds[0].scores, playing.fold.totals["totals"]
    assert former.number == 1
    assert {row.person.index: (row.score, row.total) for row in former.rows} == {
        seat: (scores[seat], totals[seat]) for seat in range(4)
    }
    assert [row.total for row in former.rows] == sorted(totals)
    assert 'id="former"' in html_of(snapshot(playing), reader)


def test_once_everybody_has_chosen_the_pile_is_back():
    playing = second_round()
    while playing.fold.state.phase == "setup":
        playing.step()
    shown = html_of(snapshot(playing), 0)
    assert 'id="former"' not in shown
    assert 'id="pile"' in shown
    assert "Round 2 of 3" in shown


def test_the_log_keeps_the_scores_of_every_round_that_ended():
    playing = second_round()
    scores = playing.fold.rounds[0].scores
    log = words_of(table_context(snapshot(playing), 0)["table"]["log"])
    assert f"· points: Sofia {scores[0]}, Babak {scores[1]}" in log
    assert log.index("Round 1:") < log.index("Round 2 is dealt")


def test_somebody_who_left_has_no_score():
    playing = second_round(leaver=lambda match: 1 if len(match.round.plies) == 9 and not match.left else None)
    former = table_context(snapshot(playing), 0)["table"]["former"]
    assert former.rows[-1].person.index == 1
    assert former.rows[-1].score is None


def test_a_single_game_speaks_of_no_round():
    playing = Playing(Options(), 3, 1)
    playing.deal()
    shown = html_of(snapshot(playing), 0)
    assert "round-no" not in shown
    assert "points" not in shown
