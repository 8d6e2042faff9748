"""A simulated event from its announcement to its checks."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from threading import Event as Pause
from typing import Final

from config.simulation import times
from config.simulation.cast import Cast
from config.simulation.checks import CHECKS, Facts
from config.simulation.checks.standing import spreads
from config.simulation.plan import Plan
from config.simulation.script import crash_rounds, roles
from config.simulation.stacks import Stack
from config.simulation.stage import Stage
from tournaments.models import LogLine, Tournament

Say = Callable[[str], None]
POLL: Final = 0.02  # seconds between looks at the event while nothing is to be done
STANDSTILL: Final = 120.0  # seconds without any change after which it is given up
SHOWN: Final = 10  # of what one check finds
Kind = LogLine.Kind
QUIET: Final = (Kind.CREATED, Kind.DRAWN)  # not worth a line
ENDED: Final = (Tournament.Status.FINISHED, Tournament.Status.CANCELLED)


def simulate(plan: Plan, stack: Stack, say: Say) -> list[str]:
    """Run the event, check it, say how it went. Returns what is wrong with it."""
    cast = roles(plan)
    stage = Stage(plan, cast)
    watch = Watch(stage, stack, say)
    stack.start(beats=2 if plan.chaos else 1)
    try:
        stage.begin()
        watch.until_the_end(Cast(stage.tournament, cast, stage.users))
    except Standstill as problem:
        return [str(problem)]
    finally:
        stack.stop()
    facts = Facts(stage.refresh(), plan, tuple(cast))
    found = check(facts, say)
    summary(facts, stack, watch, say)
    return found


class Standstill(Exception):
    """The event goes on no more, and has not ended."""


class Watch:
    """Looks at the event until it has ended, and has the script take its course."""

    def __init__(self, stage: Stage, stack: Stack, say: Say) -> None:
        self._stage, self._stack, self._say = stage, stack, say
        self._crash_at = list(crash_rounds(stage.plan))[stack.crashes :]
        self._said = stage.tournament.log.count()
        self._started = self._changed = time.monotonic()
        self._state: object = None

    @property
    def seconds(self) -> float:
        """Since it was begun here."""
        return time.monotonic() - self._started

    def until_the_end(self, cast: Cast) -> None:
        """Raises Standstill."""
        pause = Pause()
        while (tournament := self._stage.refresh()).status not in ENDED:
            self._crash_if_it_is_time(tournament)
            busy = self._stage.direct()
            busy = cast.act() or busy
            self._tell()
            self._check_it_goes_on(tournament, busy)
            if not busy:
                pause.wait(POLL)
        self._tell()

    def _crash_if_it_is_time(self, tournament: Tournament) -> None:
        """In the draw of a round if it can be caught there, otherwise while its tables open."""
        if not self._crash_at or tournament.status != Tournament.Status.RUNNING:
            return
        coming = tournament.round + (tournament.drawing_until is not None)
        if coming >= self._crash_at[0]:
            self._crash_at.pop(0)
            how = "in the middle of a draw" if tournament.drawing_until is not None else "as tables open"
            self._say(f"{self.seconds:7.1f} s  all workers are killed {how}")
            self._stack.crash()

    def _tell(self) -> None:
        lines = list(self._stage.tournament.log.order_by("pk")[self._said :])
        self._said += len(lines)
        many = Counter(line.kind for line in lines)
        for line in lines:
            if line.kind in QUIET or (many[line.kind] > 2 and line.kind in (Kind.ADDED, Kind.ENTERED)):
                continue
            data = ", ".join(f"{name} {value}" for name, value in line.data.items() if name not in ("user", "before"))
            self._say(f"{self.seconds:7.1f} s  {line.get_kind_display().lower()}{': ' if data else ''}{data}")

    def _check_it_goes_on(self, tournament: Tournament, busy: bool) -> None:
        if tournament.paused:
            raise Standstill(f"the event was paused: {tournament.get_paused_display()}")
        if busy or tournament.version != self._state:
            self._state, self._changed = tournament.version, time.monotonic()
        if time.monotonic() - self._changed > STANDSTILL:
            raise Standstill(f"nothing has changed for {STANDSTILL:g} s: {tournament.status}, round {tournament.round}")


def check(facts: Facts, say: Say) -> list[str]:
    """Run all checks; what they found."""
    found = []
    for name, one in CHECKS.items():
        problems = list(one(facts))
        say(f"  {'WRONG' if problems else 'ok':5}  {name}")
        found += problems[:SHOWN]
        if len(problems) > SHOWN:
            found.append(f"... and {len(problems) - SHOWN} more of the same kind")
    return found


def summary(facts: Facts, stack: Stack, watch: Watch, say: Say) -> None:
    """How the event went, in figures."""
    for line in _figures(facts, stack, watch):
        say(line)


def _figures(facts: Facts, stack: Stack, watch: Watch) -> Iterator[str]:
    lines = list(times.rounds(facts))
    if lines:
        yield times.HEADER
        yield from (line.text for line in lines)
    moves = sum(facts.moves.values())
    outcomes = Counter(part.outcome for row in facts.rounds for part in row.parts.all() if part.entry_id is not None)
    worst = max(spreads(facts).values(), default=0)
    yield (
        f"{len(facts.entries)} entrants, {len(facts.rounds)} rounds, {len(facts.matches)} tables, {moves} moves in "
        f"{watch.seconds:.1f} s; workers killed {stack.crashes} times"
    )
    yield f"outcomes: {', '.join(f'{name} {count}' for name, count in sorted(outcomes.items()))}"
    yield f"seats: nobody had one more than {worst} times more often than another"
