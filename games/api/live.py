"""What sockets are made of: one consumer that sends the newest element, a pool of threads, shared renderings."""

from games.broadcast import send
from games.consumers import FORBIDDEN, UNKNOWN, GoAway, LiveConsumer
from games.rendering import Reader, Shared, in_thread

__all__ = ["FORBIDDEN", "UNKNOWN", "GoAway", "LiveConsumer", "Reader", "Shared", "in_thread", "send"]
