"""Many at once: threads with connections of their own against one row."""

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.utils import timezone

from games import api, selectors, services
from games.engine import legal_actions
from games.models import Match, MatchEvent
from games.services import Refused, due
from tests.games.tables import (
    against_bots,
    assert_columns_follow_from_the_log,
    choose_all,
    of_people,
    turn_back,
    waiting,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(300)]
MANY = 200
WORKERS = 16


def person(name: str) -> Any:
    return get_user_model().objects.create_user(name)


def at_once(works: Sequence[Callable[[], Any]]) -> Counter[str]:
    """Run all works from threads that start together; count how they ended."""
    ended: Counter[str] = Counter()
    todo, lock = list(works), threading.Lock()
    ready = threading.Barrier(min(WORKERS, len(todo)))

    def worker() -> None:
        ready.wait()
        try:
            while True:
                with lock:
                    if not todo:
                        return
                    work = todo.pop()
                outcome = outcome_of(work)
                with lock:
                    ended[outcome] += 1
        finally:
            connection.close()

    threads = [threading.Thread(target=worker) for _ in range(ready.parties)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return ended


def outcome_of(work: Callable[[], Any]) -> str:
    """ "done", the name of the refusal, or the error that must not happen."""
    try:
        work()
    except Refused as refusal:
        return type(refusal).__name__
    except Exception as error:
        return f"error: {error!r}"
    return "done"


def test_of_two_hundred_conflicting_submissions_one_is_applied() -> None:
    anna, bo = person("anna"), person("bo")
    match = choose_all(of_people(anna, bo), anna, bo)
    seat = match.turn_seat or 0
    user, state = (anna, bo)[seat], selectors.fold_of(match).state
    assert state is not None
    actions = [action.text for action in legal_actions(state, seat)]
    actions += [actions[0], "pickup", "draw", "flip 0"]
    texts = [actions[number % len(actions)] for number in range(MANY)]
    ended = at_once([lambda text=text: services.act(match.slug, user, text, match.seq) for text in texts])
    assert ended["done"] == 1
    assert set(ended) <= {"done", "Stale", "Illegal"}
    assert Match.objects.get(pk=match.pk).seq == match.seq + 1
    assert_columns_follow_from_the_log(match)


def test_two_hundred_identical_submissions_are_one() -> None:
    anna, bo = person("anna"), person("bo")
    match = of_people(anna, bo)
    state = selectors.fold_of(match).state
    assert state is not None
    action = legal_actions(state, 0)[0].text
    ended = at_once([lambda: services.act(match.slug, anna, action, match.seq)] * MANY)
    assert ended == {"done": 1, "Stale": MANY - 1}
    assert_columns_follow_from_the_log(match)


def test_ten_join_for_one_seat() -> None:
    match = waiting(person("anna"), seats=2)
    others = [person(f"p{number}") for number in range(10)]
    ended = at_once([lambda user=user: services.join(match.slug, user) for user in others])
    assert ended["done"] == 1
    assert set(ended) <= {"done", "Conflict", "Full"}
    assert Match.objects.get(pk=match.pk).status == "playing"
    assert_columns_follow_from_the_log(match)


def test_joining_and_starting_at_once_leaves_a_sound_table() -> None:
    anna, bo = person("anna"), person("bo")
    match = waiting(anna, seats=4)
    services.join(match.slug, bo)
    others = [person(f"p{number}") for number in range(6)]
    joins = [lambda user=user: services.join(match.slug, user) for user in others]
    ended = at_once([*joins[:3], lambda: services.start(match.slug, anna), *joins[3:]])
    assert set(ended) <= {"done", "Conflict", "Full"}
    match.refresh_from_db()
    assert match.status == "playing"
    assert match.seats.count() == match.size
    assert_columns_follow_from_the_log(match)


def called(people: list[Any], starts_by: Any, key: str = "t:1") -> Match:
    ref = api.create(key, {}, [api.SeatSpec(user.pk) for user in people], starts_by=starts_by)
    return Match.objects.get(slug=ref.slug)


def test_people_who_come_at_once_and_the_end_of_the_wait_start_one_game() -> None:
    people = [person(f"p{number}") for number in range(5)]
    match = called(people, timezone.now())  # their time is up already
    comes = [lambda user=user: services.seen(match.pk, user.pk) for user in people[:4]]
    ended = at_once([*comes, lambda: due.act_once(match.pk), *comes, lambda: due.act_once(match.pk)])
    assert set(ended) == {"done"}
    match.refresh_from_db()
    assert (match.status, match.round) == ("playing", 1)
    assert MatchEvent.objects.filter(match=match, kind="dealt").count() == 1
    assert_columns_follow_from_the_log(match)


def test_a_key_asked_for_at_once_makes_one_table() -> None:
    people = [person(f"p{number}") for number in range(3)]
    ended = at_once([lambda: called(people, None)] * 12)
    assert ended == {"done": 12}
    assert Match.objects.count() == 1


def test_leaving_playing_and_stopping_at_once_leave_a_sound_table() -> None:
    anna, bo = person("anna"), person("bo")
    match = choose_all(called([anna, bo], None), anna, bo)
    Match.objects.update(ends_by=timezone.now())
    works = [
        lambda: services.leave(match.slug, anna),
        lambda: due.act_once(match.pk),
        lambda: api.stand_in("t:1", bo.pk),
        lambda: services.leave_everything(anna),
    ]
    ended = at_once(works * 3)
    assert set(ended) <= {"done", "Over", "Forbidden"}
    match.refresh_from_db()
    assert match.status == "over"
    assert_columns_follow_from_the_log(match)


def test_one_account_takes_one_seat() -> None:
    match, bo = waiting(person("anna"), seats=6), person("bo")
    assert at_once([lambda: services.join(match.slug, bo)] * 10) == {"done": 10}
    assert match.seats.filter(user=bo).count() == 1


def test_quick_seats_asked_for_at_once_meet() -> None:
    people = [person(f"p{number}") for number in range(4)]
    ended = at_once([lambda user=user: services.quick_seat(user) for user in people])
    assert ended == {"done": 4}
    match = Match.objects.get()
    assert (match.status, match.size) == ("playing", 4)


def test_a_form_sent_many_times_at_once_makes_one_table() -> None:
    anna, ticket = person("anna"), services.offer().ticket
    assert at_once([lambda: services.play_now(anna, ticket=ticket)] * 10) == {"done": 10}
    assert Match.objects.count() == 1


def test_both_press_rematch_at_once_and_meet() -> None:
    anna, bo = person("anna"), person("bo")
    match = of_people(anna, bo)
    services.leave(match.slug, bo)
    assert at_once([lambda user=user: services.rematch(match.slug, user) for user in (anna, bo)] * 3) == {"done": 6}
    again = Match.objects.get(rematch_of=match)
    assert again.status == "playing"


def test_a_move_and_the_clock_end_in_one_winner() -> None:
    anna, bo = person("anna"), person("bo")
    match = choose_all(of_people(anna, bo), anna, bo)
    seat = match.turn_seat or 0
    user, state = (anna, bo)[seat], selectors.fold_of(match).state
    assert state is not None
    action = legal_actions(state, seat)[0].text
    turn_back(match, 121)
    moves = [lambda: services.act(match.slug, user, action, match.seq)] * 10
    clock = [lambda: due.act_once(match.pk)] * 10
    ended = at_once([work for pair in zip(moves, clock, strict=True) for work in pair])
    assert set(ended) <= {"done", "Stale", "Illegal"}
    events = MatchEvent.objects.filter(match=match, seq=match.seq + 1)
    assert [event.seat for event in events] == [seat]
    assert_columns_follow_from_the_log(match)


def test_leaving_deleting_and_moving_at_once_is_one_forfeit() -> None:
    anna, bo, cleo = person("anna"), person("bo"), person("cleo")
    match = choose_all(of_people(anna, bo, cleo), anna, bo, cleo)
    works = [lambda: services.leave(match.slug, anna), lambda: services.leave_everything(anna)] * 5
    ended = at_once(works)
    assert not [outcome for outcome in ended if outcome.startswith("error")]
    assert MatchEvent.objects.filter(match=match, action="forfeit").count() == 1
    assert_columns_follow_from_the_log(match)


def test_a_bot_is_played_by_one_of_many_workers() -> None:
    match = against_bots(person("anna"))
    ended = at_once([lambda: due.act_once(match.pk)] * 20)
    assert ended == {"done": 20}
    assert MatchEvent.objects.filter(match=match, seat=1, kind="action").count() == 1
    assert_columns_follow_from_the_log(match)
