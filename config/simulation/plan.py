"""What a simulation is asked for, and the event that follows from it."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.utils import timezone

from tournaments.formats import FORMATS
from tournaments.formats.base import Settings
from tournaments.formats.round_robin import MOST
from tournaments.models import Tournament
from tournaments.selectors import PLAYERS
from tournaments.services import Problems, Spec
from tournaments.services.spec import check

GRACE_SECONDS: Final = 5  # how long absentees are waited for: the least that an event allows
CUT: Final = 16  # swiss_final: how many go on, or half of a small field


@dataclass(frozen=True, slots=True)
class Plan:
    """The arguments of the command."""

    format: str = "swiss_pods"
    players: int = 64
    rounds: int = 5  # Swiss, and Swiss before the cut; the other formats work out their own
    bots: bool = False  # entrants are bots, but for the people of the chaos
    pod_size: int = 4
    minutes: float = 1.0  # arena
    chaos: bool = False
    seed: int = 1
    duplicate: bool = False

    @property
    def timed(self) -> bool:
        """Whether it is a time box."""
        return FORMATS[self.format].timed


def problems(plan: Plan) -> list[str]:
    """What is wrong with the arguments, in words; empty when right."""
    if plan.format not in FORMATS:
        return [f"--format: there is no {plan.format!r}; choose from {', '.join(FORMATS)}."]
    most = MOST if plan.format == "round_robin" else PLAYERS
    found = []
    if not 2 <= plan.players <= most:
        found.append(f"--players: {plan.format} takes 2 to {most}, not {plan.players}.")
    if plan.timed and not 0 < plan.minutes <= 60:
        found.append(f"--minutes: more than 0, at most 60, not {plan.minutes:g}.")
    if plan.duplicate and plan.bots:
        found.append("--duplicate: bots cannot enter a duplicate event; leave out --bots, and scripted people play.")
    try:
        check(spec(plan))
    except Problems as refused:
        found += [f"--{name.replace('_', '-')}: {text}" for name, text in refused.problems.items()]
    return list(dict.fromkeys(found))


def spec(plan: Plan) -> Spec:
    """The event as its organiser announces it; it is started early once everybody is in."""
    return Spec(
        name=f"Simulated {plan.format}",
        starts_at=timezone.now() + timedelta(hours=1),
        settings=Settings(**_settings(plan)),
        bot_pace="instant",
        bots=Tournament.Bots.OPEN if plan.bots and not plan.duplicate else Tournament.Bots.NONE,
        duplicate=plan.duplicate,
        grace_seconds=GRACE_SECONDS,
        break_seconds=1 if plan.chaos else 0,
    )


def _settings(plan: Plan) -> dict[str, Any]:
    values: dict[str, Any] = {"format": plan.format, "rounds": plan.rounds, "pod_size": plan.pod_size}
    if plan.format == "swiss_final":
        values["cut"] = max(2, min(CUT, plan.players // 2))
    return values
