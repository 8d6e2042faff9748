"""Who does what in a simulated event: made from the plan and its seed alone, so that it outlives its process."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from random import Random
from typing import Final

from config.simulation.plan import Plan
from tournaments.selectors import LATE_FORMATS

BOTS: Final = ("easy", "medium")  # what bots enter, in turn
PEOPLE: Final = 12  # people among the bots of a chaotic event, at most; a third of a small field
STEADY: Final = 2  # people who stay: an event that everybody has left ends at once
# What happens to people, in turn; late entries only where the format has them.
DEEDS: Final = ("absent once", "returns", "late", "leaves", "never comes", "stays")
CRASHES: Final = 2  # times that workers are killed
ALWAYS: Final = frozenset(range(1, 1000))


@dataclass(frozen=True, slots=True)
class Role:
    """One entrant. Tables are counted per entrant, from 1: rounds of an arena are not everybody's."""

    number: int
    bot: str = ""  # its kind; empty: a person
    enters: int = 0  # once this round has been drawn; 0: before the start
    absent: frozenset[int] = frozenset()  # own tables to which they do not come
    leaves: int = 0  # own table (a bot: round) in the middle of which they are gone; 0: never
    returns: bool = False  # afterwards

    @property
    def name(self) -> str:
        """The account of a person."""
        return f"player{self.number}"


def roles(plan: Plan) -> list[Role]:
    """The cast, in order of entry."""
    chance = Random(f"{plan.seed} roles")
    numbers = list(range(1, plan.players + 1))
    people = set(numbers) if not plan.bots else _people(plan, chance)
    kinds = cycle(BOTS)
    cast = [Role(number, "" if number in people else next(kinds)) for number in numbers]
    if not plan.chaos:
        return cast
    changed = {
        role.number: role for role in (*_unruly(plan, cast, chance), *_bots_that_come_and_go(plan, cast, chance))
    }
    return sorted((changed.get(role.number, role) for role in cast), key=lambda role: (role.enters > 0, role.number))


def crash_rounds(plan: Plan) -> tuple[int, ...]:
    """The rounds in whose draw, or right after it, all workers are killed."""
    if not plan.chaos:
        return ()
    known = {"arena": 6, "elimination": 2}.get(plan.format, max(plan.rounds, CRASHES))  # rounds that there surely are
    return tuple(sorted(Random(f"{plan.seed} crashes").sample(range(1, known + 1), CRASHES)))


def _people(plan: Plan, chance: Random) -> set[int]:
    count = min(PEOPLE, max(plan.players // 3, STEADY + 1)) if plan.chaos else 0
    return set(chance.sample(range(1, plan.players + 1), min(count, plan.players)))


def _unruly(plan: Plan, cast: list[Role], chance: Random) -> Iterator[Role]:
    people = [role for role in cast if not role.bot]
    chance.shuffle(people)
    for role, deed in zip(people[STEADY:], cycle(DEEDS), strict=False):
        yield _unruly_role(plan, role.number, deed, chance)


def _unruly_role(plan: Plan, number: int, deed: str, chance: Random) -> Role:
    table = chance.randint(1, 2)
    if deed == "absent once":
        return Role(number, absent=frozenset({table}))
    if deed == "never comes":
        return Role(number, absent=ALWAYS)
    if deed in ("leaves", "returns"):
        return Role(number, leaves=table, returns=deed == "returns")
    if deed == "late" and plan.format in LATE_FORMATS:
        return Role(number, enters=table)
    return Role(number)


def _bots_that_come_and_go(plan: Plan, cast: list[Role], chance: Random) -> Iterator[Role]:
    bots = [role for role in cast if role.bot]
    chance.shuffle(bots)
    few = max(1, len(bots) // 16)
    for role in bots[: 2 * few if len(bots) > 4 else 0]:
        if role in bots[:few] and plan.format in LATE_FORMATS:
            yield Role(role.number, role.bot, enters=chance.randint(1, 2))
        elif role in bots[few:]:
            yield Role(role.number, role.bot, leaves=chance.randint(1, 3))
