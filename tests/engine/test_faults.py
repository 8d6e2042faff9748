"""Faults that comparable systems met, by their numbers in the house's list, where a sweep says more than one case."""

from itertools import combinations

import pytest

from games import engine

from . import oracle, positions
from .drivers import EngineGame, Refused


def start(*lines):
    said = positions.parse(lines)
    return EngineGame.from_state(said["options"], positions.state(said))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("direction", [1, -1])
def test_9_whichever_seats_are_out_the_turn_goes_to_the_next_one_in(seats, direction):
    for count in range(seats - 1):
        for out in combinations(range(seats), count):
            for turn in set(range(seats)) - set(out):
                game = start(
                    f"seats {seats}",
                    "opts play_for_places=on ones_reverse=on max_turns=5000",
                    f"{turn}: hand R9 B9 | up R1 R2 R3 | down B1 B2 B3",
                    f"turn {turn}",
                    f"direction {direction}",
                    "finished " + " ".join(map(str, out[::2])),
                    "forfeits " + " ".join(map(str, out[1::2])),
                )
                following = [(turn + direction * step) % seats for step in range(1, seats + 1)]
                assert game.apply(turn, "play R9").state()["turn"] == next(s for s in following if s not in out)


@pytest.mark.parametrize("rank", oracle.RANKS)
@pytest.mark.parametrize("zones", ["hand {} GC | up | down - - G9", "hand | up {} | down - - G9"])
def test_22_every_card_and_every_multiple_goes_on_an_empty_pile(rank, zones):
    cards = [card for card in oracle.deck({}) if oracle.rank(card) == rank][:5]
    listed = start("0: " + zones.format(" ".join(cards))).legal(0)
    assert {f"play {card}" for card in cards} <= set(listed)
    assert "pickup" not in listed
    assert ("play " + " ".join(cards) in listed) == (rank not in ("C", "+1"))


@pytest.mark.parametrize("miss", ["keep", "take"])
@pytest.mark.parametrize("slot", [0, 1, 2])
def test_1_after_a_flip_that_missed_no_second_flip(miss, slot):
    game = start(f"opts blind_miss={miss}", "0: hand | up | down R4 B4 G4", "pile R9 R10")
    after = game.apply(0, f"flip {slot}")
    assert after.state()["turn"] == 1
    for again in range(3):
        with pytest.raises(Refused):
            after.apply(0, f"flip {again}")


@pytest.mark.parametrize("last", ["RC", "R+1", "G+2", "R1", "R10"])
@pytest.mark.parametrize("zone", ["hand {} | up | down - - -", "hand | up {} | down - - -", "hand | up | down - {} -"])
@pytest.mark.parametrize("places", ["off", "on"])
def test_13_a_last_card_of_any_kind_in_any_zone_ends_the_seats_game(last, zone, places):
    game = start(f"opts play_for_places={places}", "seats 3", "0: " + zone.format(last))
    (action,) = game.legal(0)
    state = game.apply(0, action).state()
    assert state["finished"] == [0]
    assert state["owed"] == 0
    assert state["over"] == (places == "off")
    assert state["actors"] == ([] if places == "off" else [1])


def test_23_a_burst_of_three_plays_on_one_turn_is_one_play():
    game = start("0: hand R5 R6 R7 | up R1 R2 R3 | down B1 B2 B3", "draw B4 B5")
    after = game.apply(0, "play R5")
    for late in ("play R6", "play R7"):
        with pytest.raises(Refused):
            after.apply(0, late)


def test_33_the_default_deck_adds_up_to_84_and_every_table_knows_its_rules_version():
    assert len(engine.build_deck(engine.Options())) == 84
    assert isinstance(engine.RULES_VERSION, int)
