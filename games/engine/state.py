"""The state of one game (one round of a scored match), and how it is dealt (RULES section 2).

A State is a value: the engine never changes one it has handed out. `rules.apply` works on a private copy. Zones of
unordered cards are codes (see `cards`), so a copy is a few short lists.
"""

from typing import Final

from .actions import Action, play_table
from .cards import to_cards
from .options import Options

RULES_VERSION: Final = 1
SETUP: Final = "setup"
EXCHANGE: Final = "exchange"
PLAY: Final = "play"
BONUS: Final = "bonus"
OVER: Final = "over"


class Table:
    """What stays the same for a whole game: options, seats, deck and draws, with the options unpacked for speed."""

    __slots__ = (
        "clear_sets", "colour_bonus", "deck", "dry_turns", "each", "first", "keep", "max_turns", "may_draw", "options",
        "pile_order", "places", "plays", "reverse", "seats", "shift", "swap_cards",
    )  # fmt: skip

    def __init__(
        self, options: Options, seats: int, deck: tuple[int, ...], first: int, pile_order: tuple[int, ...] | None
    ) -> None:
        self.options = options
        self.seats = seats
        self.deck = deck
        self.first = first
        self.pile_order = pile_order
        self.clear_sets = options.clear_sets == "on"
        self.colour_bonus = options.colour_bonus == "on"
        self.dry_turns = options.dry_turns
        self.each = options.extra_draw == "each"
        self.keep = options.blind_miss == "keep"
        self.max_turns = options.max_turns
        self.may_draw = options.may_draw == "on"
        self.places = options.play_for_places == "on"
        self.reverse = options.ones_reverse == "on"
        self.swap_cards = options.swap_cards == "on"
        self.plays: tuple[tuple[tuple[Action, ...], ...], ...] = play_table(self.clear_sets, self.colour_bonus)


