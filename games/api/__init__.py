"""The door for other apps, and the only one: tables made, called, watched and ended on behalf of an event.

`api` itself is about tables; `api.web` is how the site's addresses answer, `api.options` the rules of a table as a form
and in words, `api.live` what sockets are made of.
"""

from games.api.glance import SeatGlance, TableGlance, glance
from games.api.people import games_played, keep_apart
from games.api.tables import SeatSpec, TableRef, abort, create, open_gate, results, seal, stand_in
from games.listeners import MatchResult, SeatResult
from games.services.stand_ins import HOUSE_BOT

__all__ = [
    "HOUSE_BOT",
    "MatchResult",
    "SeatGlance",
    "SeatResult",
    "SeatSpec",
    "TableGlance",
    "TableRef",
    "abort",
    "create",
    "games_played",
    "glance",
    "keep_apart",
    "open_gate",
    "results",
    "seal",
    "stand_in",
]
