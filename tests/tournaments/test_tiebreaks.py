"""Each tie-break by hand, on its own. A, B ... are 1, 2 ...; values are fractions."""

from fractions import Fraction

import pytest

from tournaments.formats.base import TIEBREAKS as DEFAULT
from tournaments.formats.sheet import Sheet
from tournaments.formats.tiebreaks import FORMULAS, NAMES, TIEBREAKS

from . import scripted

ALL = "settings pod_size=4\nentrants A B C D E F\n"

CASES = {
    # name of the case: (tie-break, lines, those level, value of A)
    "met once": ("head_to_head", "1 table A:1 B:2 C:3", "AB", "100"),
    "met twice: the sum": ("head_to_head", "1 table A:1 B:2 C:3\n2 table A:3 B:2 C:1", "AB", "100"),
    "three who shared a pod": ("head_to_head", "1 table A:2 B:1 C:3\n2 table A:1 D:2", "ABC", "50"),
    "never met": ("head_to_head", "1 table A:1 C:2\n1 table B:1 D:2", "AB", None),
    "one of three met only one": ("head_to_head", "1 table A:1 B:2\n2 table B:1 C:2", "ABC", None),
    "each met each, but never all at one table": (
        "head_to_head", "1 table A:1 B:2\n2 table B:1 C:2\n3 table A:1 C:2", "ABC", None),
    "level with nobody": ("head_to_head", "1 table A:1 B:2", "A", None),
    "at one table, but the other was absent": ("head_to_head", "1 table A:1 B:2:absent C:3", "AB", None),
    "a voided table is no meeting": ("head_to_head", "1 void A B", "AB", None),
    "two firsts": ("firsts", "1 table A:1 B:2\n2 table A:1 C:2\n3 table A:2 B:1", "A", "2"),
    "a first shared by two": ("firsts", "1 table A:1 B:1 C:3", "A", "1/2"),
    "a first shared by three": ("firsts", "1 table A:1 B:1 C:1 D:4", "A", "1/3"),
    "first among people, behind a bot": ("firsts", "1 table bot:1 A:2 B:3", "A", "1"),
    "a bye is no first": ("firsts", "1 bye A", "A", "0"),
    "getting up in the lead is none": ("firsts", "1 table A:1:forfeit B:2", "A", "0"),
    "a second": ("seconds", "1 table A:2 B:1 C:3", "A", "1"),
    "a shared first is half a second": ("seconds", "1 table A:1 B:1 C:3", "A", "1/2"),
    "second to fourth shared": ("seconds", "1 table A:2 B:1 C:2 D:2", "A", "1/3"),
    "last of two is second": ("seconds", "1 table A:2 B:1", "A", "1"),
    "third is none": ("seconds", "1 table A:3 B:1 C:2", "A", "0"),
    # averages: B (50 + 100) / 2, C 0 in three rounds, D 50 in two
    "weakest left out": ("opponents", "1 table A:1 B:2 C:3\n2 table B:1 D:2 C:3\n3 table A:1 D:2 C:3", "A", "125/3"),
    "one opponent: nobody left": ("opponents", "1 table A:1 B:2", "A", None),
    "no opponent": ("opponents", "1 bye A\n2 absent A", "A", None),
    # B 100 in the one round played; C 0
    "a bye of the opponent is left out": (
        "opponents", "1 table A:2 B:1\n1 bye C\n2 table A:1 C:2\n2 bye B", "A", "100"),
    "an absence of the opponent is left out": ("opponents", "1 table A:2 B:1 C:3\n2 absent B", "A", "100"),
    "a late round of the opponent is left out": ("opponents", "1 late B\n2 table A:2 B:1 C:3", "A", "100"),
    # B 100 and 0 for getting up: 50; D, E 0
    "getting up is a round played": (
        "opponents", "1 table A:2 B:1 D:3\n2 table B:2:forfeit C:1", "A", "50"),
    "an absentee is no opponent": ("opponents", "1 table A:2 B:1 C:3:absent D:4", "A", "100"),
    "one who got up is an opponent": ("opponents", "1 table A:2 B:1 C:3:forfeit", "A", "100"),
    # final points: B 50, C 0
    "ahead of two": ("sonneborn_berger", "1 table A:1 B:2 C:3", "A", "25"),
    "level counts half": ("sonneborn_berger", "1 table A:1 B:1 C:3", "A", "75/4"),
    "behind all": ("sonneborn_berger", "1 table A:3 B:1 C:2", "A", "0"),
    "final points, not those of then": ("sonneborn_berger", "1 table A:1 B:2\n2 table B:1 C:2", "A", "100"),
    "people alone count in the size": ("sonneborn_berger", "1 table A:1 bot:2 B:3\n2 table B:1 C:2", "A", "100"),
    "alone with bots": ("sonneborn_berger", "1 table A:1 bot:2", "A", "0"),
    "running totals": ("progressive", "1 table A:1 B:2\n2 table A:2 B:1\n3 table A:1 B:2", "A", "400"),
    "a round without a part goes on counting": (
        "progressive", "1 table A:1 B:2\n2 table B:1 C:2\n3 table B:1 C:2", "A", "300"),
    "a round in play does not count yet": ("progressive", "1 table A:1 B:2\n2 table A B", "A", "100"),
    "mean seat": ("later_seat", "1 table B:2 A:1\n2 table B:1 C:2 A:3", "A", "3/2"),
    "a bye has no seat": ("later_seat", "1 bye A\n2 table B:2 A:1", "A", "1"),
    "an absentee did not sit": ("later_seat", "1 table B:2 C:3 A:1:absent\n2 table B:2 A:1", "A", "1"),
    "never sat": ("later_seat", "1 bye A", "A", None),
}  # fmt: skip


@pytest.mark.parametrize(("name", "lines", "tied", "expected"), CASES.values(), ids=CASES)
def test_a_tie_break_has_the_value_computed_by_hand(name, lines, tied, expected):
    sheet = Sheet(scripted.event(ALL + lines))
    value = TIEBREAKS[name](sheet, 1, [scripted.number(each) for each in tied])
    assert value == (None if expected is None else Fraction(expected))


def test_every_tie_break_has_a_name_and_a_formula():
    assert set(TIEBREAKS) == set(NAMES) == set(FORMULAS) == set(DEFAULT)


@pytest.mark.parametrize("places", ["1 2 3 4", "1 1 3 4", "1 2 2 2", "1 1 1 1", "1 1 3 3"])
@pytest.mark.parametrize("name", ["firsts", "seconds"])
def test_a_table_gives_out_one_first_and_one_second(places, name):
    seats = " ".join(f"{who}:{place}" for who, place in zip("ABCD", places.split(), strict=True))
    sheet = Sheet(scripted.event(f"{ALL}1 table {seats}"))
    assert sum(TIEBREAKS[name](sheet, entrant, ()) for entrant in range(1, 5)) == 1
