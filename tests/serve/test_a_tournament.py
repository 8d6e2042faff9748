"""A Swiss and an arena from outside: an organiser and six people, over HTTP and sockets, against the running site."""

import csv
import io
from collections.abc import Iterator
from threading import Event
from typing import Any

import pytest

from tests.processes import Site
from tests.serve.player import FAST, PATIENCE, Player, in_minutes, standings
from tests.serve.told import Told, arrived, wait_until
from tests.websocket import Closed, Socket

pytestmark = pytest.mark.timeout(300)  # a whole event may take a while on a busy machine

ORGANISERS = ("start", "postpone", "cancel", "add", "remove", "replace", "redraw", "void", "correct", "go-on", "invite")
GATED = ("record.json", "record.txt", "replay/")
SEALED = ("", "view.json", *GATED)
FORBIDDEN = 4403  # how a socket is closed to whom it is not for
STATE = {"status", "round", "pods", "my_table", "version", "paused", "starts_at", "waiting_for"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("tournament"))
    try:
        site.wait_until_healthy()
        yield site
    finally:
        site.kill()


@pytest.fixture(scope="module")
def people(site: Site) -> list[Player]:
    """The organiser and five people. The sixth, who never shows up, is somebody else in each event."""
    return [Player(site.url, seed).sign_up() for seed in range(6)]


@pytest.fixture(scope="module")
def swiss(site: Site, people: list[Player]) -> Told:
    """Three rounds at tables of three. In round one the table of the absent plays once the other one has ended."""
    absent = Player(site.url).sign_up()
    event = people[0].announce(
        name="Swiss of six", format="swiss_pods", rounds=3, pod_size=3, starts_at=in_minutes(60), timezone="UTC",
        checkin_minutes=5, late_rounds=0, break_seconds=4, **FAST,
    )  # fmt: skip
    told = Told(event, people[0], people[1:], absent)
    one, leaver = people[1], people[5]
    told.tries("too early", one, "check-in")
    for player in told.entrants:
        player.do(event, "register")
    told.tries("before its time", one, "check-in")
    told.states.append(one.state(event))
    told.organiser.do(event, "postpone", starts_at=in_minutes(4))
    told.states.append(told.organiser.await_state(event, lambda state: state["status"] == "check-in"))
    for player in told.entrants:
        player.do(event, "check-in")
    told.tries("by another", one, *ORGANISERS)

    first_over, go_on = Event(), Event()

    def play(player: Player, number: int, table: str) -> bool:
        told.tables.add(table)
        player.come(table)
        held = number == 1 and absent.name in player.pod(event, table)["seats"]
        if held:
            assert go_on.wait(PATIENCE)
        player.finish(table)
        if number == 1 and not held:
            first_over.set()
        if player is leaver:
            player.do(event, "withdraw")
        return player is not leaver

    told.organiser.do(event, "start")
    on_their_way = told.go(play)
    wait_until(first_over, on_their_way)
    state = one.await_state(event, lambda state: any(pod["status"] == "finished" for pod in state["pods"]))
    told.states.append(state)
    table = next(f"/t/{pod['table']}/" for pod in state["pods"] if pod["status"] == "finished")
    told.look("in the round", one, table, *GATED)
    told.tries("by another, late", one, *ORGANISERS)
    told.tries("late", told.organiser, "register", "start", "postpone", starts_at=in_minutes(30))
    told.tries("late, by an entrant", one, "check-in")
    go_on.set()
    arrived(on_their_way)
    told.states.append(one.state(event))
    told.look("after it", one, table, *GATED)
    told.tries("when over", told.organiser, "start", "cancel", "go-on", "redraw", reason="too late")
    told.tries("when over, by an entrant", one, "withdraw", "check-in")
    return told


