"""Events written as text, for tests.

settings pod_size=4 tiebreaks=firsts,seconds     fields of Settings
entrants A B- C@2                                in order of entry; - withdrawn; @2 enters in round 2; +30 waits 30 s
1 table A:1 bot:2 B:3:absent C:4                 a table of round 1 in seat order: name:place, or name:place:outcome
1 table A B C                                    one still in play
1 void A B C                                     a voided one
2 bye A                                          so with `late`, and `absent` without a table
# and blank lines are for the reader. A stage may follow the round: `3/final table A:1 B:2`.
"""

import re
from dataclasses import replace

from tournaments.formats.base import Entrant, Event, Outcome, Part, Settings


def event(text: str, **settings: object) -> Event:
    """The event of a text. Names become ids: A is 1, B is 2 ... Lines that are not about the event are left alone."""
    made = Event(Settings(), "5eed", ())
    for line in text.splitlines():
        first, *words = line.split("#")[0].split() or [""]
        if first == "settings":
            made = replace(made, settings=Settings(**dict(_setting(word) for word in words)))
        elif first == "entrants":
            made = replace(made, entrants=tuple(_entrant(word, at) for at, word in enumerate(words, 1)))
        elif re.match(r"\d", first):
            made = replace(made, parts=made.parts + tuple(_parts(made, first, *words)))
    last = max((part.round for part in made.parts), default=0)
    return replace(made, round=last + 1, settings=replace(made.settings, **settings))


def number(name: str) -> int:
    """The id of a name."""
    return ord(name) - 64


def name(entrant: int) -> str:
    """The name of an id."""
    return chr(entrant + 64)


def _setting(word: str) -> tuple[str, object]:
    key, value = word.split("=")
    kind = type(getattr(Settings(), key))
    return key, tuple(value.split(",")) if kind is tuple else value == "True" if kind is bool else kind(value)


def _entrant(word: str, at: int) -> Entrant:
    found = re.fullmatch(r"(\w)(-?)(?:@(\d+))?(?:\+(\d+))?", word)
    assert found, word
    waiting = float(found[4]) if found[4] else None
    return Entrant(number(found[1]), at, not found[2], int(found[3] or 1), waiting)


def _parts(made: Event, when: str, kind: str, *words: str) -> list[Part]:
    at, _, stage = when.partition("/")
    common = {"round": int(at), "stage": stage or "main", "ended": float(at)}
    if kind not in ("table", "void"):
        return [Part(number(word), outcome=Outcome(kind), **common) for word in words]
    pod = 1 + len({part.pod for part in made.parts if part.round == int(at) and part.pod})
    parts = []
    for seat, word in enumerate(words):
        who, place, outcome = (*word.split(":"), "", "")[:3]
        if who == "bot":
            continue
        result = "bye" if kind == "void" else outcome or ("played" if place else "")
        ranked = int(place) if place else None
        seated = {"pod": pod, "seat": seat, "place": ranked, "size": len(words), "void": kind == "void"}
        parts.append(Part(number(who), outcome=Outcome(result) if result else None, **seated, **common))
    return parts
