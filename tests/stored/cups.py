"""Tournaments by the thousand, copied from one: entries, rounds, pods, parts and log lines. PostgreSQL only."""

from typing import Any, Final

from django.contrib.auth import get_user_model
from django.db import transaction

from tests.stored.rows import FIRST, REGULAR, STRIDE, VETERAN, copies, people_of, run
from tests.tournaments.events import event
from tournaments.models import Entry, LogLine, Part, Pod, Round, Tournament

User: Any = get_user_model()
MATCHES: Final = 500  # stored matches for each finished event
PLAYERS, ROUNDS, SEATS = 32, 4, 4
TABLES: Final = ROUNDS * PLAYERS // SEATS
BIG: Final = 1000  # players of the largest event
MOST: Final = 1100  # keys are this far apart, more than any event has entries or tables
BIG_AT, RUNNING_AT, OPEN_AT = 100_000, 100_010, 100_100  # numbers of the events that do not grow
SAMPLE: Final = "the sample"


def begin_cups() -> None:
    """The sample, a very large event that is over, and those that run, can be entered and are announced."""
    with transaction.atomic():
        sample = event(User.objects.get(username=VETERAN))
        Tournament.objects.filter(pk=sample.pk).update(name=SAMPLE, status="cancelled", due_at=None)
        _events(BIG_AT, BIG_AT, "finished", BIG, 5)
        _events(RUNNING_AT, RUNNING_AT + 9, "running", PLAYERS, 1)
        _events(OPEN_AT, OPEN_AT + 29, "registration", PLAYERS, 0)
        _events(OPEN_AT + 30, OPEN_AT + 49, "announced", 0, 0)
        run("select setval(pg_get_serial_sequence('tournaments_tournament', 'id'), 1000000)")


def grow_cups(before: int, after: int) -> None:
    """The finished events of a site of so many matches, from those it had."""
    with transaction.atomic():
        if after // MATCHES > before // MATCHES:
            _events(before // MATCHES, after // MATCHES - 1, "finished", PLAYERS, ROUNDS, people_of(after))


def slug_of(number: int) -> str:
    """The address of one."""
    return f"cup{number:06}"


def _events(first: int, last: int, status: str, players: int, rounds: int, people: int = people_of(0)) -> None:
    """Events `first` to `last` with so many players and rounds."""
    numbers = f"generate_series({first}, {last}) e"
    over = status == "finished"
    ended = f"now() - {max(0, last - first)} * interval '1 hour' + (e - {first}) * interval '1 hour' - interval '1 day'"
    start = ended if over else f"now() + (e - {first}) * interval '1 hour' + interval '1 hour'"
    copies(
        Tournament, f"{numbers} join tournaments_tournament s on s.name = '{SAMPLE}'",
        id=f"e + {FIRST}", slug="'cup' || lpad(e::text, 6, '0')", name="'Cup ' || e", status=f"'{status}'",
        starts_at=start, started_at=ended if rounds else "null", ended_at=ended if over else "null",
        round=str(rounds), organiser_id=f"case when e % 10 = 0 then s.organiser_id else {FIRST} + 1 + e % 1000 end",
    )  # fmt: skip
    _entries(numbers, players, over, people)
    _rounds(numbers, players, rounds, over)
    run(
        f"insert into {LogLine._meta.db_table} (tournament_id, at, kind, data) "
        f"select e + {FIRST}, now(), 'entered', json_build_object('entry', i) "
        f"from {numbers}, generate_series(1, {players}) i"
    )


def _entries(numbers: str, players: int, over: bool, people: int) -> None:
    """The veteran is in all, the regular in the first twenty and those that do not grow."""
    veteran, regular = (User.objects.get(username=name).pk for name in (VETERAN, REGULAR))
    user = (
        f"case when i = 1 then {veteran} when i = 2 and (e < 20 or e >= {BIG_AT}) then {regular} "
        f"else {FIRST} + 1 + (e * 7 + i) % {people} end"
    )
    place = f"1 + (i - 1 + e) % {players}" if over else "null"
    run(
        f"insert into {Entry._meta.db_table} (id, tournament_id, user_id, bot, name, number, status, checked_in, added,"
        f" barred, first_round, misses, pausing, nonce, place, entered_at) "
        f"select e * {MOST}::bigint + i, e + {FIRST}, {user}, '', 'somebody', i, 'in', true, false, false, 1, 0, "
        f"false, '', {place}, now() from {numbers}, generate_series(1, {players}) i"
    )


def _rounds(numbers: str, players: int, rounds: int, over: bool) -> None:
    """Whoever entered one after the other sits together, shifted a little each round."""
    state, outcome = ("finished", "played") if over else ("playing", "")
    key = f"e * {MOST}::bigint"
    run(
        f"insert into {Round._meta.db_table} (id, tournament_id, number, stage, status, starts_at, ended_at, cost,"
        f" inputs, secret) select {key} + r, e + {FIRST}, r, 'main', '{state}', now(), now(), '{{}}', "
        f"json_build_object('event', repeat('x', 700)), '' from {numbers}, generate_series(1, {rounds}) r"
    )
    table = f"e * {TABLES} + (r - 1) * {PLAYERS // SEATS} + p"
    run(
        f'insert into {Pod._meta.db_table} (id, round_id, number, status, event_key, "table", cost, met, ended_at) '
        f"select {key} * 8 + r * {MOST} + p, {key} + r, p, '{state}', "
        f"case when e < {BIG_AT} then 'stored:' || {table} else 'none:' || e || ':' || r || ':' || p end, "
        f"case when e < {BIG_AT} then 'm' || lpad(to_hex(({table}) * {STRIDE}), 9, '0') else '' end, '{{}}', '[]', "
        f"now() from {numbers}, generate_series(1, {rounds}) r, generate_series(1, {players // SEATS}) p"
    )
    run(
        f"insert into {Part._meta.db_table} (round_id, pod_id, entry_id, seat, bot, outcome, place) "
        f"select {key} + r, {key} * 8 + r * {MOST} + 1 + (i - 1 + r * 5) % {players} / {SEATS}, {key} + i, "
        f"(i - 1 + r * 5) % {players} % {SEATS}, '', '{outcome}', "
        f"{'1 + (i - 1 + r * 5) % ' + str(players) + ' % ' + str(SEATS) if over else 'null'} "
        f"from {numbers}, generate_series(1, {rounds}) r, generate_series(1, {players}) i"
    )
