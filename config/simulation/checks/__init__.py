"""What must hold of an event that has ended, whatever happened in it. Each check says what is wrong, in words."""

from collections.abc import Callable, Iterator

from config.simulation.checks.after import nothing_is_open, nothing_more_happens
from config.simulation.checks.draws import draws_come_out_again, everybody_once, nobody_at_two_tables, sizes, steps_once
from config.simulation.checks.facts import Facts
from config.simulation.checks.results import records, results, tables
from config.simulation.checks.scripted import script_was_kept
from config.simulation.checks.standing import places, points, seats

Check = Callable[[Facts], Iterator[str]]
CHECKS: dict[str, Check] = {
    "every round has everybody who is in exactly once": everybody_once,
    "nobody was at two tables at once": nobody_at_two_tables,
    "tables have the sizes of the formula": sizes,
    "every step was taken once": steps_once,
    "a draw from its seed and inputs comes out again": draws_come_out_again,
    "one table for each pod, and none besides": tables,
    "results are those of the games": results,
    "games replay from their logs": records,
    "standings worked out from the games are those stored": places,
    "points of a table add up": points,
    "seats even out": seats,
    "absences, late entries and withdrawals count as they should": script_was_kept,
    "no table, round or gate is left": nothing_is_open,
    "ten more sweeps change nothing": nothing_more_happens,
}

__all__ = ["CHECKS", "Facts"]
