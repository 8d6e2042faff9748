"""What must not harm a tournament: processes that die, come twice or not at all. Nothing is lost, late at worst."""

from threading import Barrier, Thread
from typing import Any

import pytest
import redis

from tests.client import Answer, Client
from tests.serve.person import Person
from tests.stack.events import Drill, held, newcomer, somebody_waits_for
from tests.stack.services import Stack
from tests.waiting import wait_for

pytestmark = [pytest.mark.stack, pytest.mark.timeout(180)]


def seated(drill: Drill, person: Person) -> str:
    """Have somebody enter, start, and wait until they sit at their table; its address."""
    assert person.browser.post(f"{drill.path}register/").status == 200
    drill.post("start")
    return called(drill, person)


def called(drill: Drill, person: Person, but: str = "") -> str:
    """Wait until somebody is called to a table (another one than `but`), and go there; its address."""

    def table() -> str:
        drill.stack.revive()
        slug = drill.state(person)["my_table"]
        return f"/t/{slug}/" if slug and slug not in but else ""

    found = wait_for(table, "the call to a table", 40)
    assert person.browser.get(found).status == 200
    wait_for(lambda: drill.stack.revive() and person.view(found)["status"] == "playing", "the deal", 40)
    return found


def act_and_forfeit(drill: Drill, person: Person, table: str) -> None:
    """Make a move, so that the table is seen to go on; then give up, and bots play the rest at once."""

    def to_act() -> dict[str, Any]:
        drill.stack.revive()
        seen = person.view(table)
        return seen if seen["legal"] else {}

    seen = wait_for(to_act, "the person's turn", 60)
    assert person.act(table, seen["legal"][0], seen["seq"]).status == 200
    assert person.act(table, "forfeit", person.view(table)["seq"]).status == 200


def play_on(drill: Drill, person: Person, table: str) -> None:
    """See somebody through both rounds, the first of which has been disturbed."""
    act_and_forfeit(drill, person, table)
    act_and_forfeit(drill, person, called(drill, person, but=table))
    drill.check_one_set_of_tables()


def test_two_beats_do_nothing_twice(stack: Stack) -> None:
    second = stack.run("-m", "celery", "-A", "config", "beat", "--loglevel=INFO")
    try:
        drill = Drill(stack)
        drill.post("start")
        drill.check_one_set_of_tables()
        assert second.running, second.output
    finally:
        second.kill()


def test_a_start_while_beat_is_down_for_ten_minutes_is_late_and_complete(stack: Stack) -> None:
    drill = Drill(stack)
    stack.processes["beat"].kill()
    past = "now() - interval '10 minutes'"
    changed = f"update tournaments_tournament set starts_at = {past}, due_at = {past} where slug = %s returning 1"
    assert stack.database.query(changed, drill.slug)
    assert drill.state()["status"] == "registration"
    stack.start_beat()
    drill.check_one_set_of_tables()


@pytest.mark.parametrize(
    ("table", "mode"),
    [
        pytest.param("tournaments_part", "access exclusive", id="as the draw is computed"),
        pytest.param("tournaments_pod", "share", id="as the draw is written"),
        pytest.param("games_matchevent", "share", id="as a table opens"),
    ],
)
def test_a_worker_killed_in_the_middle(stack: Stack, table: str, mode: str) -> None:
    drill = Drill(stack, bots=12)
    with held(stack, table, mode):
        drill.post("start")
        wait_for(lambda: somebody_waits_for(stack, table), "a worker in the middle of it")
        stack.processes["events"].kill()
    drill.check_one_set_of_tables()


def test_a_worker_killed_as_a_result_is_taken_in(stack: Stack) -> None:
    drill, person = Drill(stack, bots=3, grace_seconds=5, rounds=1), newcomer(stack)
    assert person.browser.post(f"{drill.path}register/").status == 200
    with held(stack, "tournaments_noshow", "share"):  # comes last of what a result changes
        drill.post("start")
        wait_for(lambda: somebody_waits_for(stack, "tournaments_noshow"), "a worker in the middle of it", 40)
        stack.processes["events"].kill()
    drill.check_one_set_of_tables()
    missed = "from tournaments_part p join tournaments_entry e on e.id = p.entry_id where e.tournament_id = t.id"
    assert drill.count(f"{missed} and p.outcome = 'absent'") == 1
    noted = "from tournaments_noshow n join accounts_user u on u.id = n.user_id and t.id is not null"
    assert drill.count(f"{noted} where u.username = '{person.name}'") == 1


def test_web_and_workers_restarted_in_a_round(stack: Stack) -> None:
    url = stack.start_web()
    drill, person = Drill(stack), newcomer(stack, url)
    table = seated(drill, person)
    before = person.view(table)["hands"]
    for name in (f"web {url.rsplit(':', 1)[1]}", "turns", "events", "beat"):
        stack.processes[name].kill()
    person.browser.url = stack.start_web()
    assert person.view(table)["hands"] == before
    play_on(drill, person, table)


def test_redis_loses_everything_in_a_round(stack: Stack) -> None:
    drill, person = Drill(stack), newcomer(stack)
    table = seated(drill, person)
    with redis.Redis.from_url(stack.redis.url) as client:
        client.flushall()
    play_on(drill, person, table)


def test_an_organiser_presses_start_twice_at_once(stack: Stack) -> None:
    drill = Drill(stack)
    answers = at_once(drill.organiser.browser, f"{drill.path}start/", (stack.urls[0], stack.start_web()))
    assert {answer.status for answer in answers} <= {200, 409}
    assert 200 in {answer.status for answer in answers}
    drill.check_one_set_of_tables()


def at_once(browser: Client, path: str, urls: tuple[str, ...]) -> list[Answer]:
    """Press the same button at several web processes in the same moment."""
    barrier, answers = Barrier(len(urls)), []

    def press(url: str) -> None:
        same = Client(url, **{"X-Forwarded-Proto": "https"})
        same.cookies = dict(browser.cookies)
        barrier.wait()
        answers.append(same.post(path))

    threads = [Thread(target=press, args=(url,)) for url in urls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers
