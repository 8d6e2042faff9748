"""The table: its page, the reader's view as JSON, and what people do there. Each view calls one service."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import selectors, services
from games.models import Match
from games.presenters import view_payload
from games.services import Done, Forbidden, NotFound, Refused
from games.views.answers import (
    as_json,
    at_table,
    become_somebody,
    going_to,
    refused,
    say_where_mail_goes,
    show_table,
    table_for,
    table_url,
    why_shut,
)


@never_cache
@require_safe
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a table to a seat or a watcher."""
    return show_table(request, slug)


@never_cache
@require_safe
def view_json(request: HttpRequest, slug: str) -> HttpResponse:
    """The reader's view as JSON."""
    try:
        snapshot = table_for(request, slug)
    except Forbidden as shut:
        return as_json(403, error=shut.message)
    if snapshot is None:
        return as_json(404, error=_("There is no such table."))
    return JsonResponse(view_payload(snapshot, snapshot.seat_of(request.user)))


@require_POST
@never_cache
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Sit down. Visitors of the page become guests first."""
    try:
        match = selectors.find(slug)
        if match is None:
            raise NotFound(_("There is no such table."))
        if not selectors.may_see(match, request.user):
            raise Forbidden(why_shut(match))
        refusal = become_somebody(request)
        if refusal is not None:
            return refusal
        done = services.join(slug, request.user, request.POST.get("nonce", ""))
    except Refused as refusal:
        return refused(request, refusal, slug)
    say_where_mail_goes(request, match.pace)
    return going_to(request, table_url(done.slug), done.seq)


@require_POST
@never_cache
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Get up before the start, and go to the lobby; forfeit during the game, and stay to watch.

    At an event's table a house bot takes over, and the reader goes back to the event.
    """
    match = selectors.find(slug)
    try:
        done = services.leave(slug, request.user)
    except Refused as refusal:
        return refused(request, refusal, slug)
    return going_to(request, _after_leaving(match) if match is not None else table_url(slug), done.seq)


def _after_leaving(match: Match) -> str:
    """Where somebody goes who has got up; `match` is as it was before."""
    if match.event_key:
        return match.event_url or reverse("games:lobby")
    return reverse("games:lobby") if match.status == Match.Status.WAITING else table_url(match.slug)


@at_table
def start(request: HttpRequest, slug: str) -> Done:
    """The host starts; with `fill`, the name of a bot, on all free seats."""
    return services.start(slug, request.user, request.POST.get("fill", ""))


@at_table
def act(request: HttpRequest, slug: str) -> Done:
    """Take an action: fields `action` and `seq`."""
    return services.act(slug, request.user, request.POST.get("action", ""), request.POST.get("seq", ""))


@at_table
def resume(request: HttpRequest, slug: str) -> Done:
    """'I'm back'."""
    return services.resume(slug, request.user)


@at_table
def rematch(request: HttpRequest, slug: str) -> Done:
    """Play again with the same people."""
    return services.rematch(slug, request.user, request.POST.get("nonce", ""))


@at_table
def kick(request: HttpRequest, slug: str) -> Done:
    """The host sends somebody away: field `seat`."""
    return services.kick(slug, request.user, request.POST.get("seat", ""))


@at_table
def invite(request: HttpRequest, slug: str) -> Done:
    """The host invites somebody: field `username`."""
    return services.invite(slug, request.user, request.POST.get("username", ""))


@at_table
def react(request: HttpRequest, slug: str) -> Done:
    """Say one of the canned reactions: field `reaction`."""
    return services.react(slug, request.user, request.POST.get("reaction", ""))


@at_table
def block(request: HttpRequest, slug: str) -> Done:
    """Do not meet the person on `seat` again; with `undo`, do."""
    return services.block(slug, request.user, request.POST.get("seat", ""), bool(request.POST.get("undo")))
