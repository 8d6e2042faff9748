"""Which cards the reader can pick at the moment, and what each stands for in an action."""

from collections import Counter
from collections.abc import Iterable

from games.engine import View, card_text

from .controls import Controls, why_unplayable
from .seats import Pick


def hand_picks(view: View, doing: Controls) -> list[Pick]:
    """The reader's hand in order of rank."""
    if view.seat is None or view.phase == "over":
        return []
    hand = view.hands[view.seat] or ()
    open_now = doing.mode in ("play", "draw")
    why = why_unplayable(view) if open_now else ""
    return [
        Pick("hand", card_text(card), key, card, not open_now or card in doing.playable, why)
        for card, key in keyed("hand", hand)
    ]


def keyed(place: str, cards: Iterable[int]) -> list[tuple[int, str]]:
    """Cards with a key each that stays the same while the card stays: its face and which copy of it this is."""
    seen: Counter[int] = Counter()
    found = []
    for card in cards:
        found.append((card, f"{place}-{card_text(card).replace('+', 'p')}-{seen[card]}"))
        seen[card] += 1
    return found


def table_picks(view: View, doing: Controls) -> dict[str, Pick]:
    """Pickable cards and slots outside the hand, by the place where they lie: up-SEAT-SLOT, down-SEAT-SLOT."""
    if view.seat is None:
        return {}
    if doing.mode == "exchange":
        return _others_up(view)
    if doing.mode == "bonus" or (doing.mode in ("play", "draw") and not view.hand_counts[view.seat]):
        return _own_up(view, doing)
    return _own_down(view) if doing.mode == "flip" else {}


def _others_up(view: View) -> dict[str, Pick]:
    picks = {}
    for seat in range(view.seats):
        if seat == view.seat:
            continue
        for slot, (card, key) in enumerate(keyed(f"up{seat}", view.up[seat])):
            picks[f"up-{seat}-{slot}"] = Pick("take", f"{seat}:{card_text(card)}", key, card)
    return picks


def _own_up(view: View, doing: Controls) -> dict[str, Pick]:
    seat = view.seat or 0
    free = doing.mode == "bonus"
    why = "" if free else why_unplayable(view)
    return {
        f"up-{seat}-{slot}": Pick("up", card_text(card), key, card, free or card in doing.playable, why)
        for slot, (card, key) in enumerate(keyed(f"up{seat}", view.up[seat]))
    }


def _own_down(view: View) -> dict[str, Pick]:
    seat = view.seat or 0
    slots = [action.slot for action in view.legal if action.kind == "flip" and action.slot is not None]
    return {f"down-{seat}-{slot}": Pick("flip", str(slot), f"flip-{slot}", None) for slot in slots}
