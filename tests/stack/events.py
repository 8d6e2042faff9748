"""A tournament on the production stack: directed over HTTP as its organiser does, counted in the database."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg

from tests.serve.person import Person
from tests.stack.services import Stack
from tests.waiting import wait_for

FIELDS = {
    "name": "Drill", "format": "swiss_pods", "rounds": 2, "bots": "open", "bot_pace": "instant", "break_seconds": 0,
    "grace_seconds": 30, "round_minutes": 0,
}  # fmt: skip


class Drill:
    """One event and its organiser."""

    def __init__(self, stack: Stack, bots: int = 8, organiser: Person | None = None, **fields: Any) -> None:
        self.stack, self.rounds = stack, int(fields.get("rounds", FIELDS["rounds"]))
        self.organiser = organiser or newcomer(stack)
        made = self.organiser.browser.post("/tournaments/new/", FIELDS | fields)
        assert made.status == 200, made.text
        self.path = str(made.json["url"])
        self.slug = self.path.strip("/").split("/")[-1]
        for _ in range(bots):
            self.post("add", bot="easy")

    def post(self, step: str, **data: Any) -> None:
        """Do something as the organiser."""
        answer = self.organiser.browser.post(f"{self.path}{step}/", data)
        assert answer.status == 200, answer.text

    def state(self, who: Person | None = None) -> dict[str, Any]:
        """What the site says of it."""
        answer = (who or self.organiser).browser.get(f"{self.path}state.json")
        assert answer.status == 200, answer.text
        return dict(answer.json)

    def value(self, what: str) -> Any:
        """A column of its row, or any expression over it."""
        return self.stack.database.query(f"select {what} from tournaments_tournament t where slug = %s", self.slug)[0][
            0
        ]

    def count(self, query: str) -> int:
        """Rows of a query in which `t` is the event: `from ...`."""
        return int(self.value(f"(select count(*) {query})"))

    def is_over(self) -> bool:
        """Whether it has ended. What a drill killed is started again meanwhile, as a service manager does."""
        self.stack.revive()
        return bool(self.value("status") == "finished")

    def check_one_set_of_tables(self) -> None:
        """Once it is over: each round once, everybody in it once, one table for each pod; all have ended and count."""
        wait_for(self.is_over, f"the end of {self.slug}", 60)
        rounds = self.rounds
        mine = "from tournaments_round r where r.tournament_id = t.id"
        assert (self.count(mine), self.value("round")) == (rounds, rounds)
        entries = self.count("from tournaments_entry e where e.tournament_id = t.id")
        of_it = "join tournaments_round r on r.id = p.round_id where r.tournament_id = t.id"
        parts = f"from tournaments_part p {of_it} and p.entry_id is not null and p.outcome <> ''"
        assert self.count(parts) == entries * rounds
        pods = self.count(f"from tournaments_pod p {of_it}")
        tables = "from games_match m where m.event_key like 't:' || t.id || ':%%'"
        assert (self.count(tables), self.count(f"{tables} and m.status = 'over'")) == (pods, pods)
        lines = "from tournaments_logline l where l.tournament_id = t.id and l.kind"
        counts = [self.count(f"{lines} = '{kind}'") for kind in ("started", "round_started", "round_ended", "finished")]
        assert counts == [1, rounds, rounds, 1]
        standings = self.organiser.browser.get(f"{self.path}standings.json").json
        assert [len(row["outcomes"]) for row in standings] == [rounds] * entries


def newcomer(stack: Stack, url: str | None = None) -> Person:
    """Somebody with an account."""
    person = Person(stack.urls[0])
    person.browser = stack.client(url)
    return person.sign_up()


@contextmanager
def held(stack: Stack, table: str, mode: str) -> Iterator[None]:
    """Hold a lock on a table of the database: whoever needs it stops right there, in the middle of what they do."""
    with psycopg.connect(stack.database.url) as connection:
        connection.execute(f"lock table {table} in {mode} mode")
        yield
        connection.rollback()


def somebody_waits_for(stack: Stack, table: str) -> bool:
    """Whether a process of the site has come to what `held` holds."""
    waiting = "from pg_locks where not granted and relation = %s::regclass"
    return bool(stack.database.query(f"select count(*) {waiting}", table)[0][0])
