"""A second, slow and literal reading of RULES.md, for tests only.

It shares nothing with `games.engine`: cards are texts ("R5", "G+1"), a game is one dict of lists and dicts, every
function names the section of RULES.md that it reads. Where the text leaves room, `AMBIGUITIES` says how it is read.

    game = oracle.new({}, seats=3, deck=oracle.deck({}), first_seat=0)
    oracle.legal(game, 0); game = oracle.apply(game, 0, "up R1 R1 R2"); oracle.state(game); oracle.view(game, 0)
"""

from .actions import IllegalError, is_legal, legal
from .ambiguities import AMBIGUITIES
from .cards import CLEARS, COLOURS, RANKS, colour, deck, is_clear, points, rank, sort_cards
from .game import apply, from_state, new
from .match import match_totals
from .options import DEFAULTS, normal, problems
from .show import state, view

__all__ = [
    "AMBIGUITIES",
    "CLEARS",
    "COLOURS",
    "DEFAULTS",
    "RANKS",
    "IllegalError",
    "apply",
    "colour",
    "deck",
    "from_state",
    "is_clear",
    "is_legal",
    "legal",
    "match_totals",
    "new",
    "normal",
    "points",
    "problems",
    "rank",
    "sort_cards",
    "state",
    "view",
]
