"""Local times at clock changes, and moments as <time> elements."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.template import Context, Template
from django.utils import timezone

from tournaments import zones

BERLIN, NEW_YORK, LORD_HOWE = "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"


@pytest.mark.parametrize(("name", "local", "gap", "twice", "utc"), [
    (BERLIN, "2026-03-29T01:59", None, False, "2026-03-29T00:59"),
    (BERLIN, "2026-03-29T02:00", ("02:00", "03:00"), False, "2026-03-29T01:00"),
    (BERLIN, "2026-03-29T02:30", ("02:00", "03:00"), False, "2026-03-29T01:30"),  # 03:30 by the new clock
    (BERLIN, "2026-03-29T03:00", None, False, "2026-03-29T01:00"),
    (BERLIN, "2026-10-25T01:30", None, False, "2026-10-24T23:30"),
    (BERLIN, "2026-10-25T02:30", None, True, "2026-10-25T00:30"),  # the first of the two
    (BERLIN, "2026-10-25T03:00", None, False, "2026-10-25T02:00"),
    (NEW_YORK, "2026-03-08T02:30", ("02:00", "03:00"), False, "2026-03-08T07:30"),
    (NEW_YORK, "2026-11-01T01:30", None, True, "2026-11-01T05:30"),
    (NEW_YORK, "2026-11-01T02:00", None, False, "2026-11-01T07:00"),
    (LORD_HOWE, "2026-10-04T02:15", ("02:00", "02:30"), False, "2026-10-03T15:45"),  # half an hour's change
    ("UTC", "2026-03-29T02:30", None, False, "2026-03-29T02:30"),
])  # fmt: skip
def test_a_local_time_exists_once_twice_or_not_at_all(name: str, local: str, gap: Any, twice: bool, utc: str) -> None:
    zone, at = zones.find(name), datetime.fromisoformat(local)
    assert zone is not None
    found = zones.gap(at, zone)
    assert (found and (f"{found.before:%H:%M}", f"{found.after:%H:%M}")) == gap
    assert zones.comes_twice(at, zone) is twice
    assert zones.to_utc(at, zone) == datetime.fromisoformat(utc).replace(tzinfo=UTC)


@pytest.mark.parametrize("name", ["", "Europe/Nowhere", "../../etc/passwd", "/etc/localtime", "europe/berlin", "\0"])
def test_there_is_no_zone_of_such_a_name(name: str) -> None:
    assert zones.find(name) is None


def shown(at: datetime, how: str, zone: str = "") -> str:
    return Template("{% load times %}{% moment at how zone %}").render(Context({"at": at, "how": how, "zone": zone}))


def test_a_moment_is_written_in_the_active_zone_and_says_which() -> None:
    at = datetime(2026, 3, 2, 18, 5, tzinfo=UTC)
    assert shown(at, "full") == ('<time datetime="2026-03-02T18:05:00Z" data-shown="full">Mon 2 Mar, 18:05 UTC</time>')
    with timezone.override(zones.find(BERLIN)):
        assert ">Mon 2 Mar, 19:05 CET<" in shown(at, "full", NEW_YORK)
        assert 'data-zone="America/New_York"' in shown(at, "time", NEW_YORK)


@pytest.mark.parametrize(("seconds", "words"), [
    (30, "now"), (-30, "now"), (330, "in 5\xa0minutes"), (-7300, "2\xa0hours ago"), (200_000, "in 2\xa0days"),
])  # fmt: skip
def test_how_far_off_a_moment_is(seconds: int, words: str) -> None:
    assert f">{words}<" in shown(timezone.now() + timedelta(seconds=seconds), "until")


def test_a_hostile_zone_is_left_out() -> None:
    assert "data-zone" not in shown(timezone.now(), "full", '"><script>')
