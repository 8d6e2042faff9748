"""The one write path: who may act, what is refused and in which order, and what the log says afterwards."""

from typing import Any

import pytest

from games import selectors, services
from games.engine import Options
from games.models import Match, MatchEvent
from games.services import Conflict, Forbidden, Illegal, Malformed, NotFound, Over, Refused, Stale
from tests.games.tables import (
    against_bots,
    assert_columns_follow_from_the_log,
    choose_all,
    first_legal,
    of_people,
    play_to_the_end,
    waiting,
)


def on_turn(match: Match, *users: Any) -> tuple[int, Any, str]:
    """The seat on turn, its person, and an action it may take."""
    assert match.turn_seat is not None
    return match.turn_seat, users[match.turn_seat], first_legal(match, match.turn_seat)


def test_a_person_acts(anna: Any, bo: Any) -> None:
    match = choose_all(of_people(anna, bo), anna, bo)
    seat, user, action = on_turn(match, anna, bo)
    done = services.act(match.slug, user, action, str(match.seq))
    event = MatchEvent.objects.get(match=match, seq=done.seq)
    assert (event.seat, event.action, event.by) == (seat, action, "player")
    assert_columns_follow_from_the_log(match)


def test_all_choose_at_once_with_the_position_of_the_deal(anna: Any, bo: Any) -> None:
    match = of_people(anna, bo)
    services.act(match.slug, anna, first_legal(match, 0), match.seq)
    services.act(match.slug, bo, first_legal(match, 1), match.seq)
    match.refresh_from_db()
    assert match.turn_seat is not None
    assert_columns_follow_from_the_log(match)


@pytest.mark.parametrize(
    ("action", "seq", "refusal"),
    [
        ("dance", "5", Malformed),
        ("", "5", Malformed),
        ("play", "5", Malformed),
        ("play R99", "5", Malformed),
        ("x" * 5000, "5", Malformed),
        ("pickup\x00", "5", Malformed),
        ("flip 7", "5", Malformed),
        ("pickup", "", Malformed),
        ("pickup", "five", Malformed),
        ("pickup", "-1", Malformed),
        ("pickup", "9" * 40, Malformed),
        ("pickup", "99", Stale),
        ("pickup", "0", Stale),
    ],
)
def test_nonsense_is_refused_and_changes_nothing(anna: Any, action: str, seq: str, refusal: type[Refused]) -> None:
    match = against_bots(anna)
    with pytest.raises(refusal):
        services.act(match.slug, anna, action, seq)
    before = match.seq
    match.refresh_from_db()
    assert match.seq == before


def test_refusals_come_in_order(anna: Any, bo: Any) -> None:
    match = waiting(anna)
    with pytest.raises(NotFound):
        services.act("nowhere123", anna, "dance", "x")
    with pytest.raises(Forbidden):
        services.act(match.slug, bo, "dance", "x")
    with pytest.raises(Malformed):
        services.act(match.slug, anna, "dance", "x")
    with pytest.raises(Conflict):
        services.act(match.slug, anna, "pickup", "0")


def test_only_the_seat_on_turn_acts(anna: Any, bo: Any) -> None:
    match = choose_all(of_people(anna, bo), anna, bo)
    _, user, action = on_turn(match, anna, bo)
    with pytest.raises(Illegal):
        services.act(match.slug, bo if user is anna else anna, action, match.seq)


def test_a_burst_of_plays_answers_one_position(anna: Any, bo: Any) -> None:
    match = choose_all(of_people(anna, bo), anna, bo)
    _, user, action = on_turn(match, anna, bo)
    services.act(match.slug, user, action, match.seq)
    for _ in range(2):
        with pytest.raises(Stale):
            services.act(match.slug, user, action, match.seq)


@pytest.mark.parametrize("seen", ["acted_seq", "seq"])
def test_somebody_coming_back_spoils_no_click(anna: Any, bo: Any, seen: str) -> None:
    match = choose_all(of_people(anna, bo), anna, bo)
    seat, user, action = on_turn(match, anna, bo)
    match.seats.exclude(index=seat).update(away=True)
    services.resume(match.slug, anna if user == bo else bo)
    match.refresh_from_db()
    assert match.acted_seq < match.seq
    assert services.act(match.slug, user, action, getattr(match, seen)).seq == match.seq + 1


def test_choosing_twice_is_stale(anna: Any, bo: Any) -> None:
    match = of_people(anna, bo)
    action = first_legal(match, 0)
    services.act(match.slug, anna, action, match.seq)
    with pytest.raises(Stale):
        services.act(match.slug, anna, action, match.seq)


