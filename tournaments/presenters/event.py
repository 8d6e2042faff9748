"""The page of an event: what everybody sees of it. The reader's own part is made in `event_me`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from tournaments.formats import FORMATS
from tournaments.formats.base import Event, Outcome, Standing
from tournaments.models import Entry, Pod, Round, Tournament
from tournaments.selectors.event_page import EventRows, calling_off, changes

from .event_clock import BEFORE, OVER, clock, idle_words, waiting_for, waiting_people
from .event_facts import facts
from .event_log import lines
from .event_people import People, Who, who
from .event_pods import RoundView, Scores, pod_view, round_view, url_of
from .event_standings import Row, standing_rows
from .event_why import Sizes
from .event_words import format_name, format_sentence, stage_words, status_words, tiebreak_formula, tiebreak_name

SHOWN_PODS: Final = 12  # tables on the page of the event; the page of the round has all
SHOWN_PEOPLE: Final = 120
SHOWN_ROWS: Final = 10
PODIUM_COLOURS: Final = "RBG"


@dataclass(frozen=True, slots=True)
class Step:
    """One round in the row of rounds. status: done, now or next."""

    number: int
    status: str
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class Winner:
    """One of the first three (or more that share a place), with the card that illustrates it."""

    row: Row
    card: str


@dataclass(frozen=True)
class Reading:
    """An event as loaded for reading: rows, the pure event, its standings. Shared by all readers of one language."""

    rows: EventRows
    event: Event
    standings: tuple[Standing, ...]

    @property
    def tournament(self) -> Tournament:
        """The row of the event."""
        return self.rows.tournament

    @property
    def timed(self) -> bool:
        """A time box instead of rounds."""
        return bool(FORMATS[self.tournament.format].timed)

    @cached_property
    def planned(self) -> int | None:
        """How many rounds there will be; None where that is open."""
        inside = sum(entry.status == Entry.Status.IN for entry in self.rows.entries)
        begun = self.tournament.started_at is not None
        count = len(self.event.entrants) if begun else max(inside, 2)
        return FORMATS[self.tournament.format].planned_rounds(self.event.settings, count)

    @cached_property
    def people(self) -> Mapping[int, Who]:
        """The entrants by id."""
        return People(self.rows.entries)

    @cached_property
    def still_in(self) -> frozenset[int]:
        """Who can still be drawn."""
        return FORMATS[self.tournament.format].still_in(self.event)

    @cached_property
    def scores(self) -> Scores:
        """What each round brought to each entrant."""
        return {(line.entrant, score.round): score for line in self.standings for score in line.scores}

    @property
    def begun(self) -> bool:
        """Whether any result stands."""
        return any(part.outcome is not None for part in self.event.parts)


def head(reading: Reading) -> dict[str, Any]:
    """What all pages of an event say at their top."""
    tournament = reading.tournament
    return {
        "tournament": tournament,
        "settings": reading.event.settings,
        "format": tournament.format,
        "format_name": format_name(tournament.format),
        "status": tournament.status,
        "status_words": status_words(tournament.status),
        "event_url": url_of(tournament.slug),
        "standings_url": url_of(tournament.slug, "standings"),
        "log_url": url_of(tournament.slug, "log"),
        "replays_url": url_of(tournament.slug, "replays"),
        "before": tournament.status in BEFORE,
        "running": tournament.status == Tournament.Status.RUNNING,
        "over": tournament.status in OVER,
        "finished": tournament.status == Tournament.Status.FINISHED,
        "timed": reading.timed,
        "begun": reading.begun,
        "steps": steps(reading),
    }


def common(reading: Reading) -> dict[str, Any]:
    """The context of the parts of `#event` that everybody shares."""
    rows, tournament, planned = reading.rows, reading.tournament, reading.planned
    settings = reading.event.settings
    people = [entry for entry in rows.entries if entry.status == Entry.Status.IN]
    waiting = [entry for entry in rows.entries if entry.status == Entry.Status.WAITING]
    running = tournament.status == Tournament.Status.RUNNING
    return head(reading) | {
        "sentence": format_sentence(settings),
        "facts": facts(tournament, settings, planned),
        "tiebreaks": tiebreaks(reading),
        "people": [who(entry) for entry in people[:SHOWN_PEOPLE]],
        "people_count": len(people),
        "people_more": max(0, len(people) - SHOWN_PEOPLE),
        "waiting_list": [who(entry) for entry in waiting],
        "show_checks": tournament.status == Tournament.Status.CHECK_IN,
        "clock": clock(rows, reading.timed),
        "waiting_for": waiting_for(rows, reading.timed),
        "idle": idle_words(),
        "called_off": lines(calling_off(tournament), rows.entries, {}),
        "changes": lines(changes(tournament), rows.entries, {}),
        "queue": [who(entry) for entry in waiting_people(rows)] if running and reading.timed else [],
        "tables": tables(reading) if running or tournament.status in OVER else None,
        **_results(reading),
    }


def tiebreaks(reading: Reading) -> list[tuple[str, str]]:
    """The event's tie-breaks in their order: name and formula."""
    return [(tiebreak_name(name), tiebreak_formula(name)) for name in reading.event.settings.tiebreaks]


