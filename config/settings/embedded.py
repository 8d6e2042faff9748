"""The default stack: SQLite, in-memory channel layer and broker, one process (`make run`)."""

from .base import *  # noqa: F403