def test_a_choice_that_was_made_meanwhile_is_stale_even_for_the_seat_on_turn(anna: Any, bo: Any) -> None:
    match = of_people(anna, bo)
    chosen, seq = {seat: first_legal(match, seat) for seat in (0, 1)}, match.seq
    choose_all(match, anna, bo)
    for seat, user in enumerate((anna, bo)):  # one of them is to act
        with pytest.raises(Stale):
            services.act(match.slug, user, chosen[seat], seq)
    with pytest.raises(Illegal):
        services.act(match.slug, (anna, bo)[match.turn_seat], chosen[match.turn_seat], match.seq)


def test_an_illegal_play_says_what_is_legal(anna: Any, bo: Any) -> None:
    match = choose_all(of_people(anna, bo), anna, bo)
    _, user, action = on_turn(match, anna, bo)
    with pytest.raises(Illegal, match=action.replace("+", r"\+")):
        services.act(match.slug, user, "flip 0", match.seq)


def test_leaving_a_running_game_is_a_forfeit_off_turn_too(anna: Any, bo: Any, cleo: Any) -> None:
    match = choose_all(of_people(anna, bo, cleo), anna, bo, cleo)
    away = (match.turn_seat or 0) - 1
    services.leave(match.slug, (anna, bo, cleo)[away])
    folded = assert_columns_follow_from_the_log(match)
    assert folded.left == (away % 3,)
    with pytest.raises(Over):
        services.leave(match.slug, (anna, bo, cleo)[away])


def test_the_last_one_left_wins(anna: Any, bo: Any) -> None:
    match = of_people(anna, bo)
    services.leave(match.slug, anna)
    match.refresh_from_db()
    assert (match.status, match.placings, match.due_at) == ("over", [2, 1], None)
    assert_columns_follow_from_the_log(match)


def test_nobody_acts_when_it_is_over(anna: Any, bo: Any) -> None:
    match = of_people(anna, bo)
    services.leave(match.slug, anna)
    with pytest.raises(Over):
        services.act(match.slug, bo, "pickup", match.seq)


def test_a_whole_game_against_bots(anna: Any) -> None:
    match = play_to_the_end(against_bots(anna, seats=3), {0: anna})
    folded = assert_columns_follow_from_the_log(match)
    assert match.result is not None
    assert match.result["placings"] == match.placings
    assert sorted(match.placings or [])[0] == 1
    assert folded.over


@pytest.mark.parametrize(
    "options",
    [
        {"play_for_places": "on", "swap_cards": "on", "swap_piles": "all"},
        {"colour_bonus": "on", "ones_reverse": "on", "clear_sets": "on", "extra_draw": "each"},
        {"may_draw": "on", "blind_miss": "take", "colours": ["red", "blue"]},
    ],
)
def test_games_with_options_end(anna: Any, options: dict[str, Any]) -> None:
    match = play_to_the_end(against_bots(anna, seats=3, **options), {0: anna})
    assert_columns_follow_from_the_log(match)


def test_a_scored_match_goes_over_its_rounds_and_the_start_moves_on(anna: Any) -> None:
    match = play_to_the_end(against_bots(anna, seats=2, scoring=2), {0: anna})
    folded = assert_columns_follow_from_the_log(match)
    starts = [played.start.first for played in folded.rounds]
    assert starts == [starts[0], 1 - starts[0]]
    assert match.result is not None
    assert match.result["totals"] == folded.totals["totals"]


def test_who_left_a_scored_match_is_out_of_its_later_rounds(anna: Any, bo: Any) -> None:
    spec = services.TableSpec(options=Options(scoring=2), seats=3, bots=("easy",), bot_pace="instant")
    done = services.create_table(anna, spec)
    services.join(done.slug, bo)
    services.leave(done.slug, bo)
    match = play_to_the_end(Match.objects.get(slug=done.slug), {0: anna})
    folded = assert_columns_follow_from_the_log(match)
    assert [played.forfeited for played in folded.rounds] == [(), (2,)]
    assert match.placings is not None
    assert match.placings[2] == 3
    assert folded.results[1]["scores"][2] is None


def test_the_snapshot_tells_of_the_newest_event(anna: Any, bo: Any) -> None:
    match = of_people(anna, bo)
    services.act(match.slug, anna, first_legal(match, 0), match.seq)
    snapshot = selectors.table(match.slug)
    assert snapshot is not None
    assert (snapshot.seq, snapshot.round, snapshot.seat_of(bo)) == (match.seq + 1, 1, 1)
