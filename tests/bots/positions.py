"""Building positions for the tests of this folder."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.engine import Options, State, build_deck, card_text, state_from_json


def position(
    hands: Sequence[str],
    up: Sequence[str] = (),
    down: Sequence[str] = (),
    discard: str = "",
    draw: int = 0,
    options: Options | None = None,
    **more: Any,
) -> State:
    """A position of the play phase, seat 0 to act; cards as texts, the rest of the deck already cleared.

    draw: how many of the remaining cards form the draw pile. down: three words a seat, `-` for an empty slot.
    """
    options = options or Options()
    seats = len(hands)
    values: dict[str, Any] = {
        "seats": seats,
        "hands": [hand.split() for hand in hands],
        "up": [cards.split() for cards in up] or [[] for _ in hands],
        "down": [[None if word == "-" else word for word in slots.split()] for slots in down] or [[None] * 3] * seats,
        "discard": discard.split(),
        **more,
    }
    left = Counter(card_text(card) for card in build_deck(options))
    for zone in ("hands", "up", "down"):
        for cards in values[zone]:
            left.subtract(card for card in cards if card is not None)
    left.subtract(values["discard"])
    rest = sorted(left.elements())
    values["draw"], values["removed"] = rest[:draw], rest[draw:]
    return state_from_json(options, values)
