"""Arena: who is seated when, never alone, and not with the same people again where that can be helped."""

from dataclasses import replace
from random import Random

import pytest

from tournaments.formats import FORMATS
from tournaments.formats.arena import PATIENCE, REMATCH_PATIENCE
from tournaments.formats.base import Entrant, Event, Outcome, Part, Settings

from . import scripted, simulated

ARENA = FORMATS["arena"]
PLAYING = "1 table G H I J"


def seated(entrants: str, lines: str = "", **settings: object) -> list[str] | None:
    """The names at each table of the wave; None when nobody is seated."""
    others = "" if "G" in entrants else "G H I J"
    text = f"settings format=arena pod_size=4\nentrants {entrants} {others}\n{lines}\n"
    draw = ARENA.draw(scripted.event(text, **settings))
    return draw and sorted("".join(sorted(map(scripted.name, pod.people))) for pod in draw.pods)


WAVES = {
    # (who waits, for how long; the rest of the event) -> tables
    "nobody waits": ("A B C D", "", None),
    "one waits": ("A+900", "", None),
    "four are a table at once": ("A+0 B+0 C+0 D+0", PLAYING, ["ABCD"]),
    "five as well": ("A+0 B+0 C+0 D+0 E+0", PLAYING, ["ABCDE"]),
    "three wait for a fourth while others play": ("A+59 B+0 C+0", PLAYING, None),
    "but not for ever": ("A+60 B+0 C+0", PLAYING, ["ABC"]),
    "nor two": ("A+60 B+0", PLAYING, ["AB"]),
    "nobody else plays: at once": ("A+0 B+0", "", ["AB"]),
    "those who play have left: at once": ("A+0 B+0 G- H-", "1 table G H", ["AB"]),
    "who is pausing is not seated": ("A+0 B+0 C+0 D- E+0 F+0", PLAYING, ["ABCEF"]),
}


@pytest.mark.parametrize(("entrants", "lines", "expected"), WAVES.values(), ids=WAVES)
def test_those_who_wait_are_seated(entrants, lines, expected):
    assert seated(entrants, lines) == expected


def test_patience_is_what_the_cases_say():
    assert (PATIENCE, REMATCH_PATIENCE) == (60, 20)


REMATCHES = {
    "the same four wait a little": ("A+5 B+5 C+5 D+5", "1 table A:1 B:2 C:3 D:4\n" + PLAYING, None),
    "then they play again": ("A+20 B+5 C+5 D+5", "1 table A:1 B:2 C:3 D:4\n" + PLAYING, ["ABCD"]),
    "at once if nobody else plays": ("A+5 B+5 C+5 D+5", "1 table A:1 B:2 C:3 D:4", ["ABCD"]),
    "somebody new is enough": ("A+5 B+5 C+5 D+5 E+0", "1 table A:1 B:2 C:3 D:4\n" + PLAYING, ["ABCDE"]),
}


@pytest.mark.parametrize(("entrants", "lines", "expected"), REMATCHES.values(), ids=REMATCHES)
def test_people_of_one_table_are_not_put_together_again_at_once(entrants, lines, expected):
    assert seated(entrants, lines) == expected


def test_two_tables_that_end_together_are_mixed():
    lines = "1 table A:1 B:2 C:3 D:4\n1 table E:1 F:2 G:3 H:4\n"
    text = f"settings format=arena pod_size=4\nentrants A+1 B+1 C+1 D+1 E+1 F+1 G+1 H+1\n{lines}"
    draw = ARENA.draw(scripted.event(text))
    assert sorted(len({*pod.people} & {1, 2, 3, 4}) for pod in draw.pods) == [2, 2]


def test_where_tables_have_two_seats_the_one_who_came_last_waits_on():
    assert seated("A+9 B+1 C+5", PLAYING, pod_size=2, pod_max=2) == ["AC"]


def test_house_bots_fill_a_small_table():
    event = scripted.event("settings format=arena pod_size=4 fill=True\nentrants A+0 B+0 C+0 D+0 E+0 F+0 G+0\n")
    assert [len(pod.seats) for pod in ARENA.draw(event).pods] == [4, 4]


@pytest.mark.parametrize("seed", range(6))
def test_half_an_hour_of_it_seats_nobody_alone_and_leaves_no_two_waiting_long(seed):
    chance = Random(seed)
    size = chance.choice([2, 3, 4, 6])
    arena = HalfHour(chance, players=chance.randint(2, 15), size=size)
    for second in range(0, 1800, 5):
        arena.tick(second)
    assert arena.waves > 4
    assert arena.longest < PATIENCE


class HalfHour:
    """An arena as the services run it: tables last a while, people come back from them."""

    def __init__(self, chance: Random, players: int, size: int) -> None:
        self.chance, self.players, self.longest, self.waves = chance, players, 0, 0
        self.settings = Settings(format="arena", pod_size=size)
        self.since = dict.fromkeys(range(1, players + 1), 0)  # entrant -> when they began to wait
        self.parts: list[Part] = []
        self.ends: dict[int, int] = {}  # part -> when its table ends

    def tick(self, now: int) -> None:
        for at, end in list(self.ends.items()):
            if end <= now:
                del self.ends[at]
                part = self.parts[at]
                self.parts[at] = replace(part, outcome=Outcome.PLAYED, place=part.seat + 1, ended=float(end))
                self.since[part.entrant] = now
        entrants = tuple(
            Entrant(each, each, waiting=float(now - self.since[each]) if each in self.since else None)
            for each in range(1, self.players + 1)
        )
        event = Event(self.settings, "5eed", entrants, tuple(self.parts), self.waves + 1)
        if (draw := ARENA.draw(event)) is not None:
            simulated.check(event, draw)
            assert not draw.byes
            self.open(draw, now)
        if len(self.since) > 1:
            self.longest = max([self.longest, *(now - since for since in self.since.values())])

    def open(self, draw, now: int) -> None:
        self.waves += 1
        for number, pod in enumerate(draw.pods, 1):
            end = now + self.chance.randint(60, 400)
            for seat, entrant in enumerate(pod.seats):
                self.ends[len(self.parts)] = end
                self.parts.append(Part(entrant, draw.round, None, number, seat, None, len(pod.seats)))
                del self.since[entrant]
