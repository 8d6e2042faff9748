"""Drawing rounds: computed without the lock from a snapshot, written under it, and only if the snapshot still holds.

A draw may take seconds. While somebody draws, `drawing_until` keeps others from doing the same work; should the one who
draws be killed, it runs out and the next one draws. Two who draw nevertheless do no harm: only one can write.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q
from django.utils import timezone

from games import api
from tournaments import selectors
from tournaments.formats.base import Draw, Event, Outcome
from tournaments.models import Entry, LogLine, Part, Pod, Round, Tournament
from tournaments.selectors import inputs
from tournaments.services import keys
from tournaments.services.entering import mark_late
from tournaments.services.finishing import finish, same_inputs
from tournaments.services.locked import Locked, locked
from tournaments.services.secrets import round_secret

TRIES: Final = 3  # snapshots that people coming and going may spoil; the third draw holds
Kind = LogLine.Kind


def draw_next(tournament: Tournament) -> bool:
    """Draw the next round if it is time, or the drawn one again if people came or went. Whether anything was done."""
    now = timezone.now()
    if not _is_time(tournament, now) or not _claim(tournament, now):
        return False
    try:
        for attempt in range(1, TRIES + 1):
            done = _draw_once(tournament.pk, final=attempt == TRIES)
            if done is not None:
                return done
    finally:
        _release(tournament.pk)
    return False


def may_go_on(tournament: Tournament, event: Event) -> bool:
    """Whether there is anybody left to draw a further round for."""
    if selectors.people_gone(tournament):
        return False
    still_in = selectors.format_of(tournament).still_in(event)
    return sum(entrant.active and entrant.id in still_in for entrant in event.entrants) > 1


def is_stale(tournament: Tournament, row: Round) -> bool:
    """Whether a drawn round was made from entrants other than those of now."""
    return not same_inputs(inputs.inputs_of(row), selectors.event_of(tournament))


def drop_draw(event: Locked, row: Round) -> None:
    """Forget a round that was drawn and has not begun; it is drawn again at once, for the same start."""
    row.inputs = {}
    row.save(update_fields=["inputs"])
    event.soon = True


def _is_time(tournament: Tournament, now: datetime) -> bool:
    rounds = list(tournament.rounds.exclude(status=Round.Status.FINISHED).defer("cost", "nonces"))
    drawn = next((row for row in rounds if row.status == Round.Status.DRAWN), None)
    if drawn is not None:
        return not drawn.inputs or (not _is_settled(drawn) and is_stale(tournament, drawn))
    if not selectors.format_of(tournament).timed:
        return not rounds
    return tournament.ends_at is not None and now < tournament.ends_at and _waiting(tournament) > 1


def _is_settled(row: Round) -> bool:
    """A draw made when its start had passed already is not made again: the round begins with it."""
    return bool(row.inputs) and inputs.drawn_at(row) >= row.starts_at


def _waiting(tournament: Tournament) -> int:
    waiting = tournament.entries.filter(status=Entry.Status.IN, pausing=False, waiting_since__isnull=False)
    return waiting.count()


def _claim(tournament: Tournament, now: datetime) -> bool:
    """Say that we draw, for as long as a draw of this size may take. False: somebody else does."""
    size = tournament.entries.count()
    until = now + timedelta(seconds=3 + size / 20)
    free = Q(drawing_until__isnull=True) | Q(drawing_until__lte=now)
    return bool(Tournament.objects.filter(free, pk=tournament.pk).update(drawing_until=until))


def _release(tournament_id: int) -> None:
    Tournament.objects.filter(pk=tournament_id).update(drawing_until=None)


def _draw_once(tournament_id: int, *, final: bool) -> bool | None:
    """One snapshot, one draw. True: written; False: nothing is to be done; None: people came or went meanwhile."""
    tournament = Tournament.objects.get(pk=tournament_id)
    at = timezone.now()
    if tournament.status != Tournament.Status.RUNNING or tournament.paused or not _is_time(tournament, at):
        return False  # somebody else has drawn since we looked
    event = selectors.event_of(tournament, at)
    timed = selectors.format_of(tournament).timed
    draw = selectors.format_of(tournament).draw(event) if may_go_on(tournament, event) else None
    if draw is None or not draw.pods:
        return False if timed else _nothing_to_draw(tournament_id, event)
    with locked(tournament_id) as locked_event:
        if not _still_holds(locked_event, event, draw, final):
            locked_event.nothing()
            return None
        _write(locked_event, event, draw, at)
    return True


def _nothing_to_draw(tournament_id: int, snapshot: Event) -> bool | None:
    """The event is over. A round that was drawn before so many left is no round any more."""
    with locked(tournament_id) as event:
        drawn = event.tournament.rounds.filter(status=Round.Status.DRAWN).first()
        if drawn is not None:
            _delete(event, drawn)
    return finish(tournament_id, snapshot)


def _still_holds(locked_event: Locked, event: Event, draw: Draw, final: bool) -> bool:
    tournament = locked_event.tournament
    if tournament.status != Tournament.Status.RUNNING or tournament.paused:
        return False
    now = selectors.event_of(tournament, locked_event.now)
    if now.round != event.round:
        return False
    timed = selectors.format_of(tournament).timed
    if not timed and tournament.rounds.filter(status=Round.Status.PLAYING).exists():
        return False
    if timed:
        waiting = {entrant.id for entrant in now.entrants if entrant.active and entrant.waiting is not None}
        return all(entrant in waiting for pod in draw.pods for entrant in pod.people)
    if same_inputs(now, event):
        return True
    known = {entrant.id for entrant in event.entrants}
    return final and tuple(part for part in now.parts if part.entrant in known) == event.parts


def _write(event: Locked, snapshot: Event, draw: Draw, at: datetime) -> None:
    tournament = event.tournament
    before = tournament.rounds.filter(number=draw.round).first()
    starts_at = before.starts_at if before is not None else _starts_at(tournament, at)
    if before is not None:
        _delete(event, before)
    row = Round(
        tournament=tournament, number=draw.round, stage=draw.stage, starts_at=starts_at, cost=_plain(draw.cost),
        inputs=inputs.pack(snapshot, at),
    )  # fmt: skip
    if tournament.duplicate:
        row.secret = round_secret(tournament.secret, draw.round).hex()
        row.nonces = [entry.nonce for entry in _drawn_entries(draw)]
    row.save()
    _write_pods(row, draw)
    tournament.round = draw.round
    tournament.failures, tournament.retry_at, tournament.drawing_until = 0, None, None
    if selectors.format_of(tournament).timed:
        people = [entrant for pod in draw.pods for entrant in pod.people]
        tournament.entries.filter(pk__in=people).update(waiting_since=None)
    else:
        _mark_byes(row, draw.byes)
        event.log(Kind.DRAWN, round=draw.round, pods=len(draw.pods))
    event.soon = starts_at <= event.now


def _write_pods(row: Round, draw: Draw) -> None:
    pods = [
        Pod(
            round=row, number=number, event_key=keys.of(row.tournament_id, row.number, number), cost=_plain(pod.cost),
            met=[list(met) for met in pod.met],
        )
        for number, pod in enumerate(draw.pods, 1)
    ]  # fmt: skip
    Pod.objects.bulk_create(pods)
    Part.objects.bulk_create(
        Part(round=row, pod=pod, entry_id=entrant, seat=seat, bot="" if entrant else api.HOUSE_BOT)
        for pod, drawn in zip(pods, draw.pods, strict=True)
        for seat, entrant in enumerate(drawn.seats)
    )


def _mark_byes(row: Round, byes: Sequence[int]) -> None:
    Part.objects.bulk_create(Part(round=row, entry_id=entrant, outcome=Outcome.BYE) for entrant in byes)


def late_for(event: Locked, row: Round) -> None:
    """Whoever came in too late to be drawn for a round that begins now plays from the next one on."""
    left_out = event.tournament.entries.filter(status=Entry.Status.IN, first_round=row.number)
    drawn = {entrant.id for entrant in inputs.inputs_of(row).entrants}
    for entry in left_out.exclude(parts__round=row):
        if entry.pk not in drawn:
            entry.first_round = row.number + 1
            entry.save(update_fields=["first_round"])
            mark_late(entry, entry.first_round)


def _starts_at(tournament: Tournament, at: datetime) -> datetime:
    """The first round and waves of an arena begin with the draw (made at `at`), others when the break is over."""
    last = tournament.rounds.order_by("-number").first()
    if last is None or selectors.format_of(tournament).timed:
        return at
    return (last.ended_at or at) + timedelta(seconds=tournament.break_seconds)


def _delete(event: Locked, row: Round) -> None:
    if row.status != Round.Status.DRAWN:
        raise RuntimeError(f"round {row} has begun: it cannot be drawn again")
    row.parts.all().delete()
    row.delete()
    event.tournament.round = row.number - 1


def _drawn_entries(draw: Draw) -> list[Entry]:
    people = [entrant for pod in draw.pods for entrant in pod.people]
    return list(Entry.objects.filter(pk__in=people).order_by("pk"))


def _plain(cost: object) -> dict[str, float]:
    return {str(name): float(value) for name, value in dict(cost).items()}  # type: ignore[call-overload]
