"""Names as long as they may be, in several scripts, at the table and wherever people are named; both directions."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Windows
from tests.browser.test_phone import TOUCH, assert_fits
from tests.processes import ROOT, Site
from tests.serve.person import Person

Crowd = tuple[Person, dict[str, str]]
WIDEST = "W" * 30
OTHERS = ("شیرین" * 6, "Ж" * 30, "שלום" * 7, "देव" * 10, "m" * 30)
# Opponents and cards of the hand as they stand from left to right.
ORDER = """() => ["#table .seat", "#hand .pick"].flatMap((all) => [...document.querySelectorAll(all)]
  .sort((a, b) => a.getBoundingClientRect().x - b.getBoundingClientRect().x).map((one) => one.id))"""
SIZES = [(360, 640), (640, 360), (1280, 860)]


@pytest.fixture(scope="package")
def crowd(site: Site, directory: Path) -> Crowd:
    """Somebody among people of such names at a table in every position, and the addresses of those tables."""
    person = Person(site.url)
    person.name = WIDEST
    person.sign_up()
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings.embedded", "EMBEDDED_DIR": str(directory)}
    command = [sys.executable, "-m", "tests.browser.positions", person.name, *OTHERS]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return person, json.loads(done.stdout)


@pytest.mark.parametrize("position", ["setup", "play", "over"])
def test_the_longest_names_reach_beyond_no_edge_of_the_table(windows: Windows, crowd: Crowd, position: str) -> None:
    person, tables = crowd
    page = windows.open(tables[f"{position}-among"], person)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert_fits(page)


def test_a_message_with_the_longest_name_can_be_put_away_on_a_phone(windows: Windows, site: Site) -> None:
    newcomer = Person(site.url)
    newcomer.name = "Q" * 30
    page = windows.open("/rules/", newcomer.sign_up(), SIZES[0], **TOUCH)
    expect(page.locator(".message")).to_contain_text(newcomer.name)
    page.get_by_role("button", name="Dismiss this message").tap()
    expect(page.locator(".message")).to_have_count(0)


def test_pages_that_name_people_fit_a_phone(windows: Windows, crowd: Crowd) -> None:
    person, tables = crowd
    waiting = person.create(seats=4, bots="", visibility="public")
    page = windows.open("/", person, SIZES[0], **TOUCH)
    for path in ("/", "/tables/", waiting, f"/u/{WIDEST}/", f"/u/{OTHERS[0]}/", f"{tables['over-among']}replay/"):
        page.goto(path)
        assert_fits(page)


def test_a_line_about_somebody_whose_name_runs_the_other_way_runs_on_as_its_language_does(
    windows: Windows, crowd: Crowd
) -> None:
    person, tables = crowd
    line = windows.open(tables["flip-among"], person).locator(".last-move")
    expect(line).to_contain_text(OTHERS[0])
    assert line.evaluate("(line) => getComputedStyle(line).direction") == "ltr"


def test_a_page_written_from_right_to_left_fits_a_phone_and_keeps_cards_and_seats_in_order(
    windows: Windows, crowd: Crowd
) -> None:
    person, tables = crowd
    page = windows.open("/", person, SIZES[0], **TOUCH)
    for path in ("/", "/tables/new/", "/tournaments/", tables["play-among"], f"{tables['over-among']}replay/"):
        page.goto(path)
        page.evaluate("document.documentElement.dir = 'rtl'")
        assert_fits(page)
    page.goto(tables["play-among"])
    before = page.evaluate(ORDER)
    page.evaluate("document.documentElement.dir = 'rtl'")
    assert page.evaluate(ORDER) == before
    assert page.locator(".last-move").evaluate("(line) => getComputedStyle(line).direction") == "rtl"
