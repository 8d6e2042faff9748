"""How the games app knows the tables of an event: "t:<tournament>:<round>:<pod>", those played anew with ":2" ..."""

from typing import Final

PREFIX: Final = "t:"


def of(tournament_id: int, number: int, pod: int) -> str:
    """The first key of a pod."""
    return f"{PREFIX}{tournament_id}:{number}:{pod}"


def anew(key: str) -> str:
    """The key of the table that is played instead of the one with this key."""
    parts = key.split(":")
    return ":".join([*parts[:4], str(times(key) + 1)])


def times(key: str) -> int:
    """How often the pod has been given a table: 1 for the first."""
    parts = key.split(":")
    return int(parts[4]) if len(parts) > 4 else 1


def is_ours(key: str) -> bool:
    """Whether a table belongs to a tournament."""
    return key.startswith(PREFIX)


def tournament_of(key: str) -> int:
    """The tournament of a table."""
    return int(key.split(":")[1])


def all_of(key: str) -> list[str]:
    """This key and those of the tables that were played before it."""
    first = ":".join(key.split(":")[:4])
    return [first, *(f"{first}:{time}" for time in range(2, times(key) + 1))]
