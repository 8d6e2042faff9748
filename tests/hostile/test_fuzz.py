"""A little of what `python -m bench.fuzz` does for as long as it is told."""

import pytest
from hypothesis import HealthCheck, given, seed, settings

from tests.hostile.fuzzing import targets
from tests.hostile.world import World

EXAMPLES = {"action": 60, "tournament form": 60}
TARGETS = targets()


@pytest.mark.parametrize("name", TARGETS)
def test_no_input_breaks_it(world: World, name: str) -> None:
    target = TARGETS[name]

    @seed(3)
    @settings(
        max_examples=EXAMPLES.get(name, 120), deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(target.inputs)
    def attacked(value: object) -> None:
        target.attack(world, value)

    attacked()
