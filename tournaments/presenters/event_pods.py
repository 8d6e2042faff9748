"""Tables of a round, as small tables: who sits where, how it stands, how it ended."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournaments.formats import FORMATS
from tournaments.formats.base import Outcome, Score, told
from tournaments.models import Part, Pod, Round
from tournaments.selectors.event_page import ALL, EventRows

from .event_people import Who, house, names_of
from .event_words import OUTCOME_SIGNS, outcome_words, points_text, stage_words

Scores = Mapping[tuple[int, int], Score]  # (entry id, round number) -> what it brought


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat of a pod."""

    who: Who
    stand_in: SafeString  # what plays in place of somebody, in words; empty: they play themselves
    here: bool | None  # None: nothing to say
    cards: int | None  # cards left, of a table in play that may be watched
    turn: bool
    place: int | None
    points: str  # "" where there are none yet
    bonus: str  # arena: the part a streak brought
    sign: str
    outcome: str  # in words; empty for a round simply played


@dataclass(frozen=True, slots=True)
class PodView:
    """One table. status: drawn, called, playing, finished or void."""

    round: int
    number: int
    url: str
    table_url: str
    replay_url: str
    status: str
    words: SafeString  # with names in <bdi>
    seats: tuple[SeatView, ...]
    sealed: bool
    timed: bool  # a table of an arena

    @property
    def label(self) -> str:
        """Its number; in an arena, where many rounds play at once, with the round's: "4.2"."""
        return f"{self.round}.{self.number}" if self.timed else str(self.number)

    @property
    def size(self) -> int:
        """How many sit there."""
        return len(self.seats)

    @property
    def first(self) -> SeatView | None:
        """The best placed seat of a table that has ended."""
        placed = [seat for seat in self.seats if seat.place is not None]
        return min(placed, key=lambda seat: seat.place or 0) if self.status == "finished" and placed else None


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round with its tables, and those who sat it out."""

    number: int
    title: str
    stage: str
    status: str
    url: str
    starts_at: Any
    ends_at: Any
    pods: tuple[PodView, ...]
    resting: tuple[SeatView, ...]  # byes and the like


def round_title(row: Round, planned: int | None = None) -> str:
    """ "Round 2 of 5", "Final"."""
    stage = stage_words(row.stage)
    if stage:
        return stage
    if planned and row.number <= planned:
        return gettext("Round %(n)s of %(all)s") % {"n": row.number, "all": planned}
    return gettext("Round %(n)s") % {"n": row.number}


@lru_cache(maxsize=8192)
def url_of(slug: str, name: str = "event", *args: int) -> str:
    """An address of an event."""
    return reverse(f"tournaments:{name}", args=[slug, *args])


def round_view(
    rows: EventRows, row: Round, scores: Scores, people: Mapping[int, Who], planned: int | None = None, most: int = ALL
) -> RoundView:
    """One of the rounds whose pods were loaded, with its first pods."""
    pods = [pod for pod in rows.pods if pod.round_id == row.pk]
    resting = [part for part in rows.parts.get(None, ()) if part.round_id == row.pk]
    return RoundView(
        number=row.number,
        title=round_title(row, planned),
        stage=row.stage,
        status=row.status,
        url=url_of(rows.tournament.slug, "round", row.number),
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        pods=tuple(pod_view(rows, pod, people, scores) for pod in pods[:most]),
        resting=tuple(_seat(part, row.number, people, scores, None) for part in resting),
    )


def pod_view(rows: EventRows, pod: Pod, people: Mapping[int, Who], scores: Scores) -> PodView:
    """One pod."""
    glance = rows.glances.get(pod.event_key)
    tournament, number = rows.tournament, pod.round.number
    closed = tournament.duplicate and pod.round.status != Round.Status.FINISHED
    shown = {seat.index: seat for seat in glance.seats} if glance is not None else {}  # a sealed table shows no seats
    status = "called" if pod.status == Pod.Status.PLAYING and glance and glance.status == "waiting" else pod.status
    seats = tuple(
        _seat(part, number, people, scores, shown.get(part.seat), turn=_turn(glance, part), closed=closed)
        for part in rows.parts.get(pod.pk, ())
    )
    ended = pod.status in (Pod.Status.FINISHED, Pod.Status.VOID)
    return PodView(
        round=number,
        number=pod.number,
        url=url_of(tournament.slug, "pod", number, pod.number),
        table_url=reverse("games:table", args=[pod.table]) if pod.table and not ended and not closed else "",
        replay_url=_replay(pod) if ended and not closed else "",
        status=status,
        words=_words(status, seats, closed),
        seats=seats,
        sealed=closed,
        timed=FORMATS[tournament.format].timed,
    )


def _turn(glance: Any, part: Part) -> bool:
    return bool(glance is not None and glance.turn is not None and glance.turn == part.seat)


def _replay(pod: Pod) -> str:
    if not pod.table or pod.round.status != Round.Status.FINISHED:
        return ""
    return reverse("games:replay", args=[pod.table])


def _seat(
    part: Part,
    number: int,
    people: Mapping[int, Who],
    scores: Scores,
    glance: Any,
    *,
    turn: bool = False,
    closed: bool = False,
) -> SeatView:
    person = people[part.entry_id] if part.entry_id is not None else None
    score = scores.get((part.entry_id or 0, number))
    outcome = told(part.outcome, score is not None and score.void) if part.outcome != Outcome.PLAYED else ""
    replaced = person is not None and (part.bot or (glance is not None and glance.stand_in))
    stand_in = format_html(gettext("house bot for {}"), names_of([person])) if person and replaced else SafeString("")
    decided = bool(score is not None and part.outcome and person is not None)
    return SeatView(
        who=person or house(part.bot),
        stand_in=stand_in,
        here=(glance.here and not glance.away) if glance is not None else None,
        cards=glance.cards_left if glance is not None else None,
        turn=turn,
        place=None if closed else part.place,  # others still play the same deal
        points=points_text(score.points) if decided and score else "",
        bonus=points_text(score.bonus) if decided and score and score.bonus > Fraction(0) else "",
        sign=OUTCOME_SIGNS.get(outcome, ""),
        outcome=outcome_words(outcome) if outcome else "",
    )


def _words(status: str, seats: tuple[SeatView, ...], closed: bool) -> SafeString:
    missing = [seat.who for seat in seats if seat.here is False and not seat.who.is_bot]
    mover = [seat.who for seat in seats if seat.turn]
    if status == "called" and missing:
        return format_html(gettext("waiting for {}"), names_of(missing))
    if status == Pod.Status.PLAYING and mover:
        return format_html(gettext("{} to move"), names_of(mover))
    return format_html("{}", _plain_words(status, closed))


def _plain_words(status: str, closed: bool) -> str:
    if status == Pod.Status.PLAYING:
        return gettext("in play, sealed until the round is over") if closed else gettext("in play")
    if status == Pod.Status.FINISHED and closed:
        return gettext("finished, the result shows when the round is over")
    return {
        Pod.Status.DRAWN.value: gettext("not yet open"),
        "called": gettext("about to start"),
        Pod.Status.VOID.value: gettext("voided"),
    }.get(status, gettext("finished"))
