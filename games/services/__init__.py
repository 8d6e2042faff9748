"""The only writer of matches. Each service raises one of the Refused family and then has changed nothing."""

from games.services.deals import Offer, offer, rematch_secret
from games.services.errors import Conflict, Forbidden, Full, Illegal, Malformed, NotFound, Over, Refused, Stale, TooMany
from games.services.people import REACTIONS, block, leave_everything, leave_tables, react, resume, seen, set_block
from games.services.play import Done, act
from games.services.quick import play_now, quick_seat
from games.services.rematches import rematch
from games.services.removing import is_removable, remove
from games.services.tables import TableSpec, create_table, invite, join, kick, leave, start

__all__ = [
    "REACTIONS",
    "Conflict",
    "Done",
    "Forbidden",
    "Full",
    "Illegal",
    "Malformed",
    "NotFound",
    "Offer",
    "Over",
    "Refused",
    "Stale",
    "TableSpec",
    "TooMany",
    "act",
    "block",
    "create_table",
    "invite",
    "is_removable",
    "join",
    "kick",
    "leave",
    "leave_everything",
    "leave_tables",
    "offer",
    "play_now",
    "quick_seat",
    "react",
    "rematch",
    "rematch_secret",
    "remove",
    "resume",
    "seen",
    "set_block",
    "start",
]