def test_a_swiss_ends_with_the_standings_worked_out_by_hand(swiss: Told) -> None:
    sheet = swiss.by_hand()
    rows = standings(swiss.organiser, swiss.event)
    assert rows == sheet.rows()
    outcomes = {row["username"]: row["outcomes"] for row in rows}
    assert outcomes.pop(swiss.entrants[5].name) == ["absent", "absent", None]
    assert outcomes.pop(swiss.entrants[4].name) == ["played", None, None]
    assert list(outcomes.values()) == [["played"] * 3] * 4


def test_its_csv_says_the_same(swiss: Told) -> None:
    answer = swiss.organiser.browser.get(f"{swiss.event}standings.csv")
    assert list(csv.DictReader(io.StringIO(answer.text))) == as_text(
        swiss.organiser.browser.get(f"{swiss.event}standings.json").json
    )


def test_its_state_has_the_published_shape_at_every_time(swiss: Told) -> None:
    assert [(state["status"], state["round"]) for state in swiss.states] == [
        ("registration", 0), ("check-in", 0), ("running", 1), ("finished", 3),
    ]  # fmt: skip
    for state in swiss.states:
        assert set(state) == STATE
        for pod in state["pods"]:
            assert set(pod) == {"table", "seats", "status"}
    first = swiss.states[2]["pods"]
    names = sorted(name for pod in first for name in pod["seats"])
    assert names == sorted(player.name for player in swiss.entrants)
    assert [len(pod["seats"]) for pod in first] == [3, 3]
    assert sorted(pod["status"] for pod in first) == ["finished", "playing"]
    versions = [state["version"] for state in swiss.states]
    assert versions == sorted(set(versions))
    assert [state["my_table"] for state in swiss.states[:2] + swiss.states[3:]] == [None] * 3


def test_a_finished_table_shows_its_record_once_the_round_is_over(swiss: Told) -> None:
    assert swiss.answers["in the round"] == dict.fromkeys(GATED, 403)
    assert swiss.answers["after it"] == dict.fromkeys(GATED, 200)


def test_what_only_the_organiser_may_do_is_forbidden_to_others(swiss: Told) -> None:
    assert swiss.answers["by another"] == dict.fromkeys(ORGANISERS, 403)
    assert swiss.answers["by another, late"] == dict.fromkeys(ORGANISERS, 403)


def test_what_comes_too_late_or_too_early_is_refused(swiss: Told) -> None:
    assert swiss.answers["too early"] == {"check-in": 403}  # not in it yet
    assert swiss.answers["before its time"] == {"check-in": 409}
    assert swiss.answers["late"] == {"register": 409, "start": 409, "postpone": 409}
    assert swiss.answers["when over"] == {"start": 409, "cancel": 409, "go-on": 409, "redraw": 409}
    assert swiss.answers["when over, by an entrant"] == {"withdraw": 409, "check-in": 409}


@pytest.fixture(scope="module")
def arena(site: Site, people: list[Player]) -> Told:
    """Tables of three and whoever waits, for three waves. Then everybody leaves, or is taken out by the organiser."""
    absent = Player(site.url).sign_up()
    event = people[0].announce(
        name="Arena of six", format="arena", minutes=5, pod_size=3, starts_at=in_minutes(10), timezone="UTC", **FAST
    )
    told = Told(event, people[0], people[1:], absent)
    staying, leaver = list(told.entrants), people[5]
    for player in staying:
        player.do(event, "register")
    number_of = {player: number for number, player in enumerate(staying, 1)}

    def play(player: Player, wave: int, table: str) -> bool:
        told.tables.add(table)
        player.come(table)
        player.do(event, "pause")  # else the next table may call before one can leave
        player.finish(table)
        going = wave >= 3 or player is leaver
        step = player.step(event, "withdraw" if going else "unpause")
        assert step.status in (200, 409), step.text  # 409: the organiser was quicker and has closed the arena
        if going and player in staying:
            staying.remove(player)
        return not going and step.status == 200

    def all_played(state: dict[str, Any]) -> bool:
        return state["round"] >= 3 and all(pod["status"] == "finished" for pod in state["pods"])

    told.organiser.do(event, "start")
    on_their_way = told.go(play)
    told.organiser.await_state(event, all_played)
    for player in list(staying):
        closing = told.organiser.step(event, "remove", entry=number_of[player], reason="the arena closes")
        assert closing.status in (200, 409), closing.text  # 409: they were quicker
    arrived(on_their_way)
    told.states.append(told.organiser.await_state(event, lambda state: state["status"] == "finished"))
    return told


