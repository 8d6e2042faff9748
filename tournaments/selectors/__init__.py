"""The only reader of tournaments. Nothing here writes, and no list costs a query a row."""

from tournaments.selectors.events import event_of, format_of, largest_pod, next_round, settings_of, standings_of
from tournaments.selectors.inputs import inputs_of, redraw_check
from tournaments.selectors.rights import (
    LATE_FORMATS,
    PLAYERS,
    can_return,
    can_still_play,
    entering_is_open,
    entry_of,
    first_round_of_newcomers,
    is_invited,
    may_check_in,
    may_organise,
    may_withdraw,
    minutes_until,
    paused_until,
    planned_rounds,
    returning_is_open,
    why_not_enter,
)
from tournaments.selectors.timing import checkin_opens_at, due_at, due_tournaments, people_gone

__all__ = [
    "LATE_FORMATS",
    "PLAYERS",
    "can_return",
    "can_still_play",
    "checkin_opens_at",
    "due_at",
    "due_tournaments",
    "entering_is_open",
    "entry_of",
    "event_of",
    "first_round_of_newcomers",
    "format_of",
    "inputs_of",
    "is_invited",
    "largest_pod",
    "may_check_in",
    "may_organise",
    "may_withdraw",
    "minutes_until",
    "next_round",
    "paused_until",
    "people_gone",
    "planned_rounds",
    "redraw_check",
    "returning_is_open",
    "settings_of",
    "standings_of",
    "why_not_enter",
]
