"""The only reader of matches. Nothing here writes, and no list costs a query a row."""

from games.selectors.folds import events_of, fold_of
from games.selectors.history import (
    GameRow,
    Share,
    Stats,
    all_games_of,
    games_of,
    result_of,
    results_of,
    stats_of,
)
from games.selectors.lists import LobbyTables, TableRow, lobby
from games.selectors.people import Turns, as_read_by, blocked_by, is_for_all, may_see, turns_of
from games.selectors.snapshot import TableSnapshot, as_left, find, record_is_open, table, tables_of

__all__ = [
    "GameRow",
    "LobbyTables",
    "Share",
    "Stats",
    "TableRow",
    "TableSnapshot",
    "Turns",
    "all_games_of",
    "as_left",
    "as_read_by",
    "blocked_by",
    "events_of",
    "find",
    "fold_of",
    "games_of",
    "is_for_all",
    "lobby",
    "may_see",
    "record_is_open",
    "result_of",
    "results_of",
    "stats_of",
    "table",
    "tables_of",
    "turns_of",
]
