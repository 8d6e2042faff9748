"""Playing with the keyboard alone: keys are pressed, nothing is clicked or focused from outside."""

from typing import Any

from tests.browser.table import Table

# Where the focus is, and the cards that can be picked, in the order of the Tab key.
FOCUS = """() => {
  const picks = [...document.querySelectorAll("#table .pick")];
  return {
    lost: document.activeElement === document.body, id: document.activeElement.id,
    hand: [...document.querySelectorAll("#hand .pick")].map((card) => card.id),
    free: picks.filter((card) => card.getAttribute("aria-disabled") !== "true").map((card) => card.id),
    ready: [...document.querySelectorAll("#controls button")].filter(
      (button) => button.getAttribute("aria-disabled") !== "true").map((button) => button.id),
  };
}"""


class Keyboard:
    """Fingers at a table."""

    def __init__(self, table: Table) -> None:
        self.table, self.press = table, table.page.keyboard.press

    @property
    def now(self) -> dict[str, Any]:
        """What FOCUS reads."""
        return dict(self.table.page.evaluate(FOCUS))

    def go_to(self, card: str) -> None:
        """Move the focus to a card: Tab to the hand or to the card, arrows within the hand."""
        for _ in range(60):
            now = self.now
            if now["id"] == card:
                return
            if now["id"] in now["hand"] and card in now["hand"]:
                self.press("ArrowRight" if now["hand"].index(now["id"]) < now["hand"].index(card) else "ArrowLeft")
            else:
                self.press("Tab")
        raise AssertionError(f"no way to {card} from {self.now}")

    def pick(self, *cards: str) -> None:
        """Pick cards with the space bar."""
        for card in cards:
            self.go_to(card)
            self.press("Space")

    def move(self) -> None:
        """One sensible move as the list of keys on the page explains it."""
        before, mode, now = self.table.seq, self.table.shown["mode"], self.now
        if mode == "setup":
            self.pick(*now["free"][-3:])
            self.press("Enter")
        elif mode == "flip":
            self.press(str(int(now["free"][0].removeprefix("flip-")) + 1))
        elif mode == "draw":
            self.press("d" if "do-draw" in now["ready"] else "p")
        else:
            self.pick(now["free"][0])
            self.press("a")
            self.press("Enter")
        self.table.wait_for_newer(before)
