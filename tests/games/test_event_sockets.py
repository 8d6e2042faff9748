"""Sockets around an event's table: the call on every page, coming by socket, and sealed tables."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import api
from games.models import Match
from tests.games.sockets import close_code, frame, person, run, socket

pytestmark = pytest.mark.django_db(transaction=True)


def called(*users: Any) -> Match:
    """A table of an event to which these people are called."""
    starts_by = timezone.now() + timedelta(minutes=5)
    ref = api.create("t:1:1:1", {}, [api.SeatSpec(user.pk) for user in users], title="Cup", starts_by=starts_by)
    return Match.objects.get(slug=ref.slug)


async def test_a_call_reaches_every_page_and_goes_once_the_person_has_come() -> None:
    (anna, a), (bo, b) = await person("anna"), await person("bo")
    async with socket("/ws/me/", a) as badge, socket("/ws/me/", b) as other:
        assert 'id="call"' not in await frame(badge)
        await frame(other)
        match = await run(called, anna, bo)
        assert f'data-call-url="/t/{match.slug}/"' in await frame(badge)
        assert 'id="call"' in await frame(other)
        async with socket(f"/ws/t/{match.slug}/", a) as table:
            assert 'id="call"' not in await frame(badge)
            await frame(table)
            async with socket(f"/ws/t/{match.slug}/", b):
                while 'data-phase="setup"' not in await frame(table):
                    pass
    assert (await run(Match.objects.get)).status == "playing"


async def test_a_sealed_table_has_no_socket_for_others() -> None:
    (anna, a), (_bo, b) = await person("anna"), await person("bo")
    ref = await run(api.create, "t:1", {}, [api.SeatSpec(anna.pk), api.SeatSpec(bot="easy")], sealed=True)
    async with socket(f"/ws/t/{ref.slug}/", b) as other, socket(f"/ws/t/{ref.slug}/") as nobody:
        assert (await close_code(other), await close_code(nobody)) == (4403, 4403)
    async with socket(f"/ws/t/{ref.slug}/", a) as own:
        await frame(own)
        assert await run(api.stand_in, "t:1", anna.pk)
        assert await close_code(own) == 4403
