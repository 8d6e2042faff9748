"""A site in full swing to attack: tables in every state, tournaments before and in play, and people of every kind."""

from dataclasses import dataclass, field
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.test import Client

from games import selectors, services
from games.models import Match, Seat
from games.services import TableSpec
from tests.games import tables
from tests.games.leaks import Watch
from tests.tournaments import events
from tournaments.models import Entry, Tournament

ROLES: Final = ("anonymous", "stranger", "player", "watcher", "admin")
PASSWORD: Final = "correct horse 9"
WORD: Final = "open sesame 7"  # of the tournament that asks for one


@dataclass
class World:
    """Who and what there is. `playing`: anna and bo play, cleo watches."""

    people: dict[str, Any]
    playing: Match
    waiting: Match
    invited: Match
    sealed: Match
    over: Match
    cup: Tournament
    coming: Tournament
    watches: dict[str, Watch] = field(default_factory=dict)
    stored: str = ""  # what the database held at first
    known: dict[str, dict[str, str]] = field(default_factory=dict)  # secrets by role

    def user(self, role: str) -> Any:
        """Who acts in a role; None for anonymous."""
        names = {"organiser": "olga", "stranger": "eve", "player": "anna", "watcher": "cleo", "admin": "root"}
        return self.people.get(names.get(role, ""))

    def client(self, role: str, strict: bool = False) -> Client:
        """A browser of somebody in this role; `strict` asks for CSRF tokens."""
        client = Client(enforce_csrf_checks=strict)
        if (user := self.user(role)) is not None:
            client.force_login(user)
        return client

    def secrets(self, role: str) -> dict[str, str]:
        """text -> what it is, of everything that nobody in this role may ever read."""
        if role not in self.known:
            self.known[role] = self._secrets(role)
        sessions = Session.objects.values_list("session_key", flat=True)
        return self.known[role] | dict.fromkeys(sessions, "a session")

    def _secrets(self, role: str) -> dict[str, str]:
        user = self.user(role)
        found = {match.secret: "the secret of a table" for match in (self.playing, self.waiting, self.sealed)}
        found |= {event.secret: "the secret of a tournament" for event in (self.cup, self.coming)}
        found |= {self.coming.password: "a tournament's password", self.sealed.slug: "a sealed table"}
        seats = Seat.objects.exclude(user=user) if user else Seat.objects.all()
        found |= {seat.nonce: "a nonce" for seat in seats.filter(match__in=[self.playing, self.waiting])}
        found |= {entry.nonce: "a nonce" for entry in Entry.objects.exclude(user=user)}
        for person in self.people.values():
            found[person.password] = "a password"
            if person != user and role != "admin":
                found[person.email] = "somebody's e-mail"
        if role == "admin":
            found.pop(self.sealed.slug)
        found.pop("", None)
        return found


def build() -> World:
    """Make it all, through the services."""
    users = get_user_model().objects
    names = ("anna", "bo", "cleo", "eve", "olga")
    people = {name: users.create_user(name, f"{name}@private.example", PASSWORD) for name in names}
    people["root"] = users.create_superuser("root", "root@private.example", PASSWORD)
    for person in people.values():
        EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    anna, bo = people["anna"], people["bo"]
    playing = tables.choose_all(tables.of_people(anna, bo), anna, bo)
    sealed = tables.of_people(bo, people["olga"])
    Match.objects.filter(pk=sealed.pk).update(sealed=True)
    over = tables.of_people(anna, people["eve"])
    services.leave(over.slug, people["eve"])
    waiting = tables.waiting(anna)
    invited = tables.of(services.create_table(bo, TableSpec(seats=3, visibility="invite")))
    cup = events.begun([anna, bo, *events.people(4, "extra")], organiser=people["olga"])
    coming = events.event(people["olga"], password=WORD)
    return World(people, playing, waiting, invited, sealed, over, cup, coming)


def hidden_from(world: World, role: str) -> tuple[Watch, Any]:
    """What a role has seen of the game in play, and its state."""
    if role not in world.watches:
        snapshot = selectors.table(world.playing.pk)
        assert snapshot is not None
        watch = Watch(0 if role == "player" else None)
        watch.look(snapshot.state)
        world.watches[role] = watch
    return world.watches[role], selectors.fold_of(world.playing).state


def values_for(world: World, address: Any) -> dict[str, str]:
    """Parameters that lead somewhere: the game in play, the tournament in play, somebody."""
    return {
        "slug": world.cup.slug if address.name.startswith("tournaments:") else world.playing.slug,
        "username": "bo",
        "key": "nokey",
        "uidb36": "1",
        "number": "1",
        "pod": "1",
        "id": str(world.people["bo"].pk),
        "object_id": _object(world, address.template),
        "content_type_id": str(ContentType.objects.get_for_model(Match).pk),
        "app_label": "games",
        "url": "nowhere",
    }


def _object(world: World, template: str) -> str:
    """The key of a row of the model that an address of the admin is about."""
    from django.apps import apps

    parts = template.split("/")
    try:
        model = apps.get_model(parts[2], parts[3])
    except (LookupError, IndexError):
        return str(world.playing.pk)
    rows = {Match: world.playing, Tournament: world.cup, get_user_model(): world.people["bo"]}
    row = rows.get(model) or model._default_manager.order_by("-pk").first()
    return str(row.pk if row else 1)
