"""What games.record raises."""


class RecordError(ValueError):
    """A record or event log that is not well formed, or does not replay. The message says where and why."""
