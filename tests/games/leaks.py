"""Does a text that somebody receives name a card that they have never been able to see?

Only faces can be told apart, so what is looked for are faces all of whose copies have been hidden from the reader all
along. At the beginning of a game that is nearly every face.
"""

import re
from functools import cache
from html import unescape

from games.engine import State, build_deck, card_text, view
from games.templatetags.cards import card_name

WRITTEN = re.compile(r"(?<![\w+#-])([RBG](?:10|[1-9]|C|\+[12]))(?![\w+])")
FACES = range(39)


@cache
def names() -> tuple[re.Pattern[str], dict[str, str]]:
    """Faces in words, as one pattern ("blue Clear +1" before "blue Clear"), and what each is written as."""
    written = {card_name(card).lower(): card_text(card) for card in FACES}
    longest_first = sorted(written, key=len, reverse=True)
    pattern = "|".join(re.escape(name) for name in longest_first)
    return re.compile(rf"\b({pattern})(?!\w)", re.IGNORECASE), written


def named_in(text: str) -> set[str]:
    """All faces that a text names: in `data-card` and other attributes, in actions, in words."""
    plain = unescape(text)
    pattern, written = names()
    return set(WRITTEN.findall(plain)) | {written[found.lower()] for found in pattern.findall(plain)}


class Watch:
    """What one reader may have seen so far. `seat` is None for a watcher."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.seen: set[int] = set()

    def look(self, state: State) -> None:
        """The reader sees this position."""
        seen = view(state, self.seat)
        zones = [seen.discard, seen.removed, *seen.up, *(hand or () for hand in seen.hands)]
        zones += [[card for card in down if card is not None and card >= 0] for down in seen.down]
        self.seen.update(card for zone in zones for card in zone)

    def assert_hides(self, state: State, text: str, where: str) -> None:
        """Fail if `text` names a face that was hidden from the reader all along."""
        if not state.over:
            hidden = {card_text(card) for card in set(build_deck(state.options)) - self.seen}
            leaked = hidden & named_in(text)
            assert not leaked, (where, sorted(leaked))
