"""Accounts are deleted in the middle of everything: every page still opens for whoever is left, and none names them."""

import re

from django.contrib.auth import get_user_model

from accounts import services
from games import services as games
from tests.hostile.addresses import Address, all_addresses
from tests.hostile.answers import CLEAR, PROBES, text_of
from tests.hostile.world import World, values_for
from tests.tournaments import events
from tournaments import services as tournaments
from tournaments.models import Tournament

GONE = ("anna", "bo", "olga")  # who play, host tables, won an event, and organise one in play, one to come and a series
FORM = re.compile(r"/admin/.*(add|delete|history|password)/$")  # shows nobody else
NAMED = re.compile(rf"\b({'|'.join(GONE)})\b")


def make_traces(world: World) -> None:
    """What else can lead to somebody: an event they won, a series, blocks, invitations, things said in logs."""
    anna, bo, eve, olga = (world.people[name] for name in ("anna", "bo", "eve", "olga"))
    events.play_to_the_end(events.begun([anna, bo, eve], organiser=olga))
    tournaments.repeat(olga, tournaments.Spec("Weekly", world.coming.starts_at), "week")
    tournaments.remove(world.cup.slug, olga, 2, "asked to go")
    tournaments.register(world.coming.slug, eve, password="open sesame 7")
    games.set_block(eve, anna)
    games.set_block(bo, world.people["cleo"])
    games.react(world.playing.slug, bo, "thanks")
    games.invite(world.invited.slug, bo, "eve")


def slugs_for(world: World, address: Address, known: str) -> tuple[str, ...]:
    """What its address may be about."""
    if "slug" not in address.parameters:
        return (known,)
    if address.name.startswith("tournaments:"):
        return tuple(Tournament.objects.values_list("slug", flat=True))
    return (known, world.over.slug, world.waiting.slug)


def test_every_page_opens_without_those_who_are_gone_and_names_none(world: World) -> None:
    make_traces(world)
    values = {address: values_for(world, address) for address in all_addresses() if not FORM.search(address.template)}
    for name in GONE:
        assert services.delete_account(get_user_model().objects.get(username=name))
    for address, known in values.items():
        roles = ("admin",) if address.admin else ("stranger", "anonymous")
        clients = [world.client(role) for role in roles]
        for slug in slugs_for(world, address, known["slug"]):
            path = address.path(known | {"slug": slug, "username": "eve"})
            for client in clients:
                answer = client.get(path)
                assert answer.status_code in CLEAR or PROBES.search(path), path
                assert not NAMED.findall(text_of(answer)), path
