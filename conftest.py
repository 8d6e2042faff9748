"""What every test of the site shares."""

import os
from collections.abc import Iterator

import pytest

from tests.chromium import HOW_TO_GET_ONE, find_chromium
from tests.parts import PARTS, parts_of
from tests.stack.drills.needs import missing

CI = os.environ.get("CI") == "true"
SERVICES = ("DATABASE_URL", "REDIS_URL")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--part` is how tools/suite.py divides the tests; without it all that are asked for run."""
    parser.addoption("--part", choices=PARTS, help="run the tests of one part of the suite (tests/parts.py)")


@pytest.hookimpl(trylast=True)  # once the folders have marked what is theirs
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of the part. Deselected and not ignored, so that paths and expressions may name any test."""
    part = config.getoption("part")
    if part is not None:
        others = [item for item in items if part not in parts_of(item)]
        items[:] = [item for item in items if part in parts_of(item)]
        config.hook.pytest_deselected(items=others)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what this machine cannot run; in CI that is a failure instead."""
    lacking = None
    if item.get_closest_marker("browser") and not find_chromium():
        lacking = f"No Chromium. {HOW_TO_GET_ONE}"
    if item.get_closest_marker("stack") and not all(os.environ.get(name) for name in SERVICES):
        lacking = "Needs PostgreSQL and Redis: DATABASE_URL and REDIS_URL are not set."
    if item.get_closest_marker("drills") and (absent := missing()):
        lacking = f"Missing on this machine: {' '.join(absent)} (the names of Debian's packages)."
    if lacking and CI:
        pytest.fail(lacking, pytrace=False)
    if lacking:
        pytest.skip(lacking)


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """Each test starts in English, whatever language the one before it left active."""
    from django.utils import translation

    with translation.override("en"):
        yield
