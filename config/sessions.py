"""Sessions in the database, found by keys that are keys."""

from django.contrib.sessions.backends.db import SessionStore as Stored


class SessionStore(Stored):
    """A cookie may claim to hold any key; what cannot be one never reaches the database (PostgreSQL refuses NUL)."""

    def _validate_session_key(self, key: str | None) -> bool:
        """Letters and digits, as Django makes them."""
        return bool(key) and key.isascii() and key.isalnum() and super()._validate_session_key(key)
