"""Standings worked out from the results of the tables alone, by the formulas that the site publishes.

It shares no code with the site: it reads what anybody can read, the records of the tables.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

SAT = ("played", "forfeit", "bot")


@dataclass(frozen=True)
class Seat:
    """Somebody at a table of a round (round, table, seat), or without one in it (table empty)."""

    name: str
    round: int
    outcome: str
    table: str = ""
    seat: int = 0
    place: int = 0  # at the table, house bots counted


def as_float(value: Fraction | None) -> float | None:
    """A value as programs get it."""
    return None if value is None else float(value)


@dataclass
class ByHand:
    """The sheet of paper: write results on it, then read the standings. `names`: everybody ranked."""

    names: list[str]
    duplicate: bool = False
    streaks: bool = False
    seats: list[Seat] = field(default_factory=list)

    def table(self, number: int, record: dict[str, Any]) -> None:
        """Write down a table's record. Where a house bot played for somebody, they were absent."""
        for index, (seat, place) in enumerate(zip(record["seats"], record["placings"], strict=True)):
            if seat["name"] in self.names:
                outcome = "absent" if seat["kind"] == "stand-in" else "played"
                self.seats.append(Seat(seat["name"], number, outcome, record["slug"], index, place))

    def bye(self, number: int, name: str) -> None:
        """Write down that somebody had nobody to play with."""
        self.seats.append(Seat(name, number, "bye"))

    def rows(self) -> list[dict[str, Any]]:
        """The standings as standings.json has them; level ones in no particular order."""
        keys = {name: self._key(name) for name in self.names}
        rows = [
            {
                "place": 1 + sum(other > keys[name] for other in keys.values()),
                "username": name,
                "points": float(self.points(name)),
                "outcomes": [self._outcome(name, number) for number in range(1, self._rounds + 1)],
                "tiebreaks": {tie: as_float(value) for tie, value in self._ties(name).items()},
            }
            for name in self.names
        ]
        return sorted(rows, key=lambda row: (row["place"], row["username"]))

    def points(self, name: str) -> Fraction:
        """All points of somebody."""
        return sum((self._scored(seat) for seat in self._of(name)), Fraction(0))

    @property
    def _rounds(self) -> int:
        return max(seat.round for seat in self.seats)

    def _of(self, name: str) -> list[Seat]:
        return sorted((seat for seat in self.seats if seat.name == name), key=lambda seat: seat.round)

    def _outcome(self, name: str, number: int) -> str | None:
        return next((seat.outcome for seat in self._of(name) if seat.round == number), None)

    def _with(self, mine: Seat, outcomes: tuple[str, ...]) -> list[Seat]:
        """With whom a seat is compared, itself included; at no table, or not one of these outcomes: with nobody."""
        if not mine.table or mine.outcome not in outcomes:
            return []
        there = [seat for seat in self.seats if seat.round == mine.round and seat.table and seat.outcome in outcomes]
        holders = [seat for seat in there if seat.seat == mine.seat]
        if self.duplicate and len(holders) > 1:
            return holders
        return [seat for seat in there if seat.table == mine.table]

    def _counted(self, mine: Seat) -> list[Seat]:
        return self._with(mine, ("played",))

    def _placed(self, mine: Seat) -> tuple[int, int]:
        """(how many finished ahead, how many level with oneself counted)."""
        places = [seat.place for seat in self._counted(mine)]
        return sum(place < mine.place for place in places), places.count(mine.place)

    def _plain(self, seat: Seat) -> Fraction:
        """100 x (n - p) / (n - 1), where level ones share the mean place; alone 100; a bye 100."""
        n = len(self._counted(seat))
        if seat.outcome == "bye" or n == 1:
            return Fraction(100)
        if n == 0:
            return Fraction(0)
        better, level = self._placed(seat)
        return 100 * (n - (better + Fraction(level + 1, 2))) / (n - 1)

    def _won(self, seat: Seat) -> bool:
        return bool(self._counted(seat)) and self._placed(seat) == (0, 1)

    def _scored(self, seat: Seat) -> Fraction:
        """The points, and in an arena 50 more for a win after two wins in a row, games won alone left out."""
        games = [game for game in self._of(seat.name) if len(self._counted(game)) != 1]
        if not self.streaks or seat not in games:
            return self._plain(seat)
        at = games.index(seat)
        streak = at >= 2 and all(self._won(game) for game in games[at - 2 : at + 1])
        return self._plain(seat) + (50 if streak else 0)

    def _key(self, name: str) -> tuple[Any, ...]:
        ties = self._ties(name).values()
        return (self.points(name), *((value is not None, value or Fraction(0)) for value in ties))

    def _ties(self, name: str) -> dict[str, Fraction | None]:
        seats = self._of(name)
        sat = [seat for seat in seats if seat.outcome in SAT]
        return {
            "head_to_head": self._head_to_head(name),
            "firsts": self._times(seats, 1),
            "seconds": self._times(seats, 2),
            "opponents": self._opponents(seats),
            "sonneborn_berger": self._sonneborn_berger(seats),
            "progressive": self._progressive(seats),
            "later_seat": Fraction(sum(seat.seat for seat in sat), len(sat)) if sat else None,
        }

    def _head_to_head(self, name: str) -> Fraction | None:
        tied = {other for other in self.names if self.points(other) == self.points(name)}
        shared = [seat for seat in self._of(name) if tied <= {other.name for other in self._counted(seat)}]
        return sum((self._scored(seat) for seat in shared), Fraction(0)) if len(tied) > 1 and shared else None

    def _times(self, seats: list[Seat], place: int) -> Fraction:
        total = Fraction(0)
        for seat in seats:
            if self._counted(seat):
                better, level = self._placed(seat)
                total += Fraction(1, level) if better < place <= better + level else 0
        return total

    def _opponents(self, seats: list[Seat]) -> Fraction | None:
        met = [other.name for seat in seats for other in self._with(seat, SAT) if other.name != seat.name]
        rest = sorted(self._average(name) for name in met)[1:]
        return sum(rest, Fraction(0)) / len(rest) if rest else None

    def _average(self, name: str) -> Fraction:
        sat = [self._scored(seat) for seat in self._of(name) if seat.outcome in SAT]
        return sum(sat, Fraction(0)) / len(sat)

    def _sonneborn_berger(self, seats: list[Seat]) -> Fraction:
        total = Fraction(0)
        for seat in seats:
            others = [other for other in self._counted(seat) if other != seat]
            beaten = sum((self.points(other.name) for other in others if other.place > seat.place), Fraction(0))
            level = sum((self.points(other.name) for other in others if other.place == seat.place), Fraction(0))
            total += (beaten + level / 2) / len(others) if others else 0
        return total

    def _progressive(self, seats: list[Seat]) -> Fraction:
        """The running total after each round, summed."""
        scored = [(seat.round, self._scored(seat)) for seat in seats]
        totals = [sum(points for at, points in scored if at <= number) for number in range(1, self._rounds + 1)]
        return sum(totals, Fraction(0))
