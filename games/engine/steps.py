"""What everybody at the table saw of one action: the public history of bots, logs and replays (RULES section 9)."""

from dataclasses import dataclass

from .actions import Action
from .state import State


@dataclass(frozen=True, slots=True)
class Step:
    """One action in public. Never names a card that was drawn, chosen in secret, or flipped and missed.

    cards: laid, swapped or exchanged (my hand card, then the 3UP card); of a flip, the card if it fitted.
    cleared: how many cards left the game. picked_up: the cards of the pile that went to the hand, in laying order.
    drew: cards drawn, now or at the end of the turn. turn: the seat to act next. placings: once the game is over.
    """

    seat: int
    kind: str
    cards: tuple[int, ...] = ()
    slot: int | None = None
    other: int | None = None
    missed: bool = False
    picked_up: tuple[int, ...] = ()
    cleared: int = 0
    three: bool = False
    drew: int = 0
    reversed: bool = False
    owed: int = 0
    out: bool = False
    place: int | None = None
    over: bool = False
    end: str | None = None
    turn: int | None = None
    phase: str = ""

    @property
    def hit(self) -> bool:
        """Whether this was a flip that fitted."""
        return self.kind == "flip" and not self.missed


def describe(before: State, seat: int, action: Action, after: State) -> Step:
    """The public account of the action that led from one state to the next."""
    missed = action.kind == "flip" and after._same == 0 and after._removed_n == before._removed_n
    went_out = len(after.finished) > len(before.finished)
    cards = _public_cards(before, action, missed)
    cleared = after._removed_n - before._removed_n
    return Step(
        seat=seat,
        kind=action.kind,
        cards=cards,
        slot=action.slot,
        other=action.seat,
        missed=missed,
        picked_up=before.discard if missed or action.kind == "pickup" else (),
        cleared=cleared,
        three=cleared > 0 and cards[0] // 3 < 10,
        drew=after._drawn - before._drawn,
        reversed=after.direction != before.direction,
        owed=after.owed,
        out=went_out,
        place=len(after.finished) if went_out else None,
        over=after.over,
        end=after.end,
        turn=after.turn,
        phase=after.phase,
    )


def _public_cards(before: State, action: Action, missed: bool) -> tuple[int, ...]:
    if action.kind in ("play", "swap", "exchange"):
        return action.cards
    if action.kind == "flip" and not missed and action.slot is not None and before.turn is not None:
        card = before._down[before.turn][action.slot]
        return () if card is None else (card,)
    return ()


def hidden_card(before: State, action: Action) -> int | None:
    """The card a flip turned, for its owner alone."""
    if action.kind != "flip" or action.slot is None or before.turn is None:
        return None
    return before._down[before.turn][action.slot]


__all__ = ["Step", "describe", "hidden_card"]
