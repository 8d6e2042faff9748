"""Tables for tests: made and played through the services, as the site does it."""

from datetime import timedelta
from random import Random
from typing import Any

from django.utils import timezone

from games import fairness, selectors, services
from games.bots import choose
from games.engine import Options, legal_actions, view
from games.models import Match, MatchEvent
from games.record import Event, Fold, fold
from games.services import Done, TableSpec, due


def of(done: Done) -> Match:
    """The row of a table."""
    return Match.objects.get(slug=done.slug)


def against_bots(user: Any, seats: int = 2, **options: Any) -> Match:
    """A running table of a person on seat 0 and instant bots."""
    spec = TableSpec(Options(**options), seats, ("easy",) * (seats - 1), bot_pace="instant")
    return of(services.create_table(user, spec))


def of_people(*users: Any, pace: str = "live", **options: Any) -> Match:
    """A running table of people, in seat order."""
    done = services.create_table(users[0], TableSpec(Options(**options), len(users), pace=pace))
    for user in users[1:]:
        services.join(done.slug, user)
    return of(done)


def waiting(user: Any, seats: int = 3, **more: Any) -> Match:
    """A table that waits for people."""
    return of(services.create_table(user, TableSpec(seats=seats, **more)))


def first_legal(match: Match, seat: int) -> str:
    """An action that the seat may take."""
    state = selectors.fold_of(match).state
    assert state is not None
    return legal_actions(state, seat)[0].text


def choose_all(match: Match, *users: Any) -> Match:
    """Everybody chooses a 3UP; play begins."""
    for index, user in enumerate(users):
        match.refresh_from_db()
        services.act(match.slug, user, first_legal(match, index), match.seq)
    match.refresh_from_db()
    return match


def play_to_the_end(match: Match, users: dict[int, Any], seed: int = 1, limit: int = 4000) -> Match:
    """Play sensibly for the people, and through the server's own path for bots, until the match is over."""
    rng = Random(seed)
    for _ in range(limit):
        match.refresh_from_db()
        if match.status != Match.Status.PLAYING:
            return match
        state = selectors.fold_of(match).state
        assert state is not None
        mine = [seat for seat in state.actors if seat in users]
        if mine:
            action = choose("medium", view(state, mine[0]), (), rng)
            services.act(match.slug, users[mine[0]], action.text, match.seq)
        else:
            due.act_once(match.pk)
    raise AssertionError("the match did not end")


def turn_back(match: Match, seconds: float) -> None:
    """Let time pass at a table: its clocks started that much earlier."""
    past = timedelta(seconds=seconds)
    match.refresh_from_db()
    for name in ("clock_from", "acted_at", "due_at", "fill_with_bots_at"):
        at = getattr(match, name)
        setattr(match, name, at - past if at else None)
    match.save()


def assert_columns_follow_from_the_log(match: Match) -> Fold:
    """Every column that repeats the log says what the log says, and the chain of hashes holds."""
    match.refresh_from_db()
    rows = list(MatchEvent.objects.filter(match=match).order_by("seq"))
    events = [Event(r.seq, r.round, r.kind, r.seat, r.action, r.by, r.at_ms, r.data) for r in rows]
    folded = fold(events)
    assert [event.seq for event in events] == list(range(1, match.seq + 1))
    assert_chain_holds(match, rows, events)
    acted = [event.seq for event in events if event.kind in ("dealt", "action")]
    dealt = [event.seq for event in events if event.kind == "dealt"]
    assert (match.acted_seq, match.dealt_seq) == (max(acted, default=0), max(dealt, default=0))
    assert match.round == len(folded.rounds)
    playing = match.status == Match.Status.PLAYING
    assert match.turn_seat == (folded.state.turn if playing and folded.state else None)
    assert playing == bool(folded.rounds and not folded.over and not folded.aborted)
    assert match.placings == (list(folded.placings) if folded.placings else None)
    seats = list(match.seats.order_by("index"))
    assert [seat.index for seat in seats if seat.left] == sorted(folded.left)
    assert {seat.index for seat in seats if seat.away} == set(folded.away) - set(folded.left)
    assert [seat.place for seat in seats] == (match.placings or [None] * match.size)
    return folded


def assert_chain_holds(match: Match, rows: list[MatchEvent], events: list[Event]) -> None:
    """Each hash follows from the one before; the last is the match's head."""
    head, secret = match.commitment, bytes.fromhex(match.secret)
    for row, event in zip(rows, events, strict=True):
        head = fairness.event_hash(head, fairness.salt(secret, event.seq), event.hashed())
        assert row.hash == head
    assert match.head == (head if rows else "")


def now() -> Any:
    """The server's time."""
    return timezone.now()
