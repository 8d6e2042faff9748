"""States and views as JSON values, cards as text: the shapes of the protocol (docs/protocol.md)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .cards import TEXT_CARD, card_text, parse_card, to_code
from .deal import new_game
from .errors import DealError, EngineError
from .options import Options
from .state import PLAY, State
from .view import HIDDEN, View


def _texts(cards: Iterable[int]) -> list[str]:
    return [card_text(card) for card in cards]


def _slots(slots: Iterable[int | None]) -> list[str | None]:
    return [None if card is None else "?" if card == HIDDEN else card_text(card) for card in slots]


def _maybe_list(values: Sequence[Any] | None) -> list[Any] | None:
    return None if values is None else list(values)


def _shared(source: State | View) -> dict[str, Any]:
    """The fields that a state and a view show alike."""
    return {
        "chosen": list(source.chosen),
        "draw_count": source.draw_count,
        "discard": _texts(source.discard),
        "removed": _texts(source.removed),
        "owed": source.owed,
        "may_draw_now": source.may_draw_now,
        "direction": source.direction,
        "run": source.run,
        "turns": source.turns,
        "dry": source.dry,
        "exchange_left": list(source.exchange_left),
        "finished": list(source.finished),
        "forfeits": list(source.forfeits),
        "actors": list(source.actors),
        "over": source.over,
        "end": source.end,
        "placings": _maybe_list(source.placings),
        "scores": _maybe_list(source.scores),
    }


def state_json(state: State) -> dict[str, Any]:
    """The whole state. It holds what nobody may see: never send it to a reader before the game is over."""
    seats = range(state.seats)
    return {
        "seats": state.seats,
        "phase": state.phase,
        "turn": state.turn,
        "first": state.first,
        "hands": [_texts(state.hand(seat)) for seat in seats],
        "up": [_texts(state.up(seat)) for seat in seats],
        "down": [_slots(state.down(seat)) for seat in seats],
        "known": [list(state.known(seat)) for seat in seats],
        "draw": _texts(state.draw_pile),
        "forfeited": _texts(state.forfeited),
        **_shared(state),
    }


def view_json(view: View) -> dict[str, Any]:
    """One reader's view, with `legal` as action texts."""
    shown: dict[str, Any] = {
        "seats": view.seats,
        "seat": view.seat,
        "phase": view.phase,
        "turn": view.turn,
        "first": view.first,
        "hands": [None if hand is None else _texts(hand) for hand in view.hands],
        "up": [_texts(cards) for cards in view.up],
        "down": [_slots(slots) for slots in view.down],
        "known": [list(known) for known in view.known],
        **_shared(view),
        "legal": [action.text for action in view.legal],
        "hand_counts": list(view.hand_counts),
        "forfeited_count": view.forfeited_count,
        "public": [_texts(cards) for cards in view.public],
    }
    if view.draw is not None and view.forfeited is not None:
        shown |= {"draw": _texts(view.draw), "forfeited": _texts(view.forfeited)}
    return shown


def parse_deck(texts: Any) -> tuple[int, ...]:
    """A deck from a list of card texts. Raises DealError."""
    if not isinstance(texts, (list, tuple)):
        raise DealError("the deck must be a list of cards, first to be dealt first")
    cards: list[int] = []
    for text in texts:
        card = TEXT_CARD.get(text) if isinstance(text, str) else None
        if card is None:
            raise DealError(f"the deck holds {str(text)[:20]!r}, which is not a card")
        cards.append(card)
    return tuple(cards)


def state_from_json(options: Options, values: Mapping[str, Any]) -> State:
    """A position as `state_json` writes it: for tests, tools and puzzles, not for matches.

    `first`, `direction`, `turns`, ... default to a quiet position of the play phase; the draw permission is open as
    `may_draw_now` says; the colour run takes the colour of the top card. Raises EngineError when cards do not add up.
    """
    order = list(range(int(values["seats"])))
    deck = [parse_card(text) for text in _all_cards(values)]
    state = new_game(options, len(order), deck, int(values.get("first", 0)), order)
    state._hand = [to_code(map(parse_card, hand)) for hand in values["hands"]]
    state._hand_n = [len(hand) for hand in values["hands"]]
    state._public = [to_code(map(parse_card, cards)) for cards in values.get("public", [[]] * len(order))]
    state._up = tuple(to_code(map(parse_card, up)) for up in values["up"])
    state._up_n = tuple(len(up) for up in values["up"])
    state._down = tuple(tuple(None if c is None else parse_card(c) for c in slots) for slots in values["down"])
    state._known = tuple(tuple(known) for known in values.get("known", [[False] * 3] * len(order)))
    state._drawn = len(deck) - len(values.get("draw", []))
    _set_pile(state, [parse_card(text) for text in values.get("discard", [])])
    for zone in ("removed", "forfeited"):
        cards = values.get(zone, [])
        setattr(state, f"_{zone}", to_code(map(parse_card, cards)))
        setattr(state, f"_{zone}_n", len(cards))
    state.chosen = tuple(values.get("chosen", [True] * len(order)))
    state.phase = values.get("phase", PLAY)
    state.turn = values.get("turn", 0)
    for name, default in (("owed", 0), ("direction", 1), ("run", 0), ("turns", 0), ("dry", 0)):
        setattr(state, name, values.get(name, default))
    for name in ("exchange_left", "finished", "forfeits"):
        setattr(state, name, tuple(values.get(name, ())))
    state.gone = state.finished + state.forfeits
    state._on_table = sum(state._up_n) + sum(3 - slots.count(None) for slots in state._down)
    state._open = bool(values.get("may_draw_now", False))
    return state


def _all_cards(values: Mapping[str, Any]) -> list[str]:
    """Every card of the position, the draw pile last, so that dealing positions line up with `_drawn`."""
    cards = [card for zone in ("hands", "up", "down") for seat in values[zone] for card in seat if card is not None]
    for zone in ("discard", "removed", "forfeited", "draw"):
        cards += values.get(zone, [])
    return cards


def _set_pile(state: State, pile: list[int]) -> None:
    state._pile = tuple(pile)
    state._pile_code = to_code(pile)
    state._floor = 6 * (pile[-1] // 3) if pile else 0
    state._run_colour = pile[-1] % 3 if pile else -1
    same = 0
    while same < len(pile) and pile[-1 - same] // 3 == pile[-1] // 3:
        same += 1
    state._same = same


__all__ = ["EngineError", "parse_deck", "state_from_json", "state_json", "view_json"]
