"""Results: taken in once, from whoever brings them; duplicates; draws that can be made again."""

import hashlib
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import api, tasks
from games.models import Match, MatchEvent
from games.services import seen
from tests.games.tables import play_to_the_end as play_table_to_the_end
from tests.tournaments.events import (
    begun,
    entry_of,
    event,
    fresh,
    open_pods,
    outcomes,
    pass_time,
    person,
    play_round,
    play_to_the_end,
    points,
    result,
)
from tournaments import selectors, services
from tournaments.formats.base import Settings
from tournaments.models import Pod, Tournament

pytestmark = pytest.mark.django_db


def bots_only(count: int, settings: Settings, **more: Any) -> Tournament:
    """A running event of bots at real tables."""
    tournament = event(bots="open", settings=settings, **more)
    for _ in range(count):
        services.add(tournament.slug, tournament.organiser, bot="easy")
    services.start(tournament.slug, tournament.organiser)
    services.advance(tournament.pk)
    return fresh(tournament)


def play_tables(tournament: Tournament) -> None:
    """Play the tables in play to their end, as the worker does."""
    slugs = [pod.table for pod in open_pods(tournament)]
    for match in Match.objects.filter(slug__in=slugs):
        for _ in range(200):
            match.refresh_from_db()
            if match.status != "playing":
                break
            tasks.act_on_due(match.pk)


def test_an_event_of_bots_plays_real_tables_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "SQLITE_PAUSE", 0)
    tournament = bots_only(5, Settings(rounds=2, pod_size=3))
    for _ in range(3):
        play_tables(tournament)
        pass_time(tournament, seconds=11)
        services.advance(tournament.pk)  # nobody told of the results: they are asked for
    row = fresh(tournament)
    assert (row.status, row.round) == ("finished", 2)
    assert sum(line.points for line in selectors.standings_of(row)) == 500  # 50 for each part on average
    assert not Match.objects.filter(gated=True).exists()


def test_a_result_told_twice_counts_once(six: list[Any]) -> None:
    tournament = begun(six)
    pod = open_pods(tournament)[0]
    told = result(pod, absent=(pod.parts.exclude(entry=None).first().entry.number,))
    services.match_finished(told)
    before = points(tournament)
    version = fresh(tournament).version
    services.match_finished(told)
    assert points(tournament) == before
    assert fresh(tournament).version == version
    assert sorted(tournament.entries.values_list("misses", flat=True)) == [0, 0, 0, 0, 0, 1]


def test_results_of_others_are_none_of_our_business() -> None:
    for key in ("", "x:1", "t:99999:1:1"):
        services.match_finished(api.MatchResult(1, "s", key, "over", {}, (), "win", 1, None, None))
    assert not Pod.objects.exists()


def test_somebody_away_at_the_end_has_forfeited(six: list[Any]) -> None:
    tournament = play_round(begun(six), held=(2,))
    assert outcomes(tournament, six[1])[0] == "forfeit"
    assert entry_of(tournament, six[1]).misses == 0
    assert points(tournament)["p2"] == 0


def test_a_table_that_broke_off_is_void(six: list[Any]) -> None:
    tournament = begun(six)
    services.match_finished(result(open_pods(tournament)[0], status="aborted"))
    tournament = play_round(tournament)
    assert tournament.rounds.get(number=1).status == "finished"
    assert sorted(points(tournament).values())[1:4] == [50, 50, 50]


def test_who_leaves_before_word_of_a_finished_game_came_has_played_it(six: list[Any]) -> None:
    tournament = begun(six[:2], settings=Settings(rounds=2, pod_size=2))
    match = Match.objects.get(slug=open_pods(tournament)[0].table)
    for user in six[:2]:
        seen(match.pk, user.pk)
    seats = {seat.index: seat.user for seat in match.seats.all()}
    assert play_table_to_the_end(match, seats).status == "over"
    services.withdraw(tournament.slug, six[0])
    services.advance(tournament.pk)
    assert outcomes(tournament, six[0])[0] == "played"
    assert sorted(points(tournament).values()) == [0, 100]


def test_guests_at_the_table_are_called_and_stood_in_for(six: list[Any]) -> None:
    tournament = begun(six[:2], settings=Settings(rounds=1, pod_size=2))
    pod = open_pods(tournament)[0]
    match = Match.objects.get(slug=pod.table)
    assert (match.status, match.event_key) == ("waiting", pod.event_key)
    assert (match.starts_by - match.created_at).total_seconds() == pytest.approx(60, abs=5)
    services.withdraw(tournament.slug, six[0])
    seat = next(one for one in match.seats.all() if one.stand_in)
    assert seat.stand_in == "left"


