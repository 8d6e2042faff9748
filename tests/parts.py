"""The parts of the suite, each a run of pytest by itself (`--part`), and which test belongs to which.

A folder that is not named here runs on both stacks.
"""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("embedded", "services", "processes", "drills")
# These start the embedded stack themselves, as a process, and look at it from outside.
FROM_OUTSIDE = ("tests/browser", "tests/serve", "tests/tournaments/test_simulation.py")
# These never touch a database or a channel layer: once is enough.
PURE = ("tests/bench", "tests/engine", "tests/bots", "tests/test_architecture.py", "tests/test_docs.py")


def parts_of(item: pytest.Item) -> set[str]:
    """Return the parts that run this test."""
    if item.get_closest_marker("browser") or lies_in(item.path, FROM_OUTSIDE):
        return {"processes"}
    if item.get_closest_marker("drills"):
        return {"drills"}
    if item.get_closest_marker("stack"):
        return {"services"}
    return {"embedded"} if lies_in(item.path, PURE) else {"embedded", "services"}


def lies_in(path: Path, places: tuple[str, ...]) -> bool:
    """Tell whether a file is one of the places, or in one of them."""
    return any(path.is_relative_to(ROOT / place) for place in places)
