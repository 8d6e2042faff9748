"""How the site's addresses answer: refusals with their status, and JSON, fragment or redirect as it was asked for."""

from games.services.errors import Conflict, Forbidden, Full, Illegal, Malformed, NotFound, Over, Refused, TooMany
from games.views.answers import as_json, become_somebody, going_to, preferences_of, wants_fragment, wants_json

__all__ = [
    "Conflict",
    "Forbidden",
    "Full",
    "Illegal",
    "Malformed",
    "NotFound",
    "Over",
    "Refused",
    "TooMany",
    "as_json",
    "become_somebody",
    "going_to",
    "preferences_of",
    "wants_fragment",
    "wants_json",
]
