"""Refusals: what was wrong, in words for people, and the HTTP status that says so to programs."""


class Refused(Exception):
    """A service said no and changed nothing. `message` is for people (translated), `status` for programs."""

    status = 400

    def __init__(self, message: str) -> None:
        self.message = str(message)
        super().__init__(self.message)


class NotFound(Refused):
    """There is no such table."""

    status = 404


class Forbidden(Refused):
    """There is, but it is not this person's to do that with."""

    status = 403


class Malformed(Refused):
    """The request itself makes no sense, whatever the state of the table."""

    status = 400


class Conflict(Refused):
    """It made sense, but not, or no longer, at this point of the match."""

    status = 409


class Stale(Conflict):
    """It answered a position that has passed."""


class Full(Conflict):
    """No seat is free."""


class Over(Conflict):
    """The match has ended."""


class TooMany(Refused):
    """Too often in too short a time."""

    status = 429


class Illegal(Refused):
    """The rules do not allow it now."""

    status = 400
