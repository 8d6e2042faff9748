"""The ways in by socket: `/ws/t/<slug>/`, `/ws/lobby/`, `/ws/me/`."""

from games.consumers.live import FORBIDDEN, UNKNOWN, GoAway, LiveConsumer
from games.consumers.pages import BadgeConsumer, LobbyConsumer
from games.consumers.table import TableConsumer

__all__ = ["FORBIDDEN", "UNKNOWN", "BadgeConsumer", "GoAway", "LiveConsumer", "LobbyConsumer", "TableConsumer"]
