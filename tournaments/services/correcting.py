"""What the organiser, or an admin of the site, may do to rounds and tables. Every step is in the visible log."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from games import api
from games.api.web import Conflict, Malformed, NotFound
from tournaments import selectors
from tournaments.formats.base import Outcome
from tournaments.formats.base import Part as PartValue
from tournaments.models import LogLine, Part, Pod, Round, Tournament
from tournaments.services import reasons
from tournaments.services.drawing import drop_draw
from tournaments.services.finishing import place_all
from tournaments.services.locked import Done, Locked, directed
from tournaments.services.settling import play_again, strike

Kind = LogLine.Kind


def redraw(slug: str, user: Any) -> Done:
    """Draw a round that has not begun once more. With nobody come or gone the same comes out: chance was fixed before.

    Raises NotFound, Forbidden, Over, Conflict (no round is drawn and waiting).
    """
    with directed(slug, user) as event:
        event.check_not_ended()
        row = event.tournament.rounds.filter(status=Round.Status.DRAWN).first()
        if row is None:
            raise Conflict(_("No round is waiting to begin."))
        event.log(Kind.REDRAWN, by=user, round=row.number)
        drop_draw(event, row)
    return event.done


def void(slug: str, user: Any, number: int, pod: int, reason: str, again: bool = False) -> Done:
    """Strike out a table, in play or ended: everybody there gets 50. `again`: it is played anew instead.

    Raises NotFound, Forbidden, Malformed (no reason), Over, Conflict (not opened; already void; the round is over).
    """
    with directed(slug, user) as event:
        row = _pod(event, number, pod)
        reason = reasons.required(reason)
        event.check_not_ended()
        _check_can_void(row, again)
        if not again:
            _check_nobody_was_drawn_by_it(event, row, None)
        api.abort(row.event_key, reason)
        event.log(Kind.VOIDED, by=user, round=number, pod=pod, again=again or None, reason=reason)
        if again:
            play_again(event, row)
        else:
            strike(event, row)
    return event.done


def correct(slug: str, user: Any, number: int, pod: int, places: Mapping[int, int], reason: str) -> Done:
    """Set places of a table that has ended, by seat, others stay; level seats share the better place (1, 2, 2, 4).

    Raises NotFound, Forbidden, Malformed (no reason, no such seats, no such order), Conflict (the table plays; others
    still play the same deal; or people were drawn by this result into rounds that have begun).
    """
    with directed(slug, user) as event:
        row = _pod(event, number, pod)
        reason = reasons.required(reason)
        parts = list(row.parts.order_by("seat"))
        places = _all_places(parts, places)
        if event.tournament.status == Tournament.Status.CANCELLED or row.status != Pod.Status.FINISHED:
            raise Conflict(_("Only the result of a table that has ended can be corrected."))
        if row.round.secret and row.round.status != Round.Status.FINISHED:  # the log would tell a sealed table's places
            raise Conflict(_("Others still play the same deal: correct it once the round is over."))
        before = [[part.seat, part.place] for part in parts]
        _check_nobody_was_drawn_by_it(event, row, places)
        for part in parts:
            part.place = places[part.seat or 0]
        Part.objects.bulk_update(parts, ["place"])
        after = [[part.seat, part.place] for part in parts]
        event.log(Kind.CORRECTED, by=user, round=number, pod=pod, before=before, after=after, reason=reason)
        event.soon = True
        if event.tournament.status == Tournament.Status.FINISHED:
            place_all(event.tournament)
    return event.done


def go_on(slug: str, user: Any) -> Done:
    """Try again after an event was paused. Raises NotFound, Forbidden, Over, Conflict (it is not paused)."""
    with directed(slug, user) as event:
        tournament = event.tournament
        event.check_not_ended()
        if not tournament.paused:
            raise Conflict(_("The tournament is not paused."))
        tournament.paused, tournament.failures, tournament.retry_at = "", 0, None
        event.log(Kind.WENT_ON, by=user)
        event.soon = True
    return event.done


def _pod(event: Locked, number: int, pod: int) -> Pod:
    rows = Pod.objects.select_related("round").filter(round__tournament=event.tournament, round__number=number)
    row = rows.filter(number=pod).first()
    if row is None:
        raise NotFound(_("There is no such table."))
    return row


def _check_can_void(pod: Pod, again: bool) -> None:
    if pod.status == Pod.Status.VOID:
        raise Conflict(_("This table is void already."))
    if pod.status == Pod.Status.DRAWN:
        raise Conflict(_("This table has not been opened."))
    if again and pod.round.status != Round.Status.PLAYING:
        raise Conflict(_("The round is over: nothing can be played again."))
    if again and pod.round.secret:
        raise Conflict(_("The deal of this round is known there: the table cannot be played again."))


def _all_places(parts: list[Part], given: Mapping[int, int]) -> dict[int, int]:
    """Seat -> place, as they are where no other is given. Raises Malformed."""
    seats = {part.seat: part.place for part in parts}
    if not given or not set(given) <= set(seats):
        raise Malformed(_("Give the places of seats at this table."))
    places = {seat: given.get(seat, place) for seat, place in seats.items() if seat is not None}
    order = sorted(place or 0 for place in places.values())
    if any(place != 1 + sum(other < place for other in order) for place in order):
        raise Malformed(_("These places are no order: level seats share the better place, as in 1, 2, 2, 4."))
    return {seat: place or 0 for seat, place in places.items()}


def _check_nobody_was_drawn_by_it(event: Locked, pod: Pod, places: Mapping[int, int] | None) -> None:
    """Where a result decided who goes on, it stands once they have begun to play. Without places: should it be void."""
    later = event.tournament.rounds.filter(number__gt=pod.round.number).exclude(status=Round.Status.DRAWN)
    if not later.exists():
        return
    number = pod.round.number
    now = selectors.event_of(event.tournament, event.now)
    now = replace(now, parts=tuple(part for part in now.parts if part.round <= number), round=number + 1)
    then = replace(now, parts=tuple(_changed(part, pod, places) for part in now.parts))
    still_in = selectors.format_of(event.tournament).still_in
    if still_in(now) != still_in(then):
        raise Conflict(_("This result decided who went on, and they have begun to play."))


def _changed(part: PartValue, pod: Pod, places: Mapping[int, int] | None) -> PartValue:
    if (part.round, part.pod) != (pod.round.number, pod.number):
        return part
    if places is None:
        return replace(part, void=True, outcome=Outcome.BYE, place=None)
    return replace(part, place=places[part.seat or 0])
