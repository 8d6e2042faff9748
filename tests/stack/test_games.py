"""Games on the production stack: across processes, and through the death of any of them."""

from typing import Any

import pytest
import redis

from tests.serve.person import SEQ, Person
from tests.stack.services import Stack
from tests.waiting import wait_for
from tests.websocket import Closed, Socket

pytestmark = [pytest.mark.stack, pytest.mark.timeout(240)]

OPTIONS = {"pace": "relaxed", "bot_pace": "instant", "visibility": "unlisted"}


@pytest.fixture
def person(stack: Stack) -> Person:
    person = Person(stack.urls[0])
    person.browser = stack.client()
    return person.sign_up()


def my_turn(person: Person, table: str, stack: Stack | None = None) -> dict[str, Any]:
    """Wait until the person is to act or the game is over; return the view. With a stack, what ends is revived."""

    def view() -> dict[str, Any] | None:
        if stack:
            stack.revive()
        seen = person.view(table)
        return seen if seen["legal"] or seen["status"] != "playing" else None

    seen = wait_for(view, "the person's turn", 120)
    assert seen
    return seen


def act_once(person: Person, table: str) -> int:
    """Take the first legal action when it is the person's turn; return the position it answered."""
    seen = my_turn(person, table)
    assert person.act(table, seen["legal"][0], seen["seq"]).status == 200
    return int(seen["seq"])


def test_a_whole_game_against_bots(stack: Stack, person: Person) -> None:
    table = person.create(seats=3, bots="easy,medium", **OPTIONS)
    person.watch(table)
    last = person.play_to_the_end(table)
    assert sorted(last["placings"])[0] == 1
    assert person.browser.get(f"{table}record.json").json["placings"] == last["placings"]


def test_a_game_goes_on_after_redis_lost_everything(stack: Stack, person: Person) -> None:
    table = person.create(seats=3, bots="easy,easy", **OPTIONS)
    act_once(person, table)
    stack.redis.stop()
    stack.redis.start()
    before = my_turn(person, table, stack)["seq"]
    act_once(person, table)
    assert my_turn(person, table, stack)["seq"] > before


def test_a_move_made_at_one_web_process_reaches_a_watcher_at_another(stack: Stack, person: Person) -> None:
    table = person.create(seats=2, bots="easy", **OPTIONS)
    watcher = stack.client(stack.start_web())
    with Socket(watcher, f"/ws{table}") as socket:
        socket.receive()
        acted = act_once(person, table)

        def newest() -> bool:
            shown = SEQ.search(socket.receive())
            return shown is not None and int(shown[1]) > acted

        wait_for(newest, "a newer frame")


def test_a_web_process_killed_and_started_again_shows_the_same_table(stack: Stack, person: Person) -> None:
    table = person.create(seats=2, bots="easy", **OPTIONS)
    act_once(person, table)
    before = my_turn(person, table)
    url = stack.start_web()
    with Socket(stack.client(url), f"/ws{table}") as socket:
        socket.receive()
        stack.processes[f"web {url.rsplit(':', 1)[1]}"].kill()
        with pytest.raises((Closed, OSError)):
            list(iter(socket.receive, ""))
    person.browser.url = stack.start_web()
    assert person.view(table)["hands"] == before["hands"]


def test_moves_leave_no_connections_behind(stack: Stack, person: Person) -> None:
    clients = redis.Redis.from_url(stack.redis.url)
    # Whatever an earlier test killed may still be coming up, once; what moves leave behind comes every time.
    grown = [connections_made_by_moves(clients, person) for _ in range(3)]
    clients.close()
    assert min(grown) <= 4, grown


def connections_made_by_moves(clients: redis.Redis, person: Person) -> int:
    """By how many connections to Redis eight moves of a game leave it with more."""
    table = person.create(seats=2, bots="easy", **OPTIONS)
    act_once(person, table)
    my_turn(person, table)
    before = clients.info("clients")["connected_clients"]
    for _ in range(8):
        if my_turn(person, table)["status"] == "over":
            break
        act_once(person, table)
    return int(clients.info("clients")["connected_clients"] - before)


def test_sockets_opened_and_dropped_leave_nothing_behind(stack: Stack, person: Person) -> None:
    table = person.create(seats=2, bots="easy", **OPTIONS)
    for _ in range(60):
        with Socket(stack.client(), f"/ws{table}") as socket:
            socket.receive()
    assert stack.database.connections() <= 40
    clients = redis.Redis.from_url(stack.redis.url)
    wait_for(lambda: len(clients.pubsub_channels()) < 20, "the end of the subscriptions", 40)
    clients.close()
