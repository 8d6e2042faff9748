"""Sessions in the database, found by keys that are keys."""

from typing import Any

from django.contrib.sessions.backends.db import SessionStore as Stored
from django.utils import timezone

from games.prepared import Prepared


class SessionStore(Stored):
    """A cookie may claim to hold any key; what cannot be one never reaches the database (PostgreSQL refuses NUL)."""

    def _validate_session_key(self, key: str | None) -> bool:
        """Letters and digits, as Django makes them."""
        return bool(key) and key.isascii() and key.isalnum() and super()._validate_session_key(key)

    def _get_session_from_db(self) -> Any:
        """The row, None when there is none that is still good."""
        found = BY_KEY.rows(self.model, self.session_key, timezone.now())
        if not found:
            self._session_key = None
        return found[0] if found else None


BY_KEY = Prepared(
    lambda: SessionStore.get_model_class().objects.filter(session_key="").filter(expire_date__gt=timezone.now())
)
