"""A hundred watchers who all lose their sockets at once, and one real page in a browser among them."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page as BrowserPage
from playwright.sync_api import expect, sync_playwright

from tests.chromium import FLAGS, find_chromium
from tests.serve.person import Person
from tests.stack.drills.page import Page
from tests.waiting import wait_for

SIZE = 100
MOMENT = 0.1  # seconds
BUSIEST = 0.3  # of the crowd may ask in one moment
PATIENCE = 60_000  # ms


class Crowd:
    """Watchers of a table at which nothing moves meanwhile."""

    def __init__(self, url: str, table: str) -> None:
        self.pages = [Page(Person(url), table) for _ in range(SIZE)]
        for number, page in enumerate(self.pages):
            page.person.name = f"watcher {number}"
            page.start()
        wait_for(lambda: all(page.live for page in self.pages), "a hundred sockets", 60)

    def came_back(self, since: float) -> list[float]:
        """When each was back, in seconds since a moment. All of them must have gone."""
        wait_for(lambda: all(page.lost and page.live for page in self.pages), "all watchers are back", 90)
        return sorted(page.lost[-1][1] - since for page in self.pages)

    def asked(self, since: float) -> list[float]:
        """When each meant to ask for the socket it got.

        When it did, or got it, is also the machine's doing: a site that starts lets some wait and serves them at once,
        and pages that get no processor all ask when they get it.
        """
        return sorted(page.asks_at - since for page in self.pages)

    def leave(self) -> None:
        """Close all pages."""
        for page in self.pages:
            page.over = True

    @staticmethod
    def busiest(times: list[float]) -> float:
        """The largest share that came within one moment."""
        return max(sum(start <= at < start + MOMENT for at in times) for start in times) / len(times)

    @staticmethod
    def spread(times: list[float]) -> float:
        """Seconds over which the middle eight tenths came."""
        return times[9 * len(times) // 10] - times[len(times) // 10]


@contextmanager
def browser_page(person: Person, table: str) -> Iterator[BrowserPage]:
    """The table in Chromium, as its player sees it."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        context = chromium.new_context(base_url=person.browser.url)
        jar = person.browser.cookies.items()
        context.add_cookies([{"name": name, "value": value, "url": person.browser.url} for name, value in jar])
        page = context.new_page()
        page.goto(table)
        expect(page.locator("#table")).to_be_visible(timeout=PATIENCE)
        yield page
        chromium.close()


def check_browser(page: BrowserPage, person: Person, table: str) -> float:
    """The page has come back by itself and shows what there is; returns when that was (monotonic)."""
    expect(page.locator("#connection")).to_be_hidden(timeout=PATIENCE)
    seq = person.view(table)["seq"]
    expect(page.locator(f'#table[data-seq="{seq}"]')).to_be_visible(timeout=PATIENCE)
    return time.monotonic()
