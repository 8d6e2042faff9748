"""What a client may say over its table's socket: one move a frame, as JSON. The service that takes POSTs takes it.

    {"action": "play R5 B5", "seq": 41, "id": "7"}

`action` and `seq` are those of the form; `id` is whatever the client calls the move, and comes back with the answer.
"""

import json
import re
from dataclasses import dataclass
from typing import Any, Final

from django.utils import translation
from django.utils.translation import gettext as _

from games import selectors, services
from games.consumers.live import FORBIDDEN, UNKNOWN, GoAway
from games.rendering import Reader, answer_html, as_answer
from games.selectors import TableSnapshot
from games.services import Done, Refused, TooMany

ID: Final = re.compile(r"[A-Za-z0-9_-]{1,20}")
FIELDS: Final = {"action", "seq", "id"}
LIMIT: Final = "games:act"  # a move counts the same, whichever way it comes


@dataclass(frozen=True, slots=True)
class Move:
    """A move as a frame asks for it."""

    id: str
    action: str
    seq: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a move: the frame, its status as HTTP would have it, and what was done where it was taken."""

    html: str
    status: int
    done: Done | None = None


def read(text: str) -> Move | None:
    """The move in a frame; None where there is nobody to answer: no JSON object, or none with an id.

    A frame with other fields, or of other types, is its own action, as which it is refused.
    """
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict) or not isinstance(said.get("id"), str) or not ID.fullmatch(said["id"]):
        return None
    if said.keys() == FIELDS and isinstance(said["action"], str) and type(said["seq"]) is int:
        return Move(said["id"], said["action"], said["seq"])
    return Move(said["id"], text, 0)


def take(move: Move, slug: str, reader: Reader, prefs: Any) -> Answer:
    """Have the move made for the reader, and render the answer. Blocking. Raises GoAway."""
    with translation.override(reader.language):
        try:
            done = _act(move, slug, reader)
        except Refused as refusal:
            html = _html(selectors.table(slug), reader, prefs, refusal.message)
            return Answer(as_answer(html, move.id, refusal.status), refusal.status)
        return Answer(as_answer(_html(done.snapshot, reader, prefs), move.id, 200), 200, done)


def _act(move: Move, slug: str, reader: Reader) -> Done:
    if reader.is_over(LIMIT):
        raise TooMany(_("That was a lot at once. Please wait a minute and try again."))
    return services.act(slug, reader.user, move.action, move.seq)


def _html(snapshot: TableSnapshot | None, reader: Reader, prefs: Any, notice: str = "") -> str:
    if snapshot is None:
        raise GoAway(UNKNOWN)
    if snapshot.seat_of(reader.user) is None and not selectors.may_see(snapshot.match, reader.user):
        raise GoAway(FORBIDDEN)
    return answer_html(snapshot, reader.user, prefs, reader.language, notice)
