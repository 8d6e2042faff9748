"""A tournament under its row lock: the unit of work that every service writes through.

`with locked(slug) as event:` opens a transaction and locks the row. Services change `event.tournament` and rows that
hang on it; at the end of the block the version goes up, the due time is worked out, the row is saved, and what the
world has to hear is sent after the commit. An exception leaves nothing behind. Draws do not belong inside.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.api.web import Conflict, Forbidden, NotFound, Over
from tournaments import broadcast, hints, selectors
from tournaments.models import LogLine, Tournament

FIELDS: Final = tuple(
    field.attname
    for field in Tournament._meta.concrete_fields
    if field.name not in ("id", "slug", "secret", "commitment", "created_at")
)
BEFORE: Final = (Tournament.Status.ANNOUNCED, Tournament.Status.REGISTRATION, Tournament.Status.CHECK_IN)
ENDED: Final = (Tournament.Status.FINISHED, Tournament.Status.CANCELLED)


@dataclass(frozen=True, slots=True)
class Done:
    """What a service that worked answers: the event, and its version after that."""

    slug: str
    seq: int


class Locked:
    """A tournament and what is about to be told of it. Only `locked` makes one."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.now = timezone.now()
        self.soon = False  # look after it at once, whatever else is due
        self._changed = True
        self._before = {name: getattr(tournament, name) for name in FIELDS}

    @property
    def done(self) -> Done:
        """The answer, once the block is over."""
        return Done(self.tournament.slug, self.tournament.version)

    @property
    def begun(self) -> bool:
        """Whether it has started, or is over."""
        return self.tournament.status not in BEFORE

    def nothing(self) -> None:
        """Nothing was changed after all: no new version, nobody is told."""
        self._changed = False

    def log(self, kind: LogLine.Kind, by: Any = None, **data: Any) -> None:
        """Add a line to the visible log. `data`: see LogLine.Kind; empty values are left out."""
        kept = {name: value for name, value in data.items() if value not in (None, "")}
        LogLine.objects.create(tournament=self.tournament, at=self.now, by=by, kind=kind, data=kept)

    def check_not_begun(self, message: str = "") -> None:
        """Raise Over for an event that has ended, Conflict for one that has begun."""
        self.check_not_ended()
        if self.begun:
            raise Conflict(message or _("The tournament has begun: this can no longer be changed."))

    def check_not_ended(self) -> None:
        """Raise Over for an event that is finished or cancelled."""
        if self.tournament.status in ENDED:
            raise Over(_("This tournament is over."))

    def finish(self) -> None:
        """Save what changed and have the world told once it is committed."""
        tournament = self.tournament
        due_at = selectors.due_at(tournament, self.now)
        tournament.due_at = self.now if self.soon and due_at is not None else due_at
        if self._changed:
            tournament.version += 1
        names = [name for name in FIELDS if getattr(tournament, name) != self._before[name]]
        if names:
            tournament.save(update_fields=names)
        transaction.on_commit(self._tell)

    def _tell(self) -> None:
        tournament = self.tournament
        if not self._changed:
            return
        broadcast.tournament_changed(tournament.pk, tournament.version)
        if tournament.status != self._before["status"]:
            broadcast.list_changed()
        if tournament.due_at is not None:
            hints.advance(tournament.pk, tournament.due_at - timezone.now())


@contextmanager
def locked(key: str | int) -> Iterator[Locked]:
    """Lock a tournament by slug or id for the length of the block. Raises NotFound."""
    with transaction.atomic():
        wanted = {"pk": key} if isinstance(key, int) else {"slug": key}
        tournament = Tournament.objects.select_for_update().filter(**wanted).first()
        if tournament is None:
            raise NotFound(_("There is no such tournament."))
        event = Locked(tournament)
        yield event
        event.finish()


@contextmanager
def directed(slug: str, user: Any) -> Iterator[Locked]:
    """`locked` for what only its organiser, or an admin of the site, may do. Raises NotFound, Forbidden."""
    with locked(slug) as event:
        if not selectors.may_organise(event.tournament, user):
            raise Forbidden(_("Only the organiser may do that."))
        yield event
