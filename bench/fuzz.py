"""Random input against everything that reads what strangers write, for as long as it is told.

Actions at a real table, records as JSON, bytes and text, the engine's protocol, the forms of a table and a tournament.
A finding ends the run with the smallest input that shows it (exit code 1); put that into tests/hostile/.

    python -m bench.fuzz [--seconds 60] [--only "table form"] [--seed 1]
"""

import argparse
import os
import sys
import time
from typing import Any

BATCH = 200  # examples of one target before the next one's turn


def main() -> int:
    """Fuzz; return the exit code."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seconds", type=float, default=60)
    arguments.add_argument("--only", help="one target")
    arguments.add_argument("--seed", type=int, default=int(time.time()))
    chosen = arguments.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    import django

    django.setup()
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases

    setup_test_environment()
    made = setup_databases(verbosity=0, interactive=False)
    try:
        return fuzz(chosen.seconds, chosen.only, chosen.seed)
    finally:
        teardown_databases(made, verbosity=0)


def fuzz(seconds: float, only: str | None, first_seed: int) -> int:
    """Give every target its turn until time is up; 1 once something was found."""
    from django.db import transaction

    from games import hints as game_hints
    from tests.hostile import world as made
    from tests.hostile.fuzzing import targets
    from tournaments import hints

    hints._hint = game_hints._hint = lambda *call: None
    found = {name: target for name, target in targets().items() if only in (None, name)}
    if not found:
        print(f"Targets: {', '.join(targets())}")
        return 2
    counts, until, seed = dict.fromkeys(found, 0), time.monotonic() + seconds, first_seed
    with transaction.atomic():
        world = made.build()
        while time.monotonic() < until:
            for name, target in found.items():
                try:
                    counts[name] += batch(world, target, seed, until)
                except Exception as error:
                    print(f"\n{name}, --seed {seed}: {error!r}", *getattr(error, "__notes__", ()), sep="\n")
                    return 1
            seed += 1
        transaction.set_rollback(True)
    for name, count in counts.items():
        print(f"{name:16} {count:8} inputs")
    return 0


def batch(world: Any, target: Any, seed: int, until: float) -> int:
    """Some inputs for one target; how many there was time for."""
    from hypothesis import HealthCheck, given, settings
    from hypothesis import seed as seeded

    done = 0

    @seeded(seed)
    @settings(max_examples=BATCH, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(target.inputs)
    def attacked(value: object) -> None:
        nonlocal done
        if time.monotonic() < until:
            target.attack(world, value)
            done += 1

    attacked()
    return done


if __name__ == "__main__":
    sys.exit(main())
