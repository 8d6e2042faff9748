"""Whole events by the formats alone: a draw, results at random, the next draw."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from tournaments.formats.base import Draw, Entrant, Event, Format, Outcome, Part, Settings

MOST_ROUNDS = 60


def field(players: int, **settings: object) -> Event:
    """An event before its first round."""
    entrants = tuple(Entrant(number, number) for number in range(1, players + 1))
    return Event(Settings(**settings), f"5eed{players}", entrants)


def played(event: Event, draw: Draw, chance: Random, outcome: Callable[[], Outcome] = lambda: Outcome.PLAYED) -> Event:
    """The event after a round: everybody takes a place at random, now and then two share one."""
    parts = [Part(entrant, draw.round, Outcome.BYE, stage=draw.stage) for entrant in draw.byes]
    for number, pod in enumerate(draw.pods, 1):
        places = chance.sample(range(1, len(pod.seats) + 1), len(pod.seats))
        if chance.random() < 0.3:
            places = [place - (place == 2) for place in places]
        for seat, (entrant, place) in enumerate(zip(pod.seats, places, strict=True)):
            if entrant is not None:
                parts.append(Part(entrant, draw.round, outcome(), number, seat, place, len(pod.seats), draw.stage))
    return replace(event, parts=event.parts + tuple(parts), round=draw.round + 1)


def to_the_end(made: Format, event: Event, seed: int = 1, meanwhile: Callable[[Event, Random], Event] | None = None):
    """(the event when nothing is left to be drawn, its draws). `meanwhile` may change it after each round."""
    chance, draws = Random(seed), []
    while (draw := made.draw(event)) is not None:
        check(event, draw)
        draws.append(draw)
        event = played(event, draw, chance)
        event = meanwhile(event, chance) if meanwhile else event
        assert len(draws) <= MOST_ROUNDS
    return event, draws


def check(event: Event, draw: Draw) -> None:
    """What must hold for any draw: nobody twice, nobody who left, no pod of one, no pod too large."""
    active = {entrant.id for entrant in event.entrants if entrant.active}
    drawn = [entrant for pod in draw.pods for entrant in pod.people] + list(draw.byes)
    assert len(drawn) == len(set(drawn))
    assert set(drawn) <= active
    assert all(len(pod.people) >= 2 and len(pod.seats) <= event.settings.pod_max for pod in draw.pods)
    assert draw.round == event.round


def withdraw(event: Event, *gone: int) -> Event:
    """The event with these entrants withdrawn."""
    entrants = tuple(replace(each, active=each.active and each.id not in gone) for each in event.entrants)
    return replace(event, entrants=entrants)
