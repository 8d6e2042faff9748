"""`manage.py simulate_tournament`: a whole event, unattended, and whether it went as it must."""

from argparse import SUPPRESS, ArgumentParser
from dataclasses import fields
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from config.simulation.plan import Plan, problems
from tournaments.formats import FORMATS


class Command(BaseCommand):
    """Announce, enter, start, play and check a tournament; exit code 1 and a list when something is wrong."""

    help = (
        "Run a whole tournament through the real services, worker and beat, and check what must hold of it. "
        "The embedded stack plays in a process and directory of its own; on PostgreSQL and Redis "
        "(config.settings.production) the database and Redis must be unused, and are emptied afterwards."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        plan = Plan()
        parser.add_argument(
            "--format", default=plan.format, help=f"one of {', '.join(FORMATS)} (default {plan.format})"
        )
        parser.add_argument("--players", type=int, default=plan.players)
        parser.add_argument(
            "--rounds", type=int, default=plan.rounds, help="of Swiss; other formats work out their own"
        )
        parser.add_argument("--pod-size", type=int, default=plan.pod_size, help="the size of table aimed at, 2-6")
        parser.add_argument("--minutes", type=float, default=plan.minutes, help="of an arena; fractions too")
        parser.add_argument("--bots", action="store_true", help="bots enter; without it scripted people do")
        parser.add_argument("--duplicate", action="store_true", help="all tables of a round play the same deal")
        parser.add_argument(
            "--chaos", action="store_true",
            help="people among the bots; absences, withdrawals, late entries, returns, two beats, killed workers",
        )  # fmt: skip
        parser.add_argument("--seed", type=int, default=plan.seed, help="of the script")
        parser.add_argument("--keep", action="store_true", help="keep the data, to look at the event afterwards")
        parser.add_argument("--inside", action="store_true", help=SUPPRESS)  # in the process made for it

    def handle(self, *args: Any, keep: bool, inside: bool, **options: Any) -> None:
        plan = Plan(**{field.name: options[field.name] for field in fields(Plan)})
        if found := problems(plan):
            raise CommandError("\n".join(found))
        if getattr(settings, "EMBEDDED", False):
            self._inside(plan) if inside else self._outside(plan, keep)
        else:
            self._on_services(plan, keep)

    def say(self, text: str) -> None:
        """Print a line at once."""
        self.stdout.write(text)
        self.stdout.flush()

    def _outside(self, plan: Plan, keep: bool) -> None:
        from config.simulation.supervise import run_inside

        if code := run_inside(arguments(plan), keep, self.say):
            raise SystemExit(code)

    def _inside(self, plan: Plan) -> None:
        from config.simulation.stacks import Embedded

        call_command("migrate", interactive=False, verbosity=0)
        self._simulate(plan, Embedded())

    def _on_services(self, plan: Plan, keep: bool) -> None:
        from config.simulation import services
        from config.simulation.stacks import Processes

        if why := services.why_not():
            raise CommandError(why)
        call_command("migrate", interactive=False, verbosity=0)
        stack = Processes()
        try:
            self._simulate(plan, stack)
        except SystemExit:
            self.stderr.write(stack.output())
            raise
        finally:
            if not keep:
                services.empty()

    def _simulate(self, plan: Plan, stack: Any) -> None:
        from config.simulation.run import simulate

        found = simulate(plan, stack, self.say)
        for problem in found:
            self.stderr.write(f"  {problem}")
        if found:
            self.stderr.write(f"WRONG: {len(found)} problems with {plan}")
            raise SystemExit(1)
        self.say("Everything holds.")


def arguments(plan: Plan) -> list[str]:
    """The command line of a plan."""
    words = ["simulate_tournament", "--inside"]
    for field in fields(Plan):
        value, option = getattr(plan, field.name), f"--{field.name.replace('_', '-')}"
        if value is True:
            words.append(option)
        elif value is not False:
            words += [option, str(value)]
    return words