def tables(reading: Reading) -> dict[str, Any] | None:
    """The current round, cut to what fits a page: `round`, `pods`, `more`. Arena: all tables in play, newest first."""
    rows = reading.rows
    if rows.round is None:
        return None
    view = round_view(rows, rows.round, reading.scores, reading.people, reading.planned, SHOWN_PODS)
    if reading.timed:
        chosen = [pod for pod in rows.pods if pod.status in (Pod.Status.DRAWN, Pod.Status.PLAYING)]
        pods = [pod_view(rows, pod, reading.people, reading.scores) for pod in chosen[:SHOWN_PODS]]
    else:
        chosen, pods = [pod for pod in rows.pods if pod.round_id == rows.round.pk], list(view.pods)
    return {"round": view, "pods": pods, "more": len(chosen) - len(pods), "all": len(chosen)}


def steps(reading: Reading) -> tuple[Step, ...]:
    """Rounds past, present and to come; none for an arena."""
    if reading.timed:
        return ()
    slug = reading.tournament.slug
    found = [
        Step(row.number, "done" if row.status == Round.Status.FINISHED else "now",
             stage_words(row.stage) or str(row.number), url_of(slug, "round", row.number))
        for row in reading.rows.rounds
    ]  # fmt: skip
    if reading.tournament.status in OVER:
        return tuple(found)
    return (*found, *(Step(n, "next", str(n), "") for n in range(len(found) + 1, (reading.planned or 0) + 1)))


def round_tables(reading: Reading, row: Round) -> RoundView:
    """One whole round."""
    return round_view(reading.rows, row, reading.scores, reading.people, reading.planned)


def some_rows(reading: Reading, first: int, last: int) -> tuple[Row, ...]:
    """The standings from one index up to another, not included."""
    only = {line.entrant for line in reading.standings[first:last]}
    return standing_rows(reading.event, reading.standings, reading.people, table_links(reading), only)


def table_links(reading: Reading) -> dict[tuple[int, int], str]:
    """The page of the table at which an entrant sat in a round."""
    slug = reading.tournament.slug
    return {
        (part.entrant, part.round): url_of(slug, "pod", part.round, part.pod)
        for part in reading.event.parts
        if part.pod is not None
    }


def _results(reading: Reading) -> dict[str, Any]:
    if not reading.begun:
        return {"standing_rows": (), "podium": (), "standing_count": 0}
    top = some_rows(reading, 0, SHOWN_ROWS)
    finished = reading.tournament.status == Tournament.Status.FINISHED
    return {
        "standing_rows": top,
        "standing_count": len(reading.standings),
        "podium": podium(top) if finished else (),
    }


def podium(rows: Sequence[Row]) -> tuple[Winner, ...]:
    """The first three, and a fourth or fifth who shares the third's place; their places as cards. Who never played a
    game to its end has won nothing.
    """
    played = [row for row in rows if any(cell.kind == Outcome.PLAYED for cell in row.cells)]
    first = [row for row in played if row.place <= 3][:5]
    return tuple(Winner(row, f"{PODIUM_COLOURS[at % 3]}{row.place}") for at, row in enumerate(first))


def sizes(reading: Reading) -> Sizes:
    """How large the tables are of the round that was asked for."""
    wanted = reading.rows.round
    pods = [pod for pod in reading.rows.pods if wanted is not None and pod.round_id == wanted.pk]
    seats = {pod.number: [part.entry_id for part in reading.rows.parts.get(pod.pk, ())] for pod in pods}
    people = {number: len(seat) - seat.count(None) for number, seat in seats.items()}
    return Sizes(people, reading.event.settings.pod_size, any(None in seat for seat in seats.values()))
