"""One site and one Chromium for all browser tests, a window per person, and nothing to complain about in the console.

They live as long as this package: Playwright keeps an event loop running, which tests of other packages must not meet.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from tests.browser.table import Table
from tests.chromium import FLAGS, find_chromium
from tests.processes import ROOT, Site
from tests.serve.person import Person

HERE = Path(__file__).parent
PATIENCE = 20_000  # ms; a busy machine is no failure
DESKTOP = (1280, 860)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here needs a browser, and a whole game may take a while on a busy machine."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.timeout(300))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Let the fixtures know whether the test failed."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


FAILED = pytest.StashKey[bool]()


@pytest.fixture(scope="package")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the site keeps its data."""
    return tmp_path_factory.mktemp("browser")


@pytest.fixture(scope="package")
def site(directory: Path) -> Iterator[Site]:
    """The running site."""
    site = Site(directory)
    try:
        site.wait_until_healthy(90)
        yield site
    finally:
        site.kill()


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The running browser."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        yield browser
        browser.close()


class Windows:
    """Opens windows for people, each with cookies of its own, and listens to their consoles."""

    def __init__(self, chromium: Browser, site: Site) -> None:
        self.chromium, self.site = chromium, site
        self.pages: list[Page] = []
        self.complaints: list[str] = []
        self.allowed: list[str] = []

    def open(
        self, path: str = "/", person: Person | None = None, size: tuple[int, int] = DESKTOP, **options: Any
    ) -> Page:
        """A new window at a path, signed in as the person. Calm (reduced motion) unless told otherwise."""
        width, height = size
        context = self.chromium.new_context(
            base_url=self.site.url,
            viewport={"width": width, "height": height},
            **{"reduced_motion": "reduce", "locale": "en-GB"} | options,
        )
        context.set_default_timeout(PATIENCE)
        if person is not None:
            jar = person.browser.cookies.items()
            context.add_cookies([{"name": name, "value": value, "url": self.site.url} for name, value in jar])
        return self.tab(context.new_page(), path)

    def tab(self, page: Page, path: str) -> Page:
        """Listen to a page, and go to a path."""
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(f"{error.name}: {error.message}\n{error.stack}"))
        self.pages.append(page)
        page.goto(path)
        return page

    def beside(self, page: Page, path: str) -> Page:
        """Another tab of the same person."""
        return self.tab(page.context.new_page(), path)

    def allow(self, *patterns: str) -> None:
        """These complaints are expected in this test."""
        self.allowed.extend(patterns)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    @property
    def unexpected(self) -> list[str]:
        """Complaints that nobody expected."""
        return [text for text in self.complaints if not any(re.search(pattern, text) for pattern in self.allowed)]

    def close(self, pictures: Path | None) -> None:
        """Close all windows, after taking a picture of each if a folder is given."""
        for number, page in enumerate(self.pages):
            if pictures and not page.is_closed():
                page.screenshot(path=pictures / f"window-{number}.png", animations="disabled")
        for context in {page.context for page in self.pages}:
            context.close()


@pytest.fixture
def windows(chromium: Browser, site: Site, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Windows]:
    """Windows of this test; at the end no console may have complained."""
    windows = Windows(chromium, site)
    yield windows
    failed = request.node.stash.get(FAILED, True)
    windows.close(tmp_path if failed else None)
    if not failed:
        assert windows.unexpected == []


@pytest.fixture
def member(site: Site) -> Person:
    """Somebody with an account."""
    return Person(site.url).sign_up()


@pytest.fixture
def guest(site: Site) -> Callable[[], Person]:
    """Makes guests: `guest()`."""

    def make() -> Person:
        person = Person(site.url)
        assert person.browser.post("/accounts/guest/").status == 200
        return person

    return make


@pytest.fixture(scope="package")
def regular(site: Site, directory: Path) -> tuple[Person, dict[str, str]]:
    """Somebody who sits at a table in every position of positions.py, and the addresses of those tables."""
    person = Person(site.url).sign_up()
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings.embedded", "EMBEDDED_DIR": str(directory)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.browser.positions", person.name],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return person, json.loads(done.stdout)


@pytest.fixture
def table_of(windows: Windows) -> Callable[..., Table]:
    """Opens a person's window at a table: `table_of(person, path, ...)`."""
    return lambda person, path, **options: Table(windows.open(path, person, **options))
