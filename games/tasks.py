"""Celery tasks: bots' turns and time-outs, the sweeps, listeners, mail. All idempotent, all told ids only."""

import logging
import time
from datetime import timedelta
from typing import Final

from celery import shared_task
from django.db import connection

from games import hints, listeners, selectors
from games.models import Match
from games.services import due, mail, sweeps

log = logging.getLogger(__name__)
TURNS_IN_A_ROW: Final = 60  # instant bots; then another task goes on, so that none holds a worker
SWEEP_SECONDS: Final = 3.0
NOW: Final = timedelta(0)
SQLITE_PAUSE: Final = 0.05  # its writers are not fair: people must get in between


@shared_task
def act_on_due(match_id: int, seq: int = 0) -> None:
    """Do what is due at a table. `seq` is the event the hint was given for; what is done depends on the row alone."""
    for _ in range(TURNS_IN_A_ROW):
        wait = due.act_once(match_id)
        if wait is None or wait > NOW:
            break
        if connection.vendor == "sqlite":
            time.sleep(SQLITE_PAUSE)
    sweeps.cleared(match_id)
    _go_on(match_id, wait)


@shared_task
def sweep() -> int:
    """Keep the clocks' heartbeat and act at every table that is late. One that fails is set aside. How many acted."""
    sweeps.beat()
    started, acted = time.monotonic(), 0
    for match_id in sweeps.late_matches():
        acted += _act_safely(match_id)
        if time.monotonic() - started > SWEEP_SECONDS:
            break  # the next sweep goes on
    return acted


@shared_task
def tell_again() -> None:
    """For a process that starts: tell what the one before it perhaps did not come to."""
    sweeps.tell_again()


def _go_on(match_id: int, wait: timedelta | None) -> None:
    """What comes next at the table is hinted here: inside these tasks the commits themselves hint nothing."""
    if wait is not None:
        hints.act_on_due(match_id, 0, wait)


def _act_safely(match_id: int) -> bool:
    try:
        _go_on(match_id, due.act_once(match_id))
    except Exception:
        log.exception("acting at match %s failed", match_id)
        sweeps.set_aside(match_id)
        return False
    sweeps.cleared(match_id)
    return True


@shared_task
def tell_of(match_id: int) -> None:
    """Tell the listeners of one ended match, unless that is done."""
    match = Match.objects.filter(pk=match_id, ended_at__isnull=False, listeners_done=False).first()
    if match is not None and listeners.tell(selectors.result_of(match)):
        sweeps.told([match_id])


@shared_task
def tell_listeners() -> None:
    """Tell the listeners of every ended match that a crash kept from them."""
    for match_id in sweeps.untold_matches():
        try:
            tell_of(match_id)
        except Exception:
            log.exception("telling of match %s failed", match_id)


@shared_task
def close_empty_tables() -> None:
    """Close waiting tables at which nobody sits (people get up one by one; this catches what a crash left)."""
    for match_id in sweeps.deserted_matches():
        due.close_deserted(match_id)


@shared_task
def mail_turns() -> int:
    """Tell people by mail that it is their turn at a `days` table, once a turn. How many mails went out."""
    return sum(mail.tell_turn(match_id) for match_id in mail.matches_to_tell())
