"""The seats as they lie on the table: names, counts, stacks, clocks. Hidden cards carry no identity at all."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from games import pace
from games.engine import HIDDEN, View
from games.models import Match, Seat
from games.selectors import TableSnapshot

from .people import Person
from .words import clock_text, order_text


@dataclass(frozen=True, slots=True)
class Pick:
    """A card or slot that the reader can pick. kind: hand, up, flip, take. value: what an action says of it.

    key: an id within the page that tells equal cards apart, stable from one move to the next.
    """

    kind: str
    value: str
    key: str
    card: int | None
    enabled: bool = True
    why: str = ""


@dataclass(frozen=True, slots=True)
class Stack:
    """One of a seat's three places. below: hidden, empty, or open (its owner knows it, or the game is over)."""

    slot: int
    below: str
    below_card: int | None
    up: int | None
    known: bool = False  # the reader's own blind card that missed, which only the reader knows
    pick: Pick | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """What is left to a person who is to act: of the turn itself, and of the bank after it."""

    ms: int
    bank_ms: int

    @property
    def text(self) -> str:
        return clock_text(self.ms or self.bank_ms)

    @property
    def bank_text(self) -> str:
        return clock_text(self.bank_ms) if self.bank_ms else ""


@dataclass(frozen=True, slots=True)
class SeatBox:
    """One seat as the reader sees it."""

    person: Person
    me: bool
    host: bool
    turn: bool
    last: bool
    away: bool
    left: bool
    chosen: bool
    hand_count: int
    stacks: tuple[Stack, ...]
    clock: Clock | None
    place: str
    total: int | None
    reaction: str
    thinking: bool
    menu: SafeString
    here: bool | None = None  # at a called table: whether its person has come

    @property
    def index(self) -> int:
        return self.person.index


def reaction_words() -> dict[str, str]:
    """The canned reactions: key -> words."""
    return {
        "hello": pgettext("reaction", "Hello"),
        "nice": pgettext("reaction", "Nice one"),
        "ouch": pgettext("reaction", "Ouch"),
        "thinking": pgettext("reaction", "Let me think"),
        "thanks": pgettext("reaction", "Thanks"),
        "good_game": pgettext("reaction", "Good game"),
    }


def in_turn_order(seats: int, reader: int | None) -> list[int]:
    """The other seats clockwise from the reader's left; all of them for a watcher."""
    if reader is None:
        return list(range(seats))
    return [(reader + step) % seats for step in range(1, seats)]


def stacks(view: View, seat: int, picks: dict[str, Pick]) -> tuple[Stack, ...]:
    """A seat's three places: its 3UP, in order, over its 3DOWN. An open card covers no particular blind one."""
    up = view.up[seat]
    found = []
    for slot, below in enumerate(view.down[seat]):
        kind = "empty" if below is None else "hidden" if below == HIDDEN else "open"
        shown = up[slot] if slot < len(up) else None
        pick = picks.get(f"up-{seat}-{slot}") or picks.get(f"down-{seat}-{slot}")
        known = kind == "open" and not view.over
        found.append(Stack(slot, kind, below if kind == "open" else None, shown, known, pick))
    return tuple(found)


def clock(match: Match, seat: Seat, actors: Sequence[int], now: datetime) -> Clock | None:
    """The clock of a person who is to act; bots and seats that bots hold have none."""
    if seat.held or seat.index not in actors or match.status != Match.Status.PLAYING:
        return None
    left = pace.remaining_ms(match, seat, now)
    if left is None:
        return None
    return Clock(max(0, left - seat.bank_ms), min(left, seat.bank_ms))


def reaction(snapshot: TableSnapshot, seat: Seat) -> str:
    """What the seat just said, in words; "" once it is old, or where the reader does not want to hear it."""
    if seat.index not in snapshot.speaking or seat.index in snapshot.muted:
        return ""
    return reaction_words().get(seat.reaction, "")


def place_text(view: View, seat: int) -> str:
    """The place of a seat that is out or has left; of everybody once the game is over."""
    if view.placings is not None:
        return order_text(view.placings[seat])
    if seat in view.finished:
        return order_text(view.finished.index(seat) + 1)
    return gettext("left") if seat in view.forfeits else ""
