"""The scripted people of a simulated event at their tables: they come, they play, some do not, some get up."""

from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import Any

from django.contrib.auth import get_user_model

from config.simulation.script import Role
from games import services as games
from games.bots import choose
from games.engine import view
from games.models import Match, Seat
from games.selectors import folds
from tournaments import services
from tournaments.models import Part, Tournament
from tournaments.services import keys

BOT = "easy"  # chooses for people
BUDGET_MS = 10


def accounts(roles: list[Role]) -> dict[int, Any]:
    """The accounts of the people, by number; made where they are missing."""
    people = [role for role in roles if not role.bot]
    users = get_user_model().objects
    known = {user.username: user for user in users.filter(username__in=[role.name for role in people])}
    return {role.number: known.get(role.name) or users.create_user(role.name) for role in people}


class Cast:
    """All people at once. What each does next follows from the rows and their role."""

    def __init__(self, tournament: Tournament, roles: list[Role], users: Mapping[int, Any]) -> None:
        self._tournament = tournament
        self._roles = {users[role.number].pk: role for role in roles if not role.bot}
        self._users = {user.pk: user for user in users.values()}
        self._tables: dict[tuple[int, int], int] = {}  # (person, match) -> which of their own tables it is

    def act(self) -> bool:
        """Have everybody do the one thing that they would do now. Whether anybody did anything."""
        if not self._roles:
            return False
        open_seats = Seat.objects.filter(
            user__in=self._users, match__status__in=(Match.Status.WAITING, Match.Status.PLAYING),
            match__event_key__startswith=f"{keys.PREFIX}{self._tournament.pk}:",
        ).select_related("match")  # fmt: skip
        return sum(self._at(seat) for seat in open_seats) > 0

    def _at(self, seat: Seat) -> bool:
        role, match = self._roles[seat.user_id or 0], seat.match
        table = self._which(seat)
        if match.status == Match.Status.WAITING:
            if table in role.absent or seat.seen_at is not None:
                return False
            games.seen(match.pk, self._users[seat.user_id].pk)
            return True
        if table == role.leaves and match.seq > match.dealt_seq:
            services.withdraw(self._tournament.slug, self._users[seat.user_id])
            return True
        return match.turn_seat in (None, seat.index) and self._play(seat)

    def _play(self, seat: Seat) -> bool:
        match, user = seat.match, self._users[seat.user_id]
        played = folds.round_of(match)
        if seat.index not in played.state.actors:
            return False
        chance = Random(f"{match.slug} {match.acted_seq} {seat.index}")
        action = choose(BOT, view(played.state, seat.index), played.steps, chance, BUDGET_MS)
        with suppress(games.Refused):  # the table has gone on meanwhile
            games.act(match.slug, user, action.text, match.acted_seq)
        return True

    def _which(self, seat: Seat) -> int:
        known = (seat.user_id or 0, seat.match_id)
        if known not in self._tables:
            number = int(seat.match.event_key.split(":")[2])
            parts = Part.objects.filter(
                entry__user=seat.user_id, entry__tournament=self._tournament, pod__isnull=False,
                round__number__lte=number,
            )  # fmt: skip
            self._tables[known] = parts.count()
        return self._tables[known]