def test_every_draw_can_be_made_again_from_what_is_stored(six: list[Any]) -> None:
    tournament = begun(six)
    services.withdraw(tournament.slug, six[5])
    tournament = play_to_the_end(tournament)
    services.correct(tournament.slug, tournament.organiser, 1, 1, {0: 1, 1: 1, 2: 1}, "all level after all")
    assert [selectors.redraw_check(row) for row in tournament.rounds.order_by("number")] == [True, True, True]
    second = tournament.rounds.get(number=2)
    inputs = selectors.inputs_of(second)
    assert [entrant.active for entrant in inputs.entrants] == [True] * 5 + [False]
    first, other = second.pods.get(number=1).parts.order_by("seat")[:2]
    for part, seat in ((first, 90), (other, 0), (first, 1)):  # somebody swapped two seats
        part.seat = seat
        part.save(update_fields=["seat"])
    assert not selectors.redraw_check(second)


def test_a_duplicate_round_is_one_deal_for_all_sealed_until_it_is_over(six: list[Any]) -> None:
    tournament = begun(six[:5], settings=Settings(rounds=2, pod_size=3), duplicate=True, bots="house")
    pods = open_pods(tournament)
    assert [pod.parts.count() for pod in pods] == [3, 3]  # a house bot fills
    assert Match.objects.filter(slug__in=[pod.table for pod in pods], sealed=True, gated=True).count() == 2
    for pod in pods:
        for user in six[:5]:
            client = Client()
            client.force_login(user)
            client.get(reverse("games:table", args=[pod.table]))
    decks = [row.data["deck"] for row in MatchEvent.objects.filter(kind="dealt")]
    assert len(decks) == 2
    assert decks[0] == decks[1]
    urls = [reverse(f"games:{name}", args=[pods[0].table]) for name in ("table", "record_json", "replay")]
    organiser = Client()
    organiser.force_login(tournament.organiser)
    assert [organiser.get(url).status_code for url in urls] == [403, 403, 403]
    services.match_finished(result(pods[0]))
    assert [organiser.get(url).status_code for url in urls] == [403, 403, 403]
    tournament = play_round(tournament)
    Match.objects.filter(slug=pods[0].table).update(status="over")
    assert organiser.get(urls[0]).status_code == 200
    first, second = tournament.rounds.order_by("number")
    assert first.secret != second.secret
    assert tournament.secret not in (first.secret, second.secret)
    assert hashlib.sha256(bytes.fromhex(tournament.secret)).hexdigest() == tournament.commitment


def test_a_result_of_a_duplicate_round_is_corrected_once_nobody_plays_its_deal_any_more(six: list[Any]) -> None:
    tournament = begun(six, settings=Settings(rounds=2, pod_size=3), duplicate=True, bots="house")
    first, second = open_pods(tournament)
    services.match_finished(result(first))
    places = {0: 1, 1: 1, 2: 1}
    with pytest.raises(services.Conflict, match="still play the same deal"):
        services.correct(tournament.slug, tournament.organiser, 1, first.number, places, "misread")
    assert not tournament.log.filter(kind="corrected").exists()  # which everybody may read
    services.match_finished(result(second))
    services.advance(tournament.pk)
    services.correct(tournament.slug, tournament.organiser, 1, first.number, places, "misread")
    assert [part.place for part in first.parts.all()] == [1, 1, 1]


def test_a_table_of_a_duplicate_round_is_not_played_again(six: list[Any]) -> None:
    tournament = begun(six, settings=Settings(rounds=2, pod_size=3), duplicate=True, bots="house")
    with pytest.raises(services.Conflict):
        services.void(tournament.slug, tournament.organiser, 1, 1, "wrong deal", again=True)
    services.void(tournament.slug, tournament.organiser, 1, 1, "wrong deal")
    assert fresh(tournament).rounds.get().pods.get(number=1).status == "void"


def test_nonces_of_a_duplicate_round_are_those_of_its_entrants_in_order() -> None:
    anna, bo = person("anna"), person("bo")
    tournament = event(duplicate=True, bots="house", settings=Settings(rounds=1, pod_size=2))
    services.register(tournament.slug, bo, nonce="bb" * 32)
    services.register(tournament.slug, anna, nonce="aa" * 32)
    services.start(tournament.slug, tournament.organiser)
    services.advance(tournament.pk)
    assert fresh(tournament).rounds.get().nonces == ["bb" * 32, "aa" * 32]
