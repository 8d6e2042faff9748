"""Why the organiser does something, for everybody to read."""

from typing import Final

from django.utils.translation import gettext as _

from games.api.web import Malformed

LONGEST: Final = 300  # letters that are kept


def kept(text: str) -> str:
    """A reason as the log keeps it: one line; may be empty."""
    return " ".join(text.split())[:LONGEST]


def required(text: str) -> str:
    """The same of a step that needs one. Raises Malformed where there is none."""
    reason = kept(text)
    if not reason:
        raise Malformed(_("Say why, please: everybody can read it in the log."))
    return reason
