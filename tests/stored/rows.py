"""A site that has been played on for years, put into PostgreSQL by the thousand: copies of a few real games.

`grow` brings the finished matches to a number; people, sessions, logs and finished tournaments grow with them. What
happens at the same time on a site of any age is there once, and does not grow: tables in play and waiting, tournaments
running and open. Rows obey the constraints; not all tell one story: an event's tables are copies like all others, and
logs are few, for 150 lines a match would be most of the disk: of the first 75,000 matches one in fifteen has its own.
"""

from typing import Any, Final

from django.contrib.admin.models import LogEntry
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.db.models import Model, Q

from accounts.models import NameKey
from games.engine import Options
from games.models import Block, Invite, Match, MatchEvent, Seat
from tests.games.playing import Playing
from tests.games.stored import store
from tournaments.models import Tournament

User: Any = get_user_model()
SAMPLES: Final = 12
OVER, PLAYING, WAITING = "sample", "inplay", "waits"  # what the samples' slugs begin with
STRIDE: Final = 15  # every fifteenth match is an event's table, and has its log ...
LOGS_UP_TO: Final = 75_000  # ... up to this one
RUNNING_TABLES: Final = 400
WAITING_TABLES: Final = 60
FIRST: Final = 1000  # keys of copies begin above those of the samples
LOGGED: Final = 2_000  # lines of the admin's trail
CHUNK: Final = 100_000  # matches in one transaction
REGULAR: Final = "regular"  # played 300 games, long ago, at every size
VETERAN: Final = "veteran"  # plays all the time: a good part of all there is


def people_of(matches: int) -> int:
    """How many people a site of so many matches has."""
    return 2000 + matches // 20


def begin() -> None:
    """The samples, the cast, and what does not grow."""
    with transaction.atomic():
        run("select setseed(0.4)")
        for model in (User, Match, Tournament):  # the samples' keys come before FIRST, whatever was there and is gone
            run(f"alter table {model._meta.db_table} alter column id restart with 1")
        User.objects.create_user(VETERAN, email="veteran@example.org")
        User.objects.create_user(REGULAR, email="regular@example.org")
        User.objects.create_superuser("root", email="root@example.org")
        _samples()
        _people(0, people_of(0))
        _open_tables()
        _admin_trail()


def grow(before: int, after: int) -> None:
    """Finished matches up to that number, from the number there was."""
    keys = _without_foreign_keys()
    with transaction.atomic():
        _people(people_of(before), people_of(after))
    for first in range(before + 1, after + 1, CHUNK):
        with transaction.atomic():
            _matches(first, min(first + CHUNK - 1, after), people_of(after))
    with transaction.atomic():
        _settle_sequences()
    run("set constraints all immediate")
    for key in keys:
        run(key)


def _without_foreign_keys() -> list[str]:
    """Drop those of the large tables; the statements that put them back. To check all rows at once is much faster."""
    run("set constraints all immediate")  # within a transaction nothing may be left to check
    with connection.cursor() as cursor:
        cursor.execute(
            "select conrelid::regclass, conname, pg_get_constraintdef(oid) from pg_constraint where contype = 'f' and "
            "conrelid in ('games_match'::regclass, 'games_seat'::regclass, 'games_matchevent'::regclass)"
        )
        found = cursor.fetchall()
    for table, name, _ in found:
        run(f'alter table {table} drop constraint "{name}"')
    return [f'alter table {table} add constraint "{name}" {definition}' for table, name, definition in found]


def analyze() -> None:
    """Tell the planner what there is, as autovacuum does after a while."""
    run("analyze")


