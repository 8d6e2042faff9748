"""All periodic work of the site, in one list that both stacks read.

Every entry carries `expires`, so that a worker that was away finds one round of work and not a pile of it. Tasks are
named, not imported: beat needs no code of theirs. tests/config/test_periodic.py holds the names to the registry.
"""

from datetime import timedelta
from typing import Any

QUEUES = ("turns", "events")
HEARTBEAT_SECONDS = 5


def every(seconds: float, task: str, queue: str, *args: Any) -> dict[str, Any]:
    """Return one beat entry that runs `task` on `queue` and is dropped when a period and a half (1 s at least) late."""
    return {
        "task": task,
        "schedule": timedelta(seconds=seconds),
        "args": args,
        "options": {"queue": queue, "expires": max(1.0, seconds * 1.5)},
    }


BEAT_SCHEDULE = {
    # Acts on every match whose due time passed unnoticed; also writes the heartbeat of the clocks.
    "games: sweep": every(0.5, "games.tasks.sweep", "turns"),
    "games: close empty tables": every(30, "games.tasks.close_empty_tables", "events"),
    # Finished matches whose listeners a crash cut off.
    "games: tell listeners": every(15, "games.tasks.tell_listeners", "events"),
    "games: mail for tables of days": every(60, "games.tasks.mail_turns", "events"),
    # Does at every tournament what is due: starts, draws, opens tables, takes in results.
    "tournaments: sweep": every(1, "tournaments.tasks.sweep", "events"),
    "tournaments: announce recurring ones": every(10, "tournaments.tasks.announce", "events"),
    "tournaments: mail of changes": every(60, "tournaments.tasks.mail_notices", "events"),
    # Beat counts from its own start, so work for once a day would never come on a site that restarts daily.
    # Accounts whose deletion another part held up; guests who never played.
    "accounts: deletions": every(300, "accounts.tasks.finish_deletions", "events"),
    "accounts: bans": every(60, "accounts.tasks.settle_bans", "events"),
    "accounts: idle guests": every(3600, "accounts.tasks.drop_idle_guests", "events"),
    "site: expired sessions": every(3600, "config.tasks.clear_sessions", "events"),
    **{
        f"site: {queue} worker is alive": every(HEARTBEAT_SECONDS, "config.tasks.heartbeat", queue, queue)
        for queue in QUEUES
    },
}
