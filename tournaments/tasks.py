"""Celery tasks: events go on, recurring ones are announced, notices go out. All idempotent, all told ids only."""

import logging
import time
from typing import Final

from celery import shared_task

from tournaments import selectors, services
from tournaments.services import mail

log = logging.getLogger(__name__)
SWEEP_SECONDS: Final = 5.0


@shared_task
def advance(tournament_id: int) -> None:
    """Do what is due at a tournament. What is done depends on its rows alone."""
    services.advance(tournament_id)


@shared_task
def sweep() -> int:
    """Look after every tournament that is due. One that fails holds up no other. How many were looked at."""
    started, seen = time.monotonic(), 0
    for tournament_id in selectors.due_tournaments():
        seen += 1
        try:
            services.advance(tournament_id)
        except Exception:
            log.exception("tournament %s: the sweep failed", tournament_id)
        if time.monotonic() - started > SWEEP_SECONDS:
            break  # the next sweep goes on
    return seen


@shared_task
def announce() -> int:
    """Put the coming dates of recurring tournaments on the calendar; how many were new."""
    return services.announce_all()


@shared_task
def mail_notices() -> int:
    """Mail those who entered what was cancelled or moved, and those who were invited. How many mails went out."""
    told = sum(mail.tell(tournament_id) for tournament_id in mail.tournaments_to_tell())
    return told + sum(mail.invite(invitation_id) for invitation_id in mail.invitations_to_tell())
