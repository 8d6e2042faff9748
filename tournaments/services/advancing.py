"""The one idempotent service by which an event goes on: hinted at every commit, guaranteed by the sweep.

`advance` looks where the event stands and does what is due, step by step, until nothing is. Each step checks again
under the lock whether it is still to be done, so it may be called by anybody, at any time, as often as they like.
"""

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Final

from django.utils import timezone

from tournaments.models import LogLine, Tournament
from tournaments.services import beginning, settling
from tournaments.services.drawing import draw_next
from tournaments.services.finishing import close_arena, close_rounds
from tournaments.services.locked import locked
from tournaments.services.opening import open_next

log = logging.getLogger(__name__)
STEPS: Final = 500  # more than the largest round has tables; then the sweep goes on
TRIES: Final = 3  # of a step that fails, before the event is paused
FIRST_WAIT: Final = timedelta(seconds=5)  # after a failure; doubled by each further one
BEFORE: Final = (Tournament.Status.ANNOUNCED, Tournament.Status.REGISTRATION, Tournament.Status.CHECK_IN)
Pause = Tournament.Pause


def advance(tournament_id: int) -> None:
    """Do everything that is due at an event. A step that fails is tried again later; in the end it pauses the event."""
    for _ in range(STEPS):
        tournament = Tournament.objects.filter(pk=tournament_id).first()
        if tournament is None:
            return
        if not _step(tournament):
            _rest(tournament)
            return


def _step(tournament: Tournament) -> bool:
    return any(_try(tournament, step, pause) for step, pause in _steps(tournament))


def _steps(tournament: Tournament) -> list[tuple[Callable[[Tournament], bool], str]]:
    """What an event may have to do, in this order. Results are taken in even while it stands still."""
    waits = tournament.retry_at is not None and tournament.retry_at > timezone.now()
    still = bool(tournament.paused) or waits
    if tournament.status in BEFORE:
        return [] if still else [(beginning.step, Pause.START)]
    if tournament.status != Tournament.Status.RUNNING:
        return []
    steps: list[tuple[Callable[[Tournament], bool], str]] = [
        (settling.pull, Pause.RESULTS),
        (close_rounds, Pause.RESULTS),
    ]
    if not still:
        steps += [(open_next, Pause.TABLES), (draw_next, Pause.DRAW), (close_arena, Pause.RESULTS)]
    return steps


def _try(tournament: Tournament, step: Callable[[Tournament], bool], pause: str) -> bool:
    try:
        return step(tournament)
    except Exception as error:
        log.exception("tournament %s: %s failed", tournament.slug, step.__name__)
        _failed(tournament.pk, pause, error)
        return False


def _failed(tournament_id: int, pause: str, error: Exception) -> None:
    with locked(tournament_id) as event:
        tournament = event.tournament
        if tournament.paused or tournament.status not in (*BEFORE, Tournament.Status.RUNNING):
            event.nothing()
            return
        tournament.failures += 1
        tournament.retry_at = event.now + FIRST_WAIT * 2 ** (tournament.failures - 1)
        if tournament.failures >= TRIES:
            tournament.paused, tournament.retry_at = pause, None
            event.log(LogLine.Kind.PAUSED, why=pause, error=type(error).__name__)


def _rest(tournament: Tournament) -> None:
    """Nothing is to be done now, whatever the row said: work out anew when it is."""
    if tournament.due_at is not None and tournament.due_at <= timezone.now():
        with locked(tournament.pk) as event:
            event.nothing()
