"""Tables of a round, as small tables: who sits where, how it stands, how it ended."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext

from tournaments.formats.base import Outcome, Score
from tournaments.models import Part, Pod, Round
from tournaments.selectors.event_page import EventRows

from .event_people import Who, house, who
from .event_words import OUTCOME_SIGNS, outcome_words, points_text, stage_words

Scores = Mapping[tuple[int, int], Score]  # (entry id, round number) -> what it brought


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat of a pod."""

    who: Who
    stand_in: str  # what plays in place of somebody, in words; empty: they play themselves
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
    words: str
    seats: tuple[SeatView, ...]
    sealed: bool

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


def round_url(slug: str, number: int) -> str:
    """The page of a round."""
    return reverse("tournaments:round", args=[slug, number])


def round_view(rows: EventRows, row: Round, scores: Scores, planned: int | None = None) -> RoundView:
    """One of the rounds whose pods were loaded."""
    people = {entry.pk: who(entry) for entry in rows.entries}
    resting = [part for part in rows.parts.get(None, ()) if part.round_id == row.pk]
    return RoundView(
        number=row.number,
        title=round_title(row, planned),
        stage=row.stage,
        status=row.status,
        url=round_url(rows.tournament.slug, row.number),
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        pods=tuple(_pod(rows, pod, people, scores) for pod in rows.pods if pod.round_id == row.pk),
        resting=tuple(_seat(part, row.number, people, scores, None) for part in resting if part.entry_id in people),
    )


def pod_view(rows: EventRows, pod: Pod, scores: Scores) -> PodView:
    """One pod."""
    return _pod(rows, pod, {entry.pk: who(entry) for entry in rows.entries}, scores)


def _pod(rows: EventRows, pod: Pod, people: Mapping[int, Who], scores: Scores) -> PodView:
    glance = rows.glances.get(pod.event_key)
    tournament, number = rows.tournament, pod.round.number
    closed = tournament.duplicate and pod.round.status != Round.Status.FINISHED
    shown = {seat.index: seat for seat in glance.seats} if glance is not None else {}  # a sealed table shows no seats
    status = "called" if pod.status == Pod.Status.PLAYING and glance and glance.status == "waiting" else pod.status
    seats = tuple(
        _seat(part, number, people, scores, shown.get(part.seat), turn=_turn(glance, part))
        for part in rows.parts.get(pod.pk, ())
    )
    ended = pod.status in (Pod.Status.FINISHED, Pod.Status.VOID)
    return PodView(
        round=number,
        number=pod.number,
        url=reverse("tournaments:pod", args=[tournament.slug, number, pod.number]),
        table_url=reverse("games:table", args=[pod.table]) if pod.table and not ended and not closed else "",
        replay_url=_replay(pod) if ended and not closed else "",
        status=status,
        words=_words(status, seats, closed),
        seats=seats,
        sealed=closed,
    )


def _turn(glance: Any, part: Part) -> bool:
    return bool(glance is not None and glance.turn is not None and glance.turn == part.seat)


def _replay(pod: Pod) -> str:
    if not pod.table or pod.round.status != Round.Status.FINISHED:
        return ""
    return reverse("games:replay", args=[pod.table])


def _seat(
    part: Part, number: int, people: Mapping[int, Who], scores: Scores, glance: Any, *, turn: bool = False
) -> SeatView:
    person = people.get(part.entry_id) if part.entry_id is not None else None
    score = scores.get((part.entry_id or 0, number))
    outcome = part.outcome if part.outcome != Outcome.PLAYED else ""
    decided = bool(score is not None and part.outcome and person is not None)
    return SeatView(
        who=person or house(part.bot),
        stand_in=gettext("house bot for %(name)s") % {"name": person.name} if person and part.bot else "",
        here=(glance.here and not glance.away) if glance is not None else None,
        cards=glance.cards_left if glance is not None else None,
        turn=turn,
        place=part.place,
        points=points_text(score.points) if decided and score else "",
        bonus=points_text(score.bonus) if decided and score and score.bonus > Fraction(0) else "",
        sign=OUTCOME_SIGNS.get(outcome, ""),
        outcome=outcome_words(outcome) if outcome else "",
    )


def _words(status: str, seats: tuple[SeatView, ...], closed: bool) -> str:
    if status == Pod.Status.DRAWN:
        return gettext("not yet open")
    if status == "called":
        missing = [seat.who.name for seat in seats if seat.here is False and not seat.who.is_bot]
        if closed or not missing:
            return gettext("about to start")
        return gettext("waiting for %(names)s") % {"names": ", ".join(missing)}
    if status == Pod.Status.PLAYING:
        return gettext("in play, sealed until the round is over") if closed else gettext("in play")
    return gettext("voided") if status == Pod.Status.VOID else gettext("finished")
