"""Moments and countdowns: by the server's clock and in the reader's zone, whatever the reader's own clock shows."""

import math
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Windows
from tests.processes import Site
from tests.serve.player import FAST, Player
from tests.waiting import wait_for

WRONG_CLOCK = "window.off = {}; const told = Date.now; Date.now = () => told() + window.off * 1000;"
MINUTES = 10 * 60
NEW_YORK = "America/New_York"


@pytest.fixture
def event(site: Site) -> Callable[[datetime], str]:
    """Announces an event that starts then; gives its address."""
    organiser = Player(site.url).sign_up()
    return lambda starts_at: organiser.announce(
        **FAST | {"name": "Cup", "format": "swiss_pods", "starts_at": starts_at.isoformat(), "timezone": "UTC"}
    )


def is_right(page: Page, starts_at: datetime) -> bool:
    """Whether the countdown shows what is left, to the second."""
    before = starts_at.timestamp() - time.time()
    minutes, seconds = map(int, page.locator("[data-countdown]").inner_text().split(":"))
    after = starts_at.timestamp() - time.time()
    return math.ceil(after) - 1 <= 60 * minutes + seconds <= math.ceil(before) + 1


@pytest.mark.parametrize("off", [-MINUTES, MINUTES])
def test_a_clock_that_is_wrong_or_put_right_meanwhile_changes_no_countdown(
    windows: Windows, event: Callable[[datetime], str], off: int
) -> None:
    starts_at = datetime.now(UTC) + timedelta(minutes=32)
    page = windows.open("/")
    page.add_init_script(WRONG_CLOCK.format(off))
    address = event(starts_at)
    page.goto("/tournaments/")
    expect(page.locator(f"li:has(a[href='{address}'])")).to_contain_text(re.compile("in 3[12] minutes"))
    page.goto(address)
    wait_for(lambda: is_right(page, starts_at), "the countdown")
    page.evaluate("window.off = 0")
    expect(page.locator("[data-countdown]")).to_have_text(re.compile(r"^3[12]:"))
    wait_for(lambda: is_right(page, starts_at), "the countdown once the clock was put right")


def across_a_clock_change() -> datetime:
    """A moment within the year at which New York's clocks are off by another amount than today."""
    now = datetime.now(UTC).replace(minute=30, second=0, microsecond=0)
    days = (now + timedelta(days=day) for day in range(14, 300))
    today = now.astimezone(ZoneInfo(NEW_YORK)).utcoffset()
    return next(day for day in days if day.astimezone(ZoneInfo(NEW_YORK)).utcoffset() != today)


def test_a_start_beyond_the_change_of_the_clocks_is_shown_in_local_time_of_that_day(
    windows: Windows, event: Callable[[datetime], str]
) -> None:
    starts_at = across_a_clock_change()
    address = event(starts_at)
    for zone in (NEW_YORK, "Europe/London", "Asia/Tehran", "UTC"):
        shown = windows.open(address, timezone_id=zone).locator("time[data-shown=full]").first
        local = starts_at.astimezone(ZoneInfo(zone))
        expect(shown).to_have_text(re.compile(rf"\b{local.day} .*{local:%H:%M}"))
