"""Results: told by the games app when a match ends, and asked for by the sweep. Each is taken in once."""

from collections.abc import Callable
from typing import Final

from django.utils import timezone

from games import api
from games.api.web import NotFound
from tournaments import selectors
from tournaments.formats.base import Outcome
from tournaments.models import Entry, LogLine, NoShow, Part, Pod, Round, Tournament
from tournaments.services import keys
from tournaments.services.locked import Locked, locked

MISSES: Final = 2  # rounds in a row for which somebody did not come: then they are out
REPLAYS: Final = 3  # times that a table which broke off is played again before the event pauses
AGAIN: Final = ("elimination",)  # formats in which a table must have a result
OUTCOMES: Final = {"absent": Outcome.ABSENT, "left": Outcome.FORFEIT, "replaced": Outcome.BOT}
Kind = LogLine.Kind


def match_removed(event_key: str) -> None:
    """The records of a table are gone: its result stays, nothing leads to it any more."""
    Pod.objects.filter(event_key=event_key).update(table="")


def match_finished(result: api.MatchResult) -> None:
    """Take in a result that the games app tells of. Doing it twice does nothing."""
    if keys.is_ours(result.event_key):
        settle(result)


def pull(tournament: Tournament) -> bool:
    """Ask for results that nobody told of. Whether there were any."""
    pods = Pod.objects.filter(round__tournament=tournament, status=Pod.Status.PLAYING)
    playing = list(pods.values_list("event_key", flat=True))
    taken = [settle(result) for result in api.results(playing)] if playing else []
    return any(taken)


def settle(result: api.MatchResult) -> bool:
    """Write a match's result into its pod, once. False where there is nothing (more) to write."""
    try:
        with locked(keys.tournament_of(result.event_key)) as event:
            pod = Pod.objects.select_related("round").filter(event_key=result.event_key).first()
            if pod is None or pod.status != Pod.Status.PLAYING or pod.round.status != Round.Status.PLAYING:
                event.nothing()
                return False
            if result.status == "over":
                _take_in(event, pod, result)
            else:
                _broke_off(event, pod)
    except NotFound:
        return False
    return True


def close_without_a_game(event: Locked, pod: Pod) -> None:
    """Everybody at a table left before it opened: there is nobody to play for."""
    pod.status, pod.ended_at = Pod.Status.FINISHED, event.now
    pod.save(update_fields=["status", "ended_at"])


def _take_in(event: Locked, pod: Pod, result: api.MatchResult) -> None:
    pod.status, pod.ended_at = Pod.Status.FINISHED, result.ended_at or timezone.now()
    pod.save(update_fields=["status", "ended_at"])
    seats = {seat.index: seat for seat in result.seats}
    parts = list(pod.parts.select_related("entry").order_by("seat"))
    for part in parts:
        seat = seats[part.seat or 0]
        part.place = seat.place
        if part.entry is None:
            continue
        part.outcome = part.outcome or outcome_of(part.entry, seat)
        if part.outcome != Outcome.PLAYED:
            part.bot = part.bot or seat.bot or api.HOUSE_BOT
    Part.objects.bulk_update(parts, ["place", "outcome", "bot"])
    for part in parts:
        if part.entry is not None:
            _after(event, part, part.entry)


def outcome_of(entry: Entry, seat: api.SeatResult) -> Outcome:
    """How the round went for whoever held the seat."""
    if seat.stand_in:
        return OUTCOMES[seat.stand_in]
    if not entry.bot and (seat.left or seat.held):
        return Outcome.FORFEIT
    return Outcome.PLAYED


def _after(event: Locked, part: Part, entry: Entry) -> None:
    """What a round means for the next: those who did not come twice are out; in an arena the others wait again."""
    timed = selectors.format_of(event.tournament).timed
    if part.outcome == Outcome.ABSENT:
        _missed(event, part, entry)
    else:
        entry.misses = 0
    if timed and part.outcome in (Outcome.ABSENT, Outcome.FORFEIT):
        entry.pausing = True  # away: back with one press, and nobody else's table is spoilt meanwhile
    if timed and entry.status == Entry.Status.IN and not entry.pausing:
        entry.waiting_since = event.now
    entry.save()


def _missed(event: Locked, part: Part, entry: Entry) -> None:
    entry.misses += 1
    if entry.user_id is not None and not entry.added:
        NoShow.objects.get_or_create(user_id=entry.user_id, pod=part.pod, defaults={"at": event.now})
    if entry.status == Entry.Status.IN and entry.misses >= MISSES:
        entry.status = Entry.Status.DROPPED
        event.log(Kind.DROPPED, entry=entry.number, why="misses")


def _broke_off(event: Locked, pod: Pod) -> None:
    """A table that ended without a result counts as void; where somebody must go on, it is played again."""
    tournament = event.tournament
    event.log(Kind.ABORTED, round=pod.round.number, pod=pod.number)
    knockout = tournament.format in AGAIN or pod.round.stage != "main"
    step: Callable[[Locked, Pod], None] = play_again if knockout else strike
    step(event, pod)
    if knockout and keys.times(pod.event_key) > REPLAYS + 1 and not tournament.paused:
        tournament.paused = Tournament.Pause.ABORTED
        event.log(Kind.PAUSED, why=tournament.paused)


def strike(event: Locked, pod: Pod) -> None:
    """A table without a result: 50 for everybody there."""
    pod.status, pod.ended_at = Pod.Status.VOID, event.now
    pod.save(update_fields=["status", "ended_at"])
    pod.parts.filter(entry__isnull=False).update(outcome=Outcome.BYE, place=None)
    if selectors.format_of(event.tournament).timed:
        people = Entry.objects.filter(parts__pod=pod, status=Entry.Status.IN, pausing=False)
        for entry in people.filter(waiting_since__isnull=True):
            if not entry.parts.filter(pod__status__in=(Pod.Status.DRAWN, Pod.Status.PLAYING)).exists():
                entry.waiting_since = event.now
                entry.save(update_fields=["waiting_since"])


def play_again(event: Locked, pod: Pod) -> None:
    """A new table for the same people, under a new key: the old one stays in the archive, without counting."""
    pod.event_key, pod.status, pod.table, pod.ended_at = keys.anew(pod.event_key), Pod.Status.DRAWN, "", None
    pod.save(update_fields=["event_key", "status", "table", "ended_at"])
    pod.parts.filter(entry__isnull=False).exclude(outcome__in=(Outcome.FORFEIT, Outcome.BOT)).update(outcome="", bot="")
    pod.parts.update(place=None)
    event.soon = True
