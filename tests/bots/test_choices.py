"""Positions in which a good player knows what to do."""

import random

import pytest

from games.bots import choose
from games.engine import Options, State, view

from .games import deal, play_out
from .positions import position


def chosen(name: str, state: State, seat: int = 0, ms: int = 20) -> str:
    return choose(name, view(state, seat), (), random.Random(1), ms).text


def setup(six: str, options: Options | None = None) -> State:
    """Two seats about to choose their 3UP; seat 0 holds these six cards."""
    other = "R2 B2 G2 R6 B6 G6"
    return position([six, other], phase="setup", turn=None, chosen=[False, False], draw=30, options=options)


STRONG = ("medium", "hard")


@pytest.mark.parametrize("name", STRONG)
def test_it_shows_plus_two_then_plus_one(name: str) -> None:
    assert {"R+1", "G+2"} <= set(chosen(name, setup("G+2 R+1 R3 B5 G9 RC")).split())


@pytest.mark.parametrize("name", STRONG)
def test_it_gives_a_poor_set_away_when_the_piles_change_hands(name: str) -> None:
    given = chosen(name, setup("G+2 R+1 R1 B2 G9 R3", Options(swap_piles="all")))
    assert given == "up R1 B2 R3"


def test_medium_plays_the_lowest_card_that_fits() -> None:
    assert chosen("medium", position(["R3 B6 G9", "R4"], discard="G5")) == "play B6"


def test_medium_plays_equal_cards_together() -> None:
    assert chosen("medium", position(["R6 B6 G9", "R4"], discard="G5")) == "play R6 B6"


def test_medium_saves_its_clears() -> None:
    assert chosen("medium", position(["RC G+2 G10", "R4"], discard="G9")) == "play G10"


@pytest.mark.parametrize("name", STRONG)
def test_it_draws_rather_than_pick_up(name: str) -> None:
    state = position(["R2 B3", "R4"], discard="G9", draw=20, owed=1, may_draw_now=True)
    assert chosen(name, state) == "draw"


@pytest.mark.parametrize("name", STRONG)
def test_it_flips_a_card_it_knows_to_fit(name: str) -> None:
    state = position(["", "R4"], down=["R2 B9 G3", "- - -"], discard="G5", known=[[True, True, True], [False] * 3])
    assert chosen(name, state) == "flip 1"


def test_hard_takes_the_win_that_habit_misses() -> None:
    """+1 takes the 3 along on the empty pile; the 3 first would leave the +1 for a turn that may not come."""
    state = position(["R3 G+1", "B10"], discard="")
    assert chosen("hard", state) == "play G+1"
    assert chosen("medium", state) == "play R3"


def test_hard_holds_up_a_seat_about_to_go_out() -> None:
    """Seat 1 shows an 8 as its last card: only a card above it stops it."""
    state = position(["R6 B9 G2", ""], up=["", "R8"], discard="G4")
    assert chosen("hard", state) == "play B9"


@pytest.mark.parametrize("seed", range(3))
def test_hard_bots_find_a_way_out_of_cycles(seed: int) -> None:
    options = Options(dry_turns=0, max_turns=1000)
    assert play_out(deal(options, 2, random.Random(seed)), ["hard", "hard"], seed, budget_ms=4).end == "win"


def test_a_larger_budget_thinks_longer_but_a_small_one_answers() -> None:
    state = position(["R3 B4 G7 R9", "B10 G4 R5"], up=["R9 B7 G8", "R8 R10 G10"], discard="G2")
    assert {chosen("hard", state, ms=ms).split()[0] for ms in (0, 1, 60)} == {"play"}
