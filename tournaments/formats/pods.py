"""How many pods, and how large: near-equal, never somebody alone."""

from collections.abc import Sequence

from .base import SMALLEST_POD


def sizes(players: int, target: int, largest: int, fill: bool = False) -> list[int]:
    """Seats of each table, large ones first; they differ by at most one. Empty for fewer than two players.

    pods = floor(players / target + 1/2), at least ceil(players / largest) and at most floor(players / 2).
    The two bounds contradict each other only when `largest` is 2 and the number odd: one player too many, a bye.
    With `fill` house bots make up every table to the size of the largest, one at most at each, so nobody has a bye.
    Raises ValueError for a `target` or `largest` below 2.
    """
    if target < SMALLEST_POD or largest < SMALLEST_POD:
        raise ValueError("a pod has two seats or more")
    if players < SMALLEST_POD:
        return []
    most = players // SMALLEST_POD
    fewest = -(-players // largest)
    if fill:
        pods = max(min((2 * players + target) // (2 * target), most), fewest)
        return [-(-players // pods)] * pods
    pods = min(max((2 * players + target) // (2 * target), fewest), most)
    return spread_over(min(players, pods * largest), pods)


def spread_over(players: int, pods: int) -> list[int]:
    """So many players in so many near-equal pods, the larger ones first."""
    each, more = divmod(players, pods)
    return [each + 1] * more + [each] * (pods - more)


def people_at(tables: Sequence[int], players: int) -> list[int]:
    """How many people sit at each table: as many as it has seats, or spread evenly and house bots fill up."""
    return list(tables) if sum(tables) <= players else spread_over(players, len(tables))


def usual_size(people: Sequence[int], target: int, bots: bool = False) -> int:
    """The size of a round's pods that is not odd: the target where it occurs, otherwise the largest; 0 without pods.

    With house bots at some tables (`bots`) it is the largest: the tables without a bot.
    """
    return target if target in people and not bots else max(people, default=0)
