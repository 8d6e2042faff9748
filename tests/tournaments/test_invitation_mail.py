"""Who is invited reads it in a mail: once, at a proven address, and not against their will."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail as outbox
from django.utils import timezone

from accounts import bans
from games.services import set_block
from tests.tournaments.events import begun, event, person
from tournaments import services, tasks
from tournaments.models import Tournament
from tournaments.services import mail

pytestmark = pytest.mark.django_db


def proven(name: str, *, verified: bool = True) -> Any:
    """Somebody who gave an address, and proved it unless told otherwise."""
    found = person(name, email=f"{name}@example.org")
    EmailAddress.objects.create(user=found, email=found.email, verified=verified, primary=True)
    return found


def invited(who: Any, organiser: Any = None) -> Tournament:
    """An event to which somebody is invited."""
    cup = event(organiser, invite_only=True)
    services.invite(cup.slug, cup.organiser, who.username)
    return cup


def told() -> list[str]:
    """To whom mails go out now."""
    before = len(outbox.outbox)
    tasks.mail_notices()
    return [address for letter in outbox.outbox[before:] for address in letter.to]


def test_it_says_by_whom_when_and_where_and_comes_once() -> None:
    bo, olga = proven("bo"), person("olga")
    cup = invited(bo, olga)
    Tournament.objects.filter(pk=cup.pk).update(name="Win at evil.example", timezone="Asia/Kolkata")
    services.invite(cup.slug, olga, "bo")
    assert [told(), told()] == [["bo@example.org"], []]
    (letter,) = outbox.outbox
    assert letter.subject == "3UP 3DOWN: olga invites you to a tournament"
    assert f"/tournaments/{cup.slug}/" in letter.body
    assert "/u/olga/" in letter.body
    assert "(Asia/Kolkata)" in letter.body
    assert "evil" not in letter.body  # an event's name is a stranger's to write


def test_whoever_takes_the_mark_sends_and_nobody_else() -> None:
    invited(proven("bo"))
    (waiting,) = mail.invitations_to_tell()
    assert [mail.invite(waiting), mail.invite(waiting)] == [True, False]


def test_an_address_that_nobody_proved_gets_none() -> None:
    invited(proven("bo", verified=False))
    assert told() == []
    EmailAddress.objects.update(verified=True)
    assert told() == []  # nor later


def test_an_address_that_the_host_gave_gets_one() -> None:
    invited(person("bo", email="bo@example.org"))
    assert told() == ["bo@example.org"]


def not_wanted() -> dict[str, Any]:
    """What happens between an invitation and its mail -> whether it is still sent."""
    return {
        "they enter": lambda cup, bo: services.register(cup.slug, bo),
        "they block the organiser": lambda cup, bo: set_block(bo, cup.organiser),
        "the organiser blocks them": lambda cup, bo: set_block(cup.organiser, bo),
        "they are banned": lambda cup, bo: bans.ban(bo, "shouting", None),
        "it is cancelled": lambda cup, bo: services.cancel(cup.slug, cup.organiser, "rain"),
    }


@pytest.mark.parametrize("what", not_wanted())
def test_it_is_not_sent_where_there_is_no_use_or_no_wish_for_it(what: str) -> None:
    bo = proven("bo")
    cup = invited(bo)
    not_wanted()[what](cup, bo)
    assert told() == []


def test_it_is_not_sent_once_the_event_has_begun(six: list[Any]) -> None:
    proven("bo")
    cup = begun(six)
    services.invite(cup.slug, cup.organiser, "bo")
    assert told() == []


def test_one_who_invites_themselves_is_not_written_to() -> None:
    olga = proven("olga")
    invited(olga, olga)
    assert told() == []


def test_nobody_gets_more_than_three_a_day() -> None:
    bo = proven("bo")
    cups = [invited(bo) for _ in range(4)]
    assert told() == ["bo@example.org"] * 3
    cups[0].invitations.update(mailed_at=timezone.now() - timedelta(days=1, minutes=1))
    invited(bo)
    assert told() == ["bo@example.org"]


def test_people_of_before_are_not_written_to_by_an_upgrade() -> None:
    cup = event(invite_only=True)
    cup.invitations.create(user=proven("bo"))  # as the release before stored them
    assert told() == []
