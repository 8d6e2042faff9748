"""Many at once: threads with connections of their own against one tournament."""

from collections.abc import Callable, Sequence
from datetime import time, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Match
from tests.games.test_parallel import at_once
from tests.tournaments.events import (
    begun,
    entry_of,
    event,
    fresh,
    kinds,
    open_pods,
    pass_time,
    people,
    play_to_the_end,
    result,
)
from tournaments import services, tasks
from tournaments.formats.base import Settings
from tournaments.models import NoShow, Part, Pod, Round, Series, Tournament
from tournaments.services import Spec, series

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(300)]


def eight_times(work: Callable[[], Any]) -> Sequence[Callable[[], Any]]:
    return [work] * 8


def test_eight_sweeps_start_an_event_once() -> None:
    tournament = event(settings=Settings(rounds=2, pod_size=2))
    for user in people(8):
        services.register(tournament.slug, user)
    pass_time(tournament, hours=1)
    assert at_once(eight_times(tasks.sweep)) == {"done": 8}
    services.advance(tournament.pk)
    assert (Round.objects.count(), Pod.objects.count(), Match.objects.count()) == (1, 4, 4)
    assert Part.objects.exclude(entry=None).count() == 8
    assert kinds(tournament).count("started") == kinds(tournament).count("round_started") == 1


def test_an_organiser_pressing_start_eight_times_starts_once() -> None:
    tournament = event()
    for user in people(6):
        services.register(tournament.slug, user)

    def press() -> None:
        services.start(tournament.slug, tournament.organiser)
        services.advance(tournament.pk)

    ended = at_once(eight_times(press))
    assert set(ended) <= {"done", "Conflict"}
    services.advance(tournament.pk)
    assert (Round.objects.count(), Match.objects.count()) == (1, 2)
    assert kinds(tournament).count("started_early") == 1


def test_a_result_told_eight_times_at_once_counts_once() -> None:
    tournament = begun(people(6), settings=Settings(rounds=2))
    told = [result(pod, absent=(6,)) for pod in open_pods(tournament)]
    works = [lambda one=one: services.match_finished(one) for one in told for _ in range(8)]
    works += eight_times(lambda: services.advance(tournament.pk))
    assert at_once(works) == {"done": 24}
    pass_time(tournament, seconds=20)
    services.advance(tournament.pk)
    assert NoShow.objects.count() == 1
    assert tournament.entries.get(number=6).misses == 1
    assert [row.number for row in tournament.rounds.all()] == [1, 2]
    assert Match.objects.count() == 4
    assert kinds(tournament).count("round_ended") == 1
    assert play_to_the_end(tournament).status == "finished"


def test_for_one_free_place_one_of_eight_comes_in() -> None:
    tournament = event(max_players=1 + 1)
    first, *others = people(9)
    services.register(tournament.slug, first)
    works = [lambda user=user: services.register(tournament.slug, user) for user in others]
    assert at_once(works) == {"done": 8}
    assert tournament.entries.filter(status="in").count() == 2
    assert sorted(tournament.entries.values_list("number", flat=True)) == list(range(1, 10))


def test_one_person_pressing_eight_times_enters_once() -> None:
    tournament, user = event(), people(1)[0]
    assert at_once(eight_times(lambda: services.register(tournament.slug, user))) == {"done": 8}
    assert entry_of(tournament, user).number == 1


def test_withdrawing_while_the_round_opens_leaves_every_seat_played() -> None:
    everybody = people(8)
    tournament = event(settings=Settings(rounds=1, pod_size=2))
    for user in everybody:
        services.register(tournament.slug, user)
    services.start(tournament.slug, tournament.organiser)
    leavers = everybody[:4]
    works = [lambda user=user: services.withdraw(tournament.slug, user) for user in leavers]
    at_once([*works, *eight_times(lambda: services.advance(tournament.pk))])
    pass_time(tournament, seconds=20)
    services.advance(tournament.pk)
    for part in Part.objects.filter(pod__status="playing", entry__user__in=leavers).select_related("pod"):
        assert part.outcome == "forfeit"
        assert part.pod is not None
        seats = Match.objects.get(slug=part.pod.table).seats
        assert not seats.filter(user=part.entry.user).exists()
    assert fresh(tournament).status in ("running", "finished")


def test_a_form_sent_eight_times_at_once_announces_once() -> None:
    user, spec = people(1)[0], Spec("Cup", timezone.now() + timedelta(hours=1))
    assert at_once(eight_times(lambda: services.create(user, spec, once="x"))) == {"done": 8}
    assert at_once(eight_times(lambda: services.repeat(user, spec, "week", once="y"))) == {"done": 8}
    assert (Tournament.objects.count(), Series.objects.filter(organiser=user).count()) == (2, 1)


def test_a_series_is_announced_once_by_eight_workers() -> None:
    spec = Spec("Cup", timezone.now() + timedelta(hours=1))
    template = series.template_of(spec) | {"password": ""}
    Series.objects.create(key="x", name="Cup", every="day", time=time(12), template=template)
    ended = at_once(eight_times(tasks.announce))
    assert ended == {"done": 8}
    dates = list(Tournament.objects.values_list("series", "planned_at"))
    assert dates
    assert len(dates) == len(set(dates))
