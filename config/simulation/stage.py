"""The event itself, run through the services as an organiser and its people would: announced, entered, started, and
then only watched, but for those who come late, leave or return."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any

from django.contrib.auth import get_user_model

from config.simulation.cast import accounts
from config.simulation.plan import Plan, spec
from config.simulation.script import Role
from tournaments import services
from tournaments.models import Entry, Part, Tournament
from tournaments.services.locked import locked

ORGANISER = "organiser"
Deed = tuple[str, Callable[[], object]]


class Stage:
    """One event, found again after a crash."""

    def __init__(self, plan: Plan, roles: list[Role]) -> None:
        self.plan, self.roles = plan, roles
        users = get_user_model().objects
        self.organiser = users.filter(username=ORGANISER).first() or users.create_user(ORGANISER)
        self.users = accounts(roles)
        self.tournament = Tournament.objects.filter(organiser=self.organiser).first() or self._announce()
        # Entries are numbered in the order of entry; who comes late has none that is known beforehand.
        early = [role for role in roles if not role.enters]
        self._number = {role.number: number for number, role in enumerate(early, 1)}
        self._tried: set[tuple[str, int, int]] = set()  # what was done or refused in a round is not tried again in it
        self._seen = -1  # version at which the entries were looked at last

    def refresh(self) -> Tournament:
        """The row as it is now."""
        self.tournament = Tournament.objects.get(pk=self.tournament.pk)
        return self.tournament

    def begin(self) -> None:
        """Let everybody in who is there from the beginning, and start. What was done before a crash stays done."""
        slug = self.tournament.slug
        if self.tournament.status != Tournament.Status.REGISTRATION:
            return
        known = self.tournament.entries.count()
        for role in self.roles[known:]:
            if role.enters:
                break
            self._enter(role)
        services.start(slug, self.organiser)

    def direct(self) -> bool:
        """Do what the script has people do now. Whether anything was tried."""
        tournament = self.tournament
        if tournament.status != Tournament.Status.RUNNING or tournament.version == self._seen:
            return False
        self._seen = tournament.version
        self._shorten()
        entries = list(Entry.objects.filter(tournament=tournament))
        by_number = {entry.number: entry for entry in entries}
        by_user = {entry.user_id: entry for entry in entries if entry.user_id}
        tried = False
        for role in self.roles:
            user = self.users.get(role.number)
            entry = by_user.get(user.pk) if user else by_number.get(self._number.get(role.number, 0))
            for name, do in self._deeds(role, entry):
                key = (name, role.number, tournament.round)
                if key not in self._tried:
                    self._tried.add(key)
                    tried = True
                    with suppress(services.Refused):
                        do()
        return tried

    def _deeds(self, role: Role, entry: Entry | None) -> Iterator[Deed]:
        slug, number = self.tournament.slug, self.tournament.round
        if entry is None:
            if role.enters and number >= role.enters and not self._entered_before(role):
                yield "enter", partial(self._enter, role)
            return
        if role.bot:
            if role.leaves and number >= role.leaves and entry.status == Entry.Status.IN:
                yield "remove", partial(services.remove, slug, self.organiser, entry.number, "as the script says")
            return
        user = self.users[role.number]
        if role.returns and entry.status == Entry.Status.WITHDRAWN and number >= self._back(role, entry):
            yield "return", partial(services.register, slug, user)
        if entry.pausing and entry.status == Entry.Status.IN and len(role.absent) == 1:
            yield "unpause", partial(services.unpause, slug, user)

    def _back(self, role: Role, entry: Entry) -> int:
        """From which round on somebody comes back: at once, or (every other one) a round later."""
        left = Part.objects.filter(entry=entry).order_by("-round__number").values_list("round__number", flat=True)
        return (left.first() or 0) + 2 * (role.number % 2)

    def _entered_before(self, role: Role) -> bool:
        """A bot that came late is known by nothing but their count."""
        if not role.bot:
            return False
        late = [other for other in self.roles if other.bot and other.enters]
        come = self.tournament.entries.exclude(bot="").filter(number__gt=len(self._number)).count()
        return late.index(role) < come

    def _enter(self, role: Role) -> None:
        if role.bot:
            services.add(self.tournament.slug, self.organiser, bot=role.bot)
        else:
            services.register(self.tournament.slug, self.users[role.number])

    def _announce(self) -> Tournament:
        done: Any = services.create(self.organiser, spec(self.plan))
        return Tournament.objects.get(slug=done.slug)

    def _shorten(self) -> None:
        """Bring the end of an arena forward: announced ones last five minutes at least, simulated ones need not."""
        tournament = self.tournament
        if not self.plan.timed or tournament.started_at is None:
            return
        ends_at = tournament.started_at + timedelta(minutes=self.plan.minutes)
        if tournament.ends_at != ends_at:
            with locked(tournament.pk) as event:
                event.tournament.ends_at = ends_at
