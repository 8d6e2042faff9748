"""One world for all drills, and what was measured in it at the end of the run."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.processes import ROOT
from tests.stack.drills.world import World

REPORT = ROOT / "var" / "drills.json"
measured: dict[str, dict[str, Any]] = {}


@pytest.fixture(scope="session")
def running_world() -> Iterator[World]:
    """Everything up and ready."""
    world = World()
    try:
        world.start()
        yield world
    finally:
        world.remove()


@pytest.fixture
def world(running_world: World) -> World:
    """The world, ready whatever was done to it before."""
    return running_world


@pytest.fixture
def report(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What this drill measured; printed at the end of the run and kept in var/drills.json."""
    return measured.setdefault(request.node.callspec.id if hasattr(request.node, "callspec") else request.node.name, {})


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A line for each drill."""
    if measured:
        terminalreporter.section("drills: seconds until all was well again")
        for name, figures in measured.items():
            terminalreporter.line(f"{name:<40} " + "  ".join(f"{key} {value}" for key, value in figures.items()))
        REPORT.parent.mkdir(exist_ok=True)
        REPORT.write_text(json.dumps(measured, indent=1))
