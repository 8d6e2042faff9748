"""The table as somebody in front of the screen uses it: by what it offers, never by what they know of the server."""

import json
import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

CAN = ':not([aria-disabled="true"])'
HAND = f"#hand .pick{CAN}"
ANY_CARD = f"#table .pick{CAN}"

# What the page shows, read at one moment.
SHOWN = """() => {
  const table = document.getElementById("table");
  const text = (id) => document.getElementById(id)?.textContent.trim() ?? null;
  return {
    seq: Number(table.dataset.seq), phase: table.dataset.phase, mode: table.dataset.mode,
    mine: "myTurn" in table.dataset, headline: text("headline"), pile: text("pile"), draw: text("draw"),
    hand: [...document.querySelectorAll("#hand .pick")].map((card) => card.dataset.value),
    log: [...document.querySelectorAll("#log li .line")].map((line) => line.textContent.trim()),
    places: [...document.querySelectorAll(".rank")].map((rank) => [
      rank.querySelector(".seat-name").textContent, rank.querySelector(".rank-place").textContent.trim()]),
  };
}"""

NAMELESS = re.compile(
    r"^\s*- (?:button|link|combobox|textbox|checkbox|radio|slider|spinbutton|img)(?! \").*", re.MULTILINE
)


# Where the first such element that has a size is; null while there is none.
BOX = """(selector) => {
  for (const element of document.querySelectorAll(selector)) {
    const {x, y, width, height} = element.getBoundingClientRect();
    if (width && height) return {x, y, width, height};
  }
  return null;
}"""


def box_of(page: Page, selector: str) -> dict[str, float]:
    """Where something is on the screen, once it is there: read in one step, as a fragment may replace it meanwhile."""
    return dict(page.wait_for_function(BOX, arg=selector).json_value())


def nameless(page: Page, within: str = "#table") -> list[str]:
    """The controls and pictures that a screen reader would find without a name."""
    return NAMELESS.findall(page.locator(within).aria_snapshot())


class Table:
    """A window at a table."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.url = re.sub(r"^https?://[^/]*", "", page.url)
        self.main = page.locator("#do-main")
        self.banner = page.locator("#connection")

    @property
    def shown(self) -> dict[str, Any]:
        """Everything the page shows, at one moment."""
        return dict(self.page.evaluate(SHOWN))

    @property
    def seq(self) -> int:
        """The number of the event the page shows."""
        return int(self.page.locator("#table").get_attribute("data-seq") or 0)

    @property
    def over(self) -> bool:
        """Whether the result shows."""
        return self.page.locator("#results").is_visible()

    def view(self) -> dict[str, Any]:
        """What the server lets this person see."""
        return dict(json.loads(self.page.request.get(f"{self.url}view.json").text()))

    def card(self, face: str) -> Locator:
        """The first card of a face in the hand."""
        return self.page.locator(f'#hand .pick[data-value="{face}"]').first

    def wait_for_newer(self, seq: int) -> int:
        """Wait until the page shows something after event `seq`."""
        self.page.locator(f'#table:not([data-seq="{seq}"])').wait_for()
        return self.seq

    def wait_for_my_move(self) -> bool:
        """Wait until the table waits for this person; False when the game is over instead."""
        self.page.locator('#table:is([data-my-turn], [data-phase="over"])').wait_for()
        return not self.over

    def choose(self) -> str:
        """By mouse: pick what a sensible person would, and tell which button does it. Nothing is sent yet."""
        mode = self.shown["mode"]
        if mode in ("exchange", "bonus"):
            return "#do-pass"
        if mode == "draw":
            return f"#do-draw{CAN}, #do-pickup{CAN}"
        cards = self.page.locator(HAND if mode == "setup" else ANY_CARD)
        if mode == "setup":
            for index in (-1, -2, -3):
                cards.nth(index).click()
        else:
            cards.first.click()
        return "#do-main"

    def move(self, clicks: int = 1) -> int:
        """Make one sensible move by mouse and wait for what comes of it, and for the answer. Returns the new seq.

        The table may show the move before its answer is here, and the answer puts back what is picked.
        """
        before = self.seq
        button = self.page.locator(self.choose()).first
        button.click(click_count=clicks)
        newer = self.wait_for_newer(before)
        self.page.locator("#room:not(.sending)").wait_for()
        return newer

    def play_to_the_end(self, limit: int = 400) -> int:
        """Move whenever it is this person's turn, until the result shows. Returns how many moves it took."""
        for moves in range(limit):
            if not self.wait_for_my_move():
                return moves
            self.move()
        raise AssertionError(f"no end after {limit} moves")

    def expect_live(self, seconds: float = 20) -> None:
        """The connection is up and no banner shows."""
        expect(self.banner).to_be_hidden(timeout=seconds * 1000)