class State:
    """One position. Names are those of the protocol (docs/protocol.md); zones are read through the methods below.

    Attributes with a leading underscore belong to the engine alone.
    """

    __slots__ = (
        "_down",
        "_drawn",
        "_floor",
        "_forfeited",
        "_forfeited_n",
        "_hand",
        "_hand_n",
        "_known",
        "_mark",
        "_on_table",
        "_open",
        "_pile",
        "_pile_code",
        "_public",
        "_removed",
        "_removed_n",
        "_run_colour",
        "_same",
        "_table",
        "_up",
        "_up_n",
        "chosen",
        "direction",
        "dry",
        "end",
        "exchange_left",
        "finished",
        "forfeits",
        "gone",
        "owed",
        "phase",
        "placings",
        "run",
        "scores",
        "turn",
        "turns",
    )  # fmt: skip

    _table: Table
    _hand: list[int]  # a code per seat
    _hand_n: list[int]
    _public: list[int]  # of each hand: the cards that everybody knows to be in it
    _up: tuple[int, ...]
    _up_n: tuple[int, ...]
    _down: tuple[tuple[int | None, ...], ...]
    _known: tuple[tuple[bool, ...], ...]
    _drawn: int  # cards taken off the front of the deck; the rest is the draw pile
    _pile: tuple[int, ...]
    _pile_code: int
    _floor: int  # shift that leaves the playable part of a code: BITS * rank on top, 0 on an empty pile
    _same: int  # how many cards on top bear one number
    _removed: int
    _removed_n: int
    _forfeited: int
    _forfeited_n: int
    _open: bool  # the permission to draw before an extra action
    _run_colour: int
    _on_table: int  # cards in all 3UP and 3DOWN
    _mark: int  # counts at the end of the turn before, for the dry guard; -1 before the first
    phase: str  # setup, exchange, play, bonus or over
    turn: int | None  # the seat to act; null in setup and when over
    chosen: tuple[bool, ...]  # setup: which seats have chosen their 3UP (forfeited ones count as having)
    owed: int  # extra actions still owed by the seat on turn
    direction: int  # 1 clockwise, -1 back
    run: int  # length of the colour run on the pile, 0 without colour_bonus
    turns: int  # ended turns
    dry: int  # dry turns in a row
    exchange_left: tuple[int, ...]  # seats still to exchange or pass, in order
    finished: tuple[int, ...]  # seats that went out, in order
    forfeits: tuple[int, ...]  # seats that forfeited, in order
    gone: tuple[int, ...]  # both of these
    end: str | None  # win, last_seat, max_turns, dry_turns or stopped
    placings: tuple[int, ...] | None
    scores: tuple[int | None, ...] | None

    def copy(self) -> "State":
        """A twin that shares nothing that `apply` changes in place."""
        new = _NEW(State)
        new._table = self._table
        new.phase = self.phase
        new.turn = self.turn
        new.chosen = self.chosen
        new.owed = self.owed
        new.direction = self.direction
        new.run = self.run
        new.turns = self.turns
        new.dry = self.dry
        new.exchange_left = self.exchange_left
        new.finished = self.finished
        new.forfeits = self.forfeits
        new.gone = self.gone
        new.end = self.end
        new.placings = self.placings
        new.scores = self.scores
        new._hand = self._hand[:]
        new._hand_n = self._hand_n[:]
        new._public = self._public[:]
        new._up = self._up
        new._up_n = self._up_n
        new._down = self._down
        new._known = self._known
        new._drawn = self._drawn
        new._pile = self._pile
        new._pile_code = self._pile_code
        new._floor = self._floor
        new._same = self._same
        new._removed = self._removed
        new._removed_n = self._removed_n
        new._forfeited = self._forfeited
        new._forfeited_n = self._forfeited_n
        new._open = self._open
        new._run_colour = self._run_colour
        new._mark = self._mark
        new._on_table = self._on_table
        return new

    @property
    def options(self) -> Options:
        """The options the game is played with."""
        return self._table.options

    @property
    def seats(self) -> int:
        """Number of seats."""
        return self._table.seats

    @property
    def first(self) -> int:
        """The seat drawn to start."""
        return self._table.first

    @property
    def pile_order(self) -> tuple[int, ...] | None:
        """The permutation drawn for `swap_piles`, if any."""
        return self._table.pile_order

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == OVER

    @property
    def discard(self) -> tuple[int, ...]:
        """The discard pile in laying order; the last card is its top."""
        return self._pile

    @property
    def draw_pile(self) -> tuple[int, ...]:
        """The draw pile in drawing order."""
        return self._table.deck[self._drawn :]

    @property
    def draw_count(self) -> int:
        """Cards in the draw pile."""
        return len(self._table.deck) - self._drawn

    @property
    def removed(self) -> tuple[int, ...]:
        """Cards that were cleared, in canonical order."""
        return to_cards(self._removed)

    @property
    def forfeited(self) -> tuple[int, ...]:
        """Cards that left with their seats, in canonical order."""
        return to_cards(self._forfeited)

    @property
    def may_draw_now(self) -> bool:
        """Whether the optional draw before an extra action is open (docs/protocol.md)."""
        return self.phase == PLAY and self._open and self.owed > 0 and self._drawn < len(self._table.deck)

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now (forfeiting apart), ascending."""
        if self.phase == SETUP:
            return tuple(seat for seat in range(self.seats) if not self.chosen[seat])
        return () if self.turn is None else (self.turn,)

    def hand(self, seat: int) -> tuple[int, ...]:
        """A seat's hand in canonical order."""
        return to_cards(self._hand[seat])

    def hand_count(self, seat: int) -> int:
        """Number of cards in a seat's hand."""
        return self._hand_n[seat]

    def public(self, seat: int) -> tuple[int, ...]:
        """The cards that everybody knows to be in a seat's hand, in canonical order."""
        return to_cards(self._public[seat])

    def up(self, seat: int) -> tuple[int, ...]:
        """A seat's 3UP in canonical order (while in setup: what it has chosen)."""
        return to_cards(self._up[seat])

    def down(self, seat: int) -> tuple[int | None, ...]:
        """A seat's three 3DOWN slots; None is an empty one."""
        return self._down[seat]

    def known(self, seat: int) -> tuple[bool, ...]:
        """Which of a seat's slots hold a card that missed, which its owner knows now."""
        return self._known[seat]

    def is_in(self, seat: int) -> bool:
        """Whether a seat is still playing: neither out nor forfeited."""
        return seat not in self.gone


_NEW: Final = object.__new__
