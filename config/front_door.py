"""What stands before the web processes, usually nginx. While nothing gets through it, nobody can move."""

from http.client import HTTPConnection, HTTPException
from typing import Final

from django.conf import settings

PATIENCE: Final = 3.0  # seconds for an answer
PATH: Final = "/healthz"  # any answer of a web process will do
SHUT: Final = frozenset({502, 504})  # what a proxy says when nobody behind it answers


def is_open() -> bool:
    """Whether a web process can be reached from outside, as far as FRONT_DOOR tells; True where it names nothing."""
    if settings.FRONT_DOOR is None:
        return True
    host, port = settings.FRONT_DOOR
    door = HTTPConnection(host, port, timeout=PATIENCE)
    try:
        door.request("GET", PATH, headers={"Host": settings.ALLOWED_HOSTS[0].lstrip("."), "Connection": "close"})
        return door.getresponse().status not in SHUT
    except (OSError, HTTPException, UnicodeError):  # the last: no host can have such a name
        return False
    finally:
        door.close()
