"""Being called to an event's table: the banner on every page, the way there, and the table that waits."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from games import fairness
from games.engine import Options
from games.record import to_json
from tests.browser.conftest import Windows
from tests.browser.table import box_of, nameless
from tests.games.playing import Playing, secret_of
from tests.processes import ROOT, Site
from tests.serve.person import Person

Call = Callable[..., str]
PHONE = {"size": (360, 640), "is_mobile": True, "has_touch": True}


@pytest.fixture
def call(directory: Path) -> Call:
    """Calls people to a new table of an event and gives its address."""
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings.embedded", "EMBEDDED_DIR": str(directory)}

    def make(*people: Person, seconds: int = 300) -> str:
        names = [person.name for person in people]
        command = [sys.executable, "-m", "tests.browser.events", f"test:{names[0]}", str(seconds), *names]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    return make


@pytest.fixture
def person(site: Site) -> Callable[[], Person]:
    """Makes people with accounts."""
    return lambda: Person(site.url).sign_up()


def told(page: Page) -> None:
    """Load the page anew until it knows of the call (another process made it)."""
    page.reload()
    expect(page.locator("#call")).to_be_visible()


def test_the_banner_leads_to_the_table_and_goes_once_one_is_there(
    windows: Windows, person: Callable[[], Person], call: Call
) -> None:
    anna, bo = person(), person()
    page = windows.open("/rules/", anna)
    address = call(anna, bo)
    told(page)
    banner = page.locator("#call")
    expect(banner).to_contain_text("Friday Cup")
    expect(page).to_have_title(re.compile("^◆ "))
    expect(page.locator("#badge")).to_have_attribute("data-call-url", address)
    expect(page.get_by_role("status").filter(has_text="Your table in Friday Cup is open")).to_have_count(1)
    first = banner.locator(".call-clock").inner_text()
    expect(banner.locator(".call-clock")).not_to_have_text(first)
    other = windows.beside(page, "/tables/")
    expect(other.locator("#call")).to_be_visible()

    page.locator(".logo").focus()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('#call') !== null"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{address}")
    expect(page.locator("#headline")).to_have_text("Waiting for one player")
    expect(other.locator("#call")).to_have_count(0)
    expect(other).not_to_have_title(re.compile("^◆ "))

    late = windows.open(address, bo)
    for window in (page, late):
        window.locator('#table[data-mode="setup"]').wait_for()
        expect(window.locator("#event-line")).to_contain_text("Round ends at")
        expect(window.locator("#event-line a")).to_have_attribute("href", "/rules/")
        assert nameless(window) == []


def test_on_a_phone_the_banner_and_the_waiting_table_fit(
    windows: Windows, person: Callable[[], Person], call: Call
) -> None:
    anna, bo = person(), person()
    page = windows.open("/rules/", anna, **PHONE)
    address = call(anna, bo)
    told(page)
    assert box_of(page, "#call .button")["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator("#call .button").click()
    page.wait_for_url(f"**{address}")
    expect(page.locator(".chairs")).to_contain_text("not here yet")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_house_bots_sit_down_when_the_time_is_up(windows: Windows, person: Callable[[], Person], call: Call) -> None:
    anna, bo = person(), person()
    page = windows.open(call(anna, bo, seconds=15), anna)
    page.locator('#table[data-mode="setup"]').wait_for()
    expect(page.locator("#table")).to_contain_text(f"house bot for {bo.name}")


def test_the_browser_checks_stopped_games_stand_ins_and_the_nonces_of_entrants(windows: Windows) -> None:
    playing = Playing(Options(), 3, 11).play(20)
    playing.add("stand_in", 1, by="system", data={"bot": "medium", "reason": "left"})
    playing.play(5)
    playing.add("stopped", by="system")
    log, head = [], fairness.commitment(secret_of(11))
    for event in playing.events:
        head = fairness.event_hash(head, fairness.salt(secret_of(11), event.seq), event.hashed())
        log.append({**event.hashed(), "hash": head})
    files = {"record": to_json(playing.record), "log": {"events": log}}
    page = windows.open("/rules/")
    run = """async (files) => {
        const {CHECKS} = await import('/static/js/verify-deal.js');
        const found = {};
        for (const [name, check] of Object.entries(CHECKS)) found[name] = await check(files);
        return found;
    }"""
    assert set(page.evaluate(run, files).values()) == {""}
    files["record"]["seats"][0]["kind"] = "bot"  # whose nonce is a person's
    assert page.evaluate(run, files)["nonces"] != ""
    files["record"]["nonces_of"] = "entrants"
    assert page.evaluate(run, files)["nonces"] == ""
    files["record"]["rounds"][0]["events"].pop()
    assert page.evaluate(run, files)["actions"] != ""
