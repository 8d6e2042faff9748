"""The only writer of tournaments. Each service raises one of the Refused family and then has changed nothing."""

from games.api.web import Conflict, Forbidden, Full, Illegal, Malformed, NotFound, Over, Refused, TooMany
from tournaments.services.advancing import advance
from tournaments.services.clock import clock_set_back
from tournaments.services.correcting import correct, go_on, redraw, void
from tournaments.services.creating import cancel, create, start
from tournaments.services.deleting import leave_everything, withdraw_everywhere
from tournaments.services.directing import add, invite, remove, replace
from tournaments.services.editing import edit, postpone
from tournaments.services.entering import check_in, pause, register, unpause, withdraw
from tournaments.services.locked import Done
from tournaments.services.series import announce_all, repeat, stop
from tournaments.services.settling import match_finished, match_removed
from tournaments.services.spec import Problems, Spec

__all__ = [
    "Conflict",
    "Done",
    "Forbidden",
    "Full",
    "Illegal",
    "Malformed",
    "NotFound",
    "Over",
    "Problems",
    "Refused",
    "Spec",
    "TooMany",
    "add",
    "advance",
    "announce_all",
    "cancel",
    "check_in",
    "clock_set_back",
    "correct",
    "create",
    "edit",
    "go_on",
    "invite",
    "leave_everything",
    "match_finished",
    "match_removed",
    "pause",
    "postpone",
    "redraw",
    "register",
    "remove",
    "repeat",
    "replace",
    "start",
    "stop",
    "unpause",
    "void",
    "withdraw",
    "withdraw_everywhere",
]
