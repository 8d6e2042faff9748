"""A small site on either database, of which there is ever more: for counting the queries of pages."""

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth import get_user_model
from django.utils import timezone

from accounts.models import Ban
from games import services
from games.engine import Options
from games.models import Block, Invite, Match
from tests.games.playing import Playing
from tests.games.stored import store
from tests.games.tables import of_people, waiting
from tests.stored.pages import REGULAR, VETERAN
from tests.tournaments.events import begun, play_to_the_end
from tests.tournaments.listed import announced, finished
from tournaments.models import Series, Tournament

User: Any = get_user_model()


class Site:
    """The cast, and what `games` and `cups` made so far."""

    def __init__(self) -> None:
        self.regular = User.objects.create_user(REGULAR, email="regular@example.org")
        self.veteran = User.objects.create_user(VETERAN, email="veteran@example.org")
        self.root = User.objects.create_superuser("root", email="root@example.org")
        self.made = 0
        self.values: dict[str, Any] = {"regular": REGULAR, "veteran": VETERAN, "user": self.regular.pk}

    def someone(self, name: str) -> Any:
        """Somebody new, with an address."""
        person = User.objects.create_user(name, email=f"{name}@example.org")
        EmailAddress.objects.create(user=person, email=person.email, primary=True, verified=True)
        return person

    def games(self, count: int) -> None:
        """So many more of everything that lists of games and the admin show."""
        for number in range(self.made, self.made + count):
            other = self.someone(f"other{number}")
            for at, seats in enumerate(((self.regular, self.veteran), (self.veteran, other))):
                played = Playing(Options(), 2, seed=2 * number + at + 1).play()
                over = store(played, *seats, slug=f"over{at}x{number:05}")
                ended = {"visibility": ("public", "invite")[at], "ended_at": timezone.now(), "listeners_done": True}
                Match.objects.filter(pk=over.pk).update(**ended)
            open_, closed = waiting(other), waiting(other, visibility="invite")
            services.join(open_.slug, self.veteran)
            Invite.objects.create(match=closed, user=self.regular)
            playing = of_people(self.regular, self.someone(f"rival{number}"))
            Block.objects.create(blocker=self.regular, blocked=other)
            Ban.objects.create(user=other, by=self.root, reason="spam", until=timezone.now())
            LogEntry.objects.create(user=self.root, object_repr="other", action_flag=CHANGE)
        self.made += count
        self.values |= {"over": "over0x00000", "match": over.pk, "playing": playing.slug, "waiting": open_.slug}

    def lists_of_cups(self, count: int) -> None:
        """So many more events in every list, all with both of the cast."""
        for _ in range(count):
            number = Tournament.objects.count()
            organiser = self.someone(f"organiser{number}")
            finished(organiser, self.veteran, self.regular)
            for status in ("registration", "announced", "running"):
                cup = announced(self.veteran, f"Cup {number}", status=status, started_at=None, invite_only=True)
                for place, user in enumerate((organiser, self.veteran, self.regular), 1):
                    cup.entries.create(user=user, number=place, name="somebody")
                    cup.log.create(at=timezone.now(), by=user, kind="entered", data={"entry": place})
            Series.objects.create(
                key=f"series{number}", name="Weekly", every="week", time="20:00", organiser=organiser,
                template={"format": "arena"},
            )  # fmt: skip
        self.values["open"] = Tournament.objects.filter(status="registration").latest("pk").slug

    def cup(self, players: int) -> None:
        """An event played to its end by so many, and one in its first round; the pages are theirs from now on."""
        fresh = [self.someone(f"player{User.objects.count()}x{number}") for number in range(players - 1)]
        ended = play_to_the_end(begun([self.regular, *fresh], organiser=self.veteran))
        running = begun([self.regular, *fresh], organiser=self.veteran)
        self.values |= {"cup": ended.slug, "event": ended.pk, "running": running.slug}
