"""The only sender to sockets. Messages carry ids and numbers, never content: each socket renders its own."""

from typing import Final

from games.api import live

LIST: Final = "tournaments"


def group(tournament_id: int) -> str:
    """The group of everybody who looks at a tournament."""
    return f"tournament.{tournament_id}"


def tournament_changed(tournament_id: int, version: int) -> None:
    """Tell a tournament's sockets that there is something newer than what they showed."""
    live.send(group(tournament_id), "tournament.changed", seq=version)


def list_changed() -> None:
    """Tell the sockets of lists that an event was announced, began or ended."""
    live.send(LIST, "tournaments.changed")
