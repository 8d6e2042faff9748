"""A game goes for good, and its people's tables go on without somebody who may not come any more."""

from typing import Any

import pytest
from django.test import Client

from games import services
from games.models import Match, MatchEvent, Seat
from games.selectors import games_of, stats_of
from games.services.errors import Conflict, NotFound
from tests.games import tables
from tests.tournaments import events
from tournaments import services as tournaments
from tournaments.models import Entry, Pod


def ended(anna: Any, bo: Any) -> Match:
    match = tables.of_people(anna, bo)
    services.leave(match.slug, bo)
    Match.objects.filter(pk=match.pk).update(listeners_done=True)
    return match


def test_a_removed_game_is_gone_from_lists_and_addresses(anna: Any, bo: Any, client: Client) -> None:
    match = ended(anna, bo)
    services.remove(match.slug)
    assert (games_of(anna), stats_of(anna).games) == ([], 0)
    assert not MatchEvent.objects.filter(match_id=match.pk).exists()
    for path in ("", "replay/", "record.json", "view.json"):
        assert client.get(f"/t/{match.slug}/{path}").status_code == 404
    with pytest.raises(NotFound):
        services.remove(match.slug)


def test_a_game_that_others_still_count_on_stays(anna: Any, bo: Any) -> None:
    playing, over = tables.of_people(anna, bo), ended(anna, bo)
    Match.objects.filter(pk=over.pk).update(gated=True)
    for match in (playing, over):
        with pytest.raises(Conflict):
            services.remove(match.slug)


def test_an_admin_removes_it_and_the_second_time_there_is_nothing(admin_client: Client, anna: Any, bo: Any) -> None:
    match, playing = ended(anna, bo), tables.of_people(anna, bo)
    path = f"/admin/games/match/{match.pk}/delete/"
    assert admin_client.get(path).status_code == 200
    answers = [admin_client.post(path, {"post": "yes"}, follow=True).status_code for _ in range(2)]
    assert answers == [200, 200]
    assert not Match.objects.filter(pk=match.pk).exists()
    assert admin_client.post(f"/admin/games/match/{playing.pk}/delete/", {"post": "yes"}).status_code == 403


def test_a_tournament_keeps_the_result_and_loses_the_link(anna: Any, bo: Any) -> None:
    cup = events.begun([anna, bo])
    pod = events.open_pods(cup)[0]
    match = Match.objects.get(slug=pod.table)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.OVER, listeners_done=True, gated=False)
    services.remove(match.slug)
    assert Pod.objects.get(pk=pod.pk).table == ""
    assert Client().get(f"/tournaments/{cup.slug}/round/1/pod/{pod.number}/").status_code == 200


def test_somebody_banned_leaves_tables_and_tournaments_at_once(anna: Any, bo: Any, commits: Any) -> None:
    from accounts import bans

    match, waiting = tables.of_people(anna, bo), tables.waiting(anna)
    cup = events.begun([anna, bo, *events.people(2)])
    coming = events.event()
    tournaments.register(coming.slug, anna)
    bans.ban(anna, "shouting", None)
    match.refresh_from_db()
    waiting.refresh_from_db()
    assert (match.status, waiting.status) == (Match.Status.OVER, Match.Status.ABORTED)
    assert match.placings == [2, 1]
    assert Entry.objects.get(tournament=cup, user=anna).status == Entry.Status.WITHDRAWN
    assert not Entry.objects.filter(tournament=coming, user=anna).exists()
    assert Seat.objects.get(stands_for=anna).stand_in == "left"
    assert str(Seat.objects.get(match=match, user=anna)) == f"{match.pk}/0"