def run(sql: str, *values: Any) -> None:
    """One statement."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values or None)


def copies(model: type[Model], source: str, **given: str) -> None:
    """Rows made of what `source` selects: row `s` is the sample, and `given` says by column what differs."""
    columns = [field.column for field in model._meta.concrete_fields]
    if "id" in columns and "id" not in given:
        columns.remove("id")
    names = ", ".join(f'"{column}"' for column in columns)
    values = ", ".join(given.get(column, f's."{column}"') for column in columns)
    run(f'insert into "{model._meta.db_table}" ({names}) select {values} from {source}')


def _samples() -> None:
    """A dozen finished games of two, three and four seats, and a few in play."""
    for number in range(SAMPLES):
        played = Playing(Options(), (4, 2, 3)[number % 3], seed=number + 1).play()
        store(played, slug=f"{OVER}{number:02}")
    for number in range(3):
        store(Playing(Options(), 4, seed=100 + number).play(30), slug=f"{PLAYING}{number:02}")
    finished = Match.objects.filter(slug__startswith=OVER)
    finished.update(listeners_done=True)
    run(
        "create temporary table sample as select row_number() over (order by slug) - 1 as k, m.* "
        f"from games_match m where m.slug like '{OVER}%'"
    )


def _people(before: int, after: int) -> None:
    """Members and guests, their names and a session each. (The first keys are the cast's.)"""
    numbers = f"generate_series({before + 1}, {after}) n cross join accounts_user s"
    copies(
        User, f"{numbers} where s.username = '{REGULAR}'",
        id=f"n + {FIRST}", username="'person' || n", username_key="'person' || n", is_guest="n % 3 = 0",
        email="case when n % 3 = 0 then '' else 'person' || n || '@example.org' end",
        date_joined="now() - n % 700 * interval '1 day'",
    )  # fmt: skip
    run(
        f"insert into {NameKey._meta.db_table} (key, user_id) "
        f"select 'person' || n, n + {FIRST} from generate_series({before + 1}, {after}) n"
    )
    run(
        "insert into django_session (session_key, session_data, expire_date) select md5(n::text), repeat('x', 200), "
        f"now() + n % 60 * interval '1 day' from generate_series({before + 1}, {after}) n"
    )


def _matches(first: int, last: int, people: int) -> None:
    """Finished matches `first` to `last`, a minute apart, with seats and, of some, the log."""
    ended = "now() - interval '2 years' + (n + random() * 60) * interval '63 s'"
    pod = f"n % {STRIDE} = 0"
    copies(
        Match, f"generate_series({first}, {last}) n join sample s on s.k = n % {SAMPLES}",
        id=f"n + {FIRST}", slug="'m' || lpad(to_hex(n), 9, '0')", commitment="md5(n::text) || md5((-n)::text)",
        host_id=f"{FIRST} + 1 + 6 * floor({people // 6} * power(random(), 3))::int",
        status="case when n % 100 = 50 then 'aborted' else 'over' end",
        visibility="case when n % 10 = 1 then 'unlisted' when n % 10 = 2 then 'invite' else 'public' end",
        event_key=f"case when {pod} then 'stored:' || n / {STRIDE} else '' end",
        event_title=f"case when {pod} then 'Stored cup' else '' end",
        created_at=ended, started_at=ended, ended_at=ended,
    )  # fmt: skip
    veteran, regular = (User.objects.get(username=name).pk for name in (VETERAN, REGULAR))
    person = f"{FIRST} + 1 + 6 * floor({people // 6} * power(random(), 3))::int + s.index"
    who = (
        f"case when s.index > 0 and random() < 0.35 then null "
        f"when s.index = 0 and n % 30 = 7 and n <= 9000 then {regular} "
        f"when s.index = 0 and n % 20 = 3 then {veteran} else {person} end"
    )
    copies(
        Seat,
        f"generate_series({first}, {last}) n join sample m on m.k = n % {SAMPLES} "
        f"join games_seat s on s.match_id = m.id cross join lateral (select {who} as id) p",
        match_id=f"n + {FIRST}", user_id="p.id", bot="case when p.id is null then 'medium' else '' end",
        deleted="false", place="case when n % 100 = 50 then null else s.place end",
    )  # fmt: skip
    copies(
        MatchEvent,
        f"generate_series({first + -first % STRIDE}, {min(last, LOGS_UP_TO)}, {STRIDE}) n "
        f"join sample m on m.k = n % {SAMPLES} join games_matchevent s on s.match_id = m.id",
        match_id=f"n + {FIRST}",
    )  # fmt: skip


def _open_tables() -> None:
    """Tables in play and waiting: as many as there are at a busy hour, whatever is stored."""
    people = people_of(0) // 6
    for prefix, count, at in ((PLAYING, RUNNING_TABLES, 1), (WAITING, WAITING_TABLES, 1001)):
        waits = prefix == WAITING
        sample = f"m.slug = '{PLAYING}' || lpad((n % 3)::text, 2, '0')"
        copies(
            Match, f"generate_series({at}, {at + count - 1}) n join games_match s on {sample.replace('m.', 's.')}",
            id="-n", slug=f"'{prefix}' || lpad(n::text, 6, 'x')", commitment="md5('open' || n) || md5(n::text)",
            host_id=f"{FIRST} + 1 + 6 * (n % {people})", created_at="now() - n * interval '1 s'",
            started_at="null" if waits else "now() - n * interval '1 s'", due_at="now() + interval '1 hour'",
            status="'waiting'" if waits else "'playing'", turn_seat="null" if waits else "s.turn_seat",
            clock_from="now()", seq="0" if waits else "s.seq", round="0" if waits else "s.round",
        )  # fmt: skip
        cast = " ".join(
            f"when n <= {at + count_ - 1} and s.index = {seat} then {User.objects.get(username=name).pk}"
            for name, seat, count_ in ((VETERAN, 0, 5), (REGULAR, 1, 3))
        )
        taken = "s.index < 2" if waits else "true"
        copies(
            Seat,
            f"generate_series({at}, {at + count - 1}) n join games_match m on {sample} "
            f"join games_seat s on s.match_id = m.id",
            match_id="-n", taken=taken, bot="''", deleted="false", seen_at="now()",
            user_id=f"case {cast} when {taken} then {FIRST} + 1 + 6 * (n % {people}) + s.index else null end",
        )  # fmt: skip
    invited = Match.objects.filter(Q(slug__startswith=WAITING), visibility="public")[:20]
    regular = User.objects.get(username=REGULAR)
    Invite.objects.bulk_create(Invite(match=match, user=regular) for match in invited)
    others = User.objects.filter(pk__gt=FIRST)[:30]
    Block.objects.bulk_create(Block(blocker=regular, blocked=other) for other in others)


def _admin_trail() -> None:
    root = User.objects.get(username="root").pk
    run(
        f"insert into {LogEntry._meta.db_table} (action_time, object_repr, action_flag, change_message, user_id) "
        f"select now() - n * interval '1 minute', 'person', 2, 'Ban lifted', {root} from generate_series(1, {LOGGED}) n"
    )
    run(
        "insert into accounts_ban (reason, since, user_id, settled) select 'spam', now(), "
        f"{FIRST} + 1 + n % 1000, true from generate_series(1, 2000) n"
    )


def _settle_sequences() -> None:
    """Keys given by hand are not given again."""
    for model in (User, Match):
        table = model._meta.db_table
        run(f"select setval(pg_get_serial_sequence('{table}', 'id'), (select max(id) from {table}))")
