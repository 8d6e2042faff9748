"""Recurring events: on the calendar in time, once each, right across clock changes."""

from datetime import UTC, datetime, time, timedelta
from itertools import islice
from typing import Any

import pytest
from django.utils import timezone

from tests.tournaments.events import fresh, person
from tournaments import services, tasks
from tournaments.formats.base import Settings
from tournaments.models import Series, Tournament
from tournaments.services import Spec, series

pytestmark = pytest.mark.django_db


def starts(every: str, at: time, zone: str, after: str, count: int, weekday: int = 0) -> list[str]:
    """The next dates of a series after a moment (UTC), as UTC."""
    row = Series(key="x", every=every, time=at, timezone=zone, weekday=weekday)
    found = islice(series.dates(row, datetime.fromisoformat(after).replace(tzinfo=UTC)), count)
    return [one.strftime("%m-%d %H:%M") for one in found]


@pytest.mark.parametrize(
    ("every", "at", "zone", "after", "expected"),
    [
        # The same local time, summer and winter.
        ("day", time(19), "Europe/Berlin", "2026-03-27T20:00", ["03-28 18:00", "03-29 17:00", "03-30 17:00"]),
        ("day", time(19), "Europe/Berlin", "2026-10-23T20:00", ["10-24 17:00", "10-25 18:00", "10-26 18:00"]),
        # 02:30 does not exist on the spring day: 03:30 instead. In autumn it comes twice: the first counts.
        ("day", time(2, 30), "Europe/Berlin", "2026-03-27T20:00", ["03-28 01:30", "03-29 01:30", "03-30 00:30"]),
        ("day", time(2, 30), "Europe/Berlin", "2026-10-23T20:00", ["10-24 00:30", "10-25 00:30", "10-26 01:30"]),
        ("day", time(1, 30), "America/New_York", "2026-10-31T12:00", ["11-01 05:30", "11-02 06:30", "11-03 06:30"]),
        # Every real hour, none missing or doubled when the clocks change; also where zones are off by half an hour.
        ("hour", time(0, 15), "Europe/Berlin", "2026-03-29T00:00", ["03-29 00:15", "03-29 01:15", "03-29 02:15"]),
        ("hour", time(0, 15), "Europe/Berlin", "2026-10-25T00:00", ["10-25 00:15", "10-25 01:15", "10-25 02:15"]),
        ("hour", time(0, 0), "Asia/Tehran", "2026-01-01T00:00", ["01-01 00:30", "01-01 01:30", "01-01 02:30"]),
        ("week", time(20), "America/New_York", "2026-03-02T12:00", ["03-09 00:00", "03-16 00:00", "03-23 00:00"]),
    ],
)
def test_dates_follow_local_clocks(every: str, at: time, zone: str, after: str, expected: list[str]) -> None:
    weekday = 6 if every == "week" else 0
    assert starts(every, at, zone, after, len(expected), weekday) == expected


def test_a_new_site_has_a_daily_arena_and_a_weekly_swiss_on_its_calendar() -> None:
    assert tasks.announce() > 0
    found = set(Tournament.objects.filter(status="registration").values_list("series__key", "format"))
    assert found == {("daily-arena", "arena"), ("weekly-swiss", "swiss_pods")}
    for tournament in Tournament.objects.all():
        services.register(tournament.slug, person(f"p{tournament.pk}"))


def test_announcing_twice_announces_once() -> None:
    tasks.announce()
    before = set(Tournament.objects.values_list("slug", flat=True))
    assert tasks.announce() == 0
    assert set(Tournament.objects.values_list("slug", flat=True)) == before


def test_a_date_that_was_moved_or_cancelled_is_not_announced_again() -> None:
    tasks.announce()
    admin = person("admin", is_staff=True)
    moved, gone = Tournament.objects.filter(series__key="daily-arena").order_by("starts_at")[:2]
    services.postpone(moved.slug, admin, moved.starts_at + timedelta(hours=1))
    services.cancel(gone.slug, admin, "holiday")
    assert tasks.announce() == 0


def test_somebody_announces_a_recurring_event(organiser: Any) -> None:
    start = timezone.now().replace(second=0, microsecond=0) + timedelta(hours=5)
    spec = Spec("Evening cup", start, "Asia/Tehran", Settings(rounds=3), checkin_minutes=5, password="sesame")
    done = services.repeat(organiser, spec, "day")
    first = Tournament.objects.get(slug=done.slug)
    assert (first.starts_at, first.organiser, first.name) == (start, organiser, "Evening cup")
    tasks.announce()
    own = Tournament.objects.filter(series=first.series).order_by("starts_at")
    assert [row.starts_at for row in own][:3] == [start + timedelta(days=day) for day in range(3)]
    assert {row.password for row in own} == {first.password}
    assert {row.late_rounds for row in own} == {1}
    with pytest.raises(services.Forbidden):
        services.stop(first.series.key, person("other"))
    services.stop(first.series.key, organiser)
    assert not Series.objects.get(pk=first.series_id).active


def test_nothing_comes_before_the_first_date(organiser: Any) -> None:
    start = timezone.now().replace(second=0, microsecond=0) + timedelta(days=40)
    done = services.repeat(organiser, Spec("Later", start), "day")
    tasks.announce()
    first = Tournament.objects.get(slug=done.slug)
    assert Tournament.objects.filter(series=first.series).count() == 1


def test_dates_to_which_nobody_came_are_forgotten_after_a_month() -> None:
    tasks.announce()
    first, second = Tournament.objects.filter(series__key="daily-arena").order_by("starts_at")[:2]
    old = timezone.now() - timedelta(days=31)
    for days, row in enumerate((first, second)):
        Tournament.objects.filter(pk=row.pk).update(
            status="cancelled", ended_at=old, planned_at=old - timedelta(days=days)
        )
    tasks.announce()
    assert not Tournament.objects.filter(pk__in=(first.pk, second.pk)).exists()
    assert Tournament.objects.filter(series__key="weekly-swiss").exists()


def test_a_series_that_cannot_be_announced_holds_up_no_other() -> None:
    Series.objects.create(key="broken", name="Broken", every="day", time=time(12), template={"format": "swiss_pods"})
    tasks.announce()
    assert Tournament.objects.filter(series__key="daily-arena").exists()
    assert not Tournament.objects.filter(series__key="broken").exists()
    assert fresh(Tournament.objects.filter(series__key="daily-arena")[0]).status == "registration"
