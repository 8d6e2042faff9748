"""The ledger against the log: nothing accepted is lost or doubled, nobody was timed out, every record verifies."""

from collections import defaultdict
from typing import Any

from tests.processes import Process
from tests.stack.drills.people import Player
from tests.stack.drills.traffic import Traffic
from tests.waiting import wait_for

EVENTS = """select m.slug, e.seq, e.kind, e.action, e.by, u.username
    from games_matchevent e join games_match m on m.id = e.match_id
    left join games_seat s on s.match_id = m.id and s.index = e.seat left join accounts_user u on u.id = s.user_id
    where m.id > %s order by m.id, e.seq"""
BANKS = """select m.slug, u.username, s.bank_ms from games_seat s join games_match m on m.id = s.match_id
    join accounts_user u on u.id = s.user_id where m.id > %s and m.pace = 'live' and s.bank_ms <> 90000"""


def check(traffic: Traffic, environment: dict[str, str]) -> int:
    """Compare everything sent with everything stored; return how many moves were accepted."""
    rows = traffic.site.database.query(EVENTS, traffic.watch.first)
    logs = defaultdict(list)
    for slug, *event in rows:
        logs[slug].append(event)
    for slug, events in logs.items():
        assert [event[0] for event in events] == list(range(1, len(events) + 1)), f"{slug} has holes"
    unjust = [row for row in rows if row[4] == "timeout" or row[2] == "away"]
    assert not unjust, f"charged for the server's absence: {unjust}"
    for player in traffic.everybody:
        assert player.fault is None, player.fault
        assert not player.ledger.refused, player.ledger.refused
        check_player(player, logs)
    banks = traffic.site.database.query(BANKS, traffic.watch.first)
    assert {name for _, name, _ in banks} <= {traffic.thinker.person.name}, f"time was taken from banks: {banks}"
    verify(list(logs), environment)
    return sum(len(player.ledger.accepted) for player in traffic.everybody)


def check_player(player: Player, logs: dict[str, list[list[Any]]]) -> None:
    """Each accepted move is in the log once, behind what it answered; what else is there was sent and not answered."""
    name = player.person.name
    own = [(slug, event) for slug, log in logs.items() for event in log if event[3:] == ["player", name]]
    stored = [(slug, seq, action) for slug, (seq, _, action, *_) in own if action]
    for move in player.ledger.accepted:
        same = [event for event in stored if (event[0], event[2]) == (move.slug, move.action)]
        found = [event for event in same if move.seq < event[1] <= move.shown]
        assert found, f"{name}: {move} was accepted and is not in the log"
        stored.remove(found[0])
    for slug, seq, action in stored:
        sent = [move for move in player.ledger.unknown if (move.slug, move.action) == (slug, action) and move.seq < seq]
        assert sent, f"{name}: {action} at {slug}, event {seq}, was never sent, or counted twice"
        player.ledger.unknown.remove(sent[0])


def verify(slugs: list[str], environment: dict[str, str]) -> None:
    """`manage.py verify`: replay, chain and deal of each table."""
    process = Process(["manage.py", "verify", *slugs], environment)
    wait_for(lambda: not process.running, "the end of verify", 60)
    assert process.stop() == 0, process.output
