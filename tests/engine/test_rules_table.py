"""Every sentence of RULES.md as a position, what is done in it and what comes of it (`cases/*.txt`)."""

import pytest

from . import tables
from .drivers import DRIVERS

CASES = list(tables.all_cases())


@pytest.mark.parametrize("driver", DRIVERS.values(), ids=DRIVERS.keys())
@pytest.mark.parametrize("case", [case for _, case in CASES], ids=[f"{name}: {case['name']}" for name, case in CASES])
def test_a_sentence_of_the_rules_holds(case, driver):
    tables.play(case, driver)


def test_no_two_cases_of_a_table_have_the_same_name():
    names = [(table, case["name"]) for table, case in CASES]
    assert len(names) == len(set(names))