def test_an_arena_ends_with_the_standings_worked_out_by_hand(arena: Told) -> None:
    rows = standings(arena.organiser, arena.event)
    assert rows == arena.by_hand(streaks=True).rows()
    assert {"absent", "played"} == {outcome for row in rows for outcome in row["outcomes"] if outcome}


def test_five_people_at_tables_of_two_have_a_bye_each_in_turn(site: Site, people: list[Player]) -> None:
    event = people[0].announce(name="Duels of five", format="swiss_pods", rounds=3, pod_size=2, break_seconds=0, **FAST)
    told = Told(event, people[0], people[1:])
    for player in told.players:
        player.do(event, "register")
    people[0].do(event, "start")
    arrived(told.go(told.play))
    sheet = told.by_hand()
    free = [sorted(set(sheet.names) - {seat.name for seat in sheet.seats if seat.round == n}) for n in (1, 2, 3)]
    assert [len(names) for names in free] == [1, 1, 1]
    assert len({name for (name,) in free}) == 3
    for number, (name,) in enumerate(free, 1):
        sheet.bye(number, name)
    assert standings(people[0], event) == sheet.rows()


@pytest.fixture(scope="module")
def duplicate(site: Site, people: list[Player]) -> Told:
    """Three people, so that a house bot fills the second table of two; the deal of a round is the same at both."""
    event = people[0].announce(
        name="Duplicate of three", format="swiss_pods", rounds=2, pod_size=2, duplicate="on", break_seconds=0, **FAST
    )
    told = Told(event, people[0], people[1:4])
    for player in told.players:
        player.do(event, "register")
    looked = Event()

    def play(player: Player, number: int, table: str) -> bool:
        told.tables.add(table)
        player.come(table)
        seats = player.pod(event, table)["seats"]
        if number == 1 and "medium" in seats:  # beside a house bot: play once the other table has ended
            told.look("from outside", people[0], table, *SEALED)
            assert looked.wait(PATIENCE)
        player.finish(table)
        if number == 1 and "medium" not in seats and player.name == seats[0]:
            told.look("by their seat", player, table, *SEALED)
            with pytest.raises(Closed, match=str(FORBIDDEN)):
                Socket(people[0].browser, f"/ws{table}").receive()
            looked.set()
        return True

    people[0].do(event, "start")
    arrived(told.go(play))
    return told


def test_a_duplicate_event_compares_those_who_held_the_same_seat(duplicate: Told) -> None:
    for number in (1, 2):
        decks = [record["rounds"][0]["deck"] for n, record in duplicate.records() if n == number]
        assert len(decks) == 2
        assert decks[0] == decks[1]
    assert standings(duplicate.organiser, duplicate.event) == duplicate.by_hand(duplicate=True).rows()


def test_its_tables_are_sealed_to_all_but_their_seats(duplicate: Told) -> None:
    assert duplicate.answers["from outside"] == dict.fromkeys(SEALED, 403)
    assert duplicate.answers["by their seat"] == {"": 200, "view.json": 200} | dict.fromkeys(GATED, 403)


def as_text(rows: list[dict[str, Any]]) -> list[dict[str, str]]:
    """Rows of standings.json as the lines of a spreadsheet have them."""
    lines = []
    for row in rows:
        cells = {**row, "outcomes": " ".join(outcome or "-" for outcome in row["outcomes"]), **row["tiebreaks"]}
        del cells["tiebreaks"]
        lines.append({name: "" if value is None else str(value) for name, value in cells.items()})
    return lines
