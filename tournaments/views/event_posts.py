"""What one can do to a tournament: enter, withdraw, check in, pause; and everything the organiser does.

Each answers JSON, `#event` for htmx, or a redirect. Refusals come in the order 404, 403, 400 malformed, 409, 400.
"""

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.api.web import Forbidden, Malformed, NotFound, Refused, as_json, going_to, wants_fragment, wants_json
from tournaments import selectors, services, zones
from tournaments.models import Tournament
from tournaments.presenters.event_pods import url_of
from tournaments.selectors import event_page

from .event import show

View = Callable[..., HttpResponse]
Step = Callable[[Tournament, Any, QueryDict], services.Done]


def _step(step: Step) -> View:
    """A POST by somebody who is signed in."""

    @require_POST
    @never_cache
    @wraps(step)
    def view(request: HttpRequest, slug: str) -> HttpResponse:
        try:
            tournament = event_page.with_organiser(slug)
            if tournament is None:
                raise NotFound(_("There is no such tournament."))
            if not request.user.is_authenticated:
                return _log_in(request, slug)
            done = step(tournament, request.user, request.POST)
        except Refused as refusal:
            return refused(request, refusal, slug)
        if wants_fragment(request) and not wants_json(request):
            return show(request, slug)
        return going_to(request, _back(request, slug), done.seq)

    return view


def _directed(step: Step) -> View:
    """A POST by the organiser or an admin: nobody else learns whether it was well-formed."""

    @wraps(step)
    def checked(tournament: Tournament, user: Any, data: QueryDict) -> services.Done:
        if not selectors.may_organise(tournament, user):
            raise Forbidden(_("Only the organiser may do that."))
        return step(tournament, user, data)

    return _step(checked)


def _log_in(request: HttpRequest, slug: str) -> HttpResponse:
    if wants_json(request):
        return as_json(403, error=_("Log in first."))
    answer = redirect_to_login(url_of(slug))
    if wants_fragment(request):
        return HttpResponse(headers={"HX-Redirect": answer["Location"]})
    return answer


def _back(request: HttpRequest, slug: str) -> str:
    """Where a browser goes on: the page of a table for what was done there, else the event."""
    number, pod = request.POST.get("round", ""), request.POST.get("pod", "")
    if number.isdecimal() and pod.isdecimal():
        return url_of(slug, "pod", int(number), int(pod))
    return url_of(slug)


def refused(request: HttpRequest, refusal: Refused, slug: str) -> HttpResponse:
    """The answer to a step that was refused: JSON, a page of the refusal, or the event with a word about it."""
    if wants_json(request):
        tournament = event_page.with_organiser(slug) if refusal.status not in (403, 404) else None
        seq, url = (tournament.version, url_of(slug)) if tournament is not None else (None, None)
        return as_json(refusal.status, seq=seq, error=refusal.message, url=url)
    if refusal.status == 404:
        raise Http404(refusal.message)
    if refusal.status == 403 and not wants_fragment(request):
        return render(request, "403.html", {"message": refusal.message}, status=403)
    if not wants_fragment(request):
        messages.error(request, refusal.message)
    return show(request, slug, refusal.status, refusal.message if wants_fragment(request) else "")


@_step
def register(tournament: Tournament, user: Any, data: QueryDict) -> services.Done:
    """Enter, come back, or join the waiting list. Fields: password, nonce."""
    return services.register(tournament.slug, user, data.get("password", ""), data.get("nonce", ""))


@_step
def withdraw(tournament: Tournament, user: Any, data: QueryDict) -> services.Done:
    """Leave the event."""
    return services.withdraw(tournament.slug, user)


@_step
def check_in(tournament: Tournament, user: Any, data: QueryDict) -> services.Done:
    """Say that one is there."""
    return services.check_in(tournament.slug, user)


@_step
def pause(tournament: Tournament, user: Any, data: QueryDict) -> services.Done:
    """Arena: no further table for now."""
    return services.pause(tournament.slug, user)


@_step
def unpause(tournament: Tournament, user: Any, data: QueryDict) -> services.Done:
    """Arena: play on."""
    return services.unpause(tournament.slug, user)


@_directed
def start(tournament: Tournament, user: Any, data: QueryDict) -> services.Done:
    """Start before the announced time."""
    return services.start(tournament.slug, user)


@_directed
def postpone(tournament: Tournament, user: Any, data: QueryDict) -> services.Done:
    """Move the start. Fields: starts_at (ISO; without an offset it is a time in `timezone`, or the event's zone)."""
    return services.postpone(tournament.slug, user, _moment(tournament, data))


@_directed
def cancel(tournament: Tournament, user: Any, data: QueryDict) -> services.Done:
    """Cancel for good. Fields: reason."""
    return services.cancel(tournament.slug, user, _text(data, "reason"))


@_directed
def add(tournament: Tournament, user: Any, data: QueryDict) -> services.Done:
    """Enter somebody. Fields: username, or bot."""
    username, bot = _text(data, "username"), _text(data, "bot")
    if bool(username) == bool(bot):
        raise Malformed(_("Name one person, or choose one bot."))
    return services.add(tournament.slug, user, username=username, bot=bot)


@_directed
def remove(tournament: Tournament, user: Any, data: QueryDict) -> services.Done:
    """Take somebody out. Fields: entry (its number), reason."""
    return services.remove(tournament.slug, user, _number(data, "entry"), _text(data, "reason"))


@_directed
def replace(tournament: Tournament, user: Any, data: QueryDict) -> services.Done:
    """Have a bot play on for somebody. Fields: entry (its number), reason."""
    return services.replace(tournament.slug, user, _number(data, "entry"), _text(data, "reason"))


@_directed
def redraw(tournament: Tournament, user: Any, data: QueryDict) -> services.Done:
    """Draw a round again that has not begun."""
    return services.redraw(tournament.slug, user)


@_directed
def void(tournament: Tournament, user: Any, data: QueryDict) -> services.Done:
    """Void a table. Fields: round, pod, reason, again ("1": it is played once more)."""
    number, pod, again = _number(data, "round"), _number(data, "pod"), data.get("again", "") in ("1", "on", "true")
    return services.void(tournament.slug, user, number, pod, _text(data, "reason"), again=again)


@_directed
def correct(tournament: Tournament, user: Any, data: QueryDict) -> services.Done:
    """Correct a result. Fields: round, pod, reason, place_0, place_1, ... (of each seat; left out: as it is)."""
    number, pod = _number(data, "round"), _number(data, "pod")
    places = {int(name[6:]): _number(data, name) for name in data if name[:6] == "place_" and name[6:].isdecimal()}
    if not places:
        raise Malformed(_("Give the place of a seat."))
    return services.correct(tournament.slug, user, number, pod, places, _text(data, "reason"))


@_directed
def go_on(tournament: Tournament, user: Any, data: QueryDict) -> services.Done:
    """Go on after a failure."""
    return services.go_on(tournament.slug, user)


@_directed
def invite(tournament: Tournament, user: Any, data: QueryDict) -> services.Done:
    """Let somebody in who needs an invitation. Fields: username."""
    username = _text(data, "username")
    if not username:
        raise Malformed(_("Name the person to be invited."))
    return services.invite(tournament.slug, user, username)


def _text(data: QueryDict, name: str, longest: int = 200) -> str:
    text = data.get(name, "").strip()
    if len(text) > longest:
        raise Malformed(_("At most %(n)s characters.") % {"n": longest})
    if "\0" in text:  # which PostgreSQL would refuse to store, and to look for
        raise Malformed(_("Null characters are not allowed."))
    return text


def _number(data: QueryDict, name: str) -> int:
    text = data.get(name, "")
    if not text.isdecimal() or len(text) > 9:
        raise Malformed(_("%(field)s: give a whole number.") % {"field": name})
    return int(text)


def _moment(tournament: Tournament, data: QueryDict) -> datetime:
    try:
        moment = parse_datetime(data.get("starts_at", ""))
    except ValueError:
        moment = None
    zone = zones.find(data.get("timezone") or tournament.timezone)
    if moment is None or zone is None:
        raise Malformed(_("Give the day and the time of the start."))
    if moment.tzinfo is not None:
        return moment
    if zones.gap(moment, zone) is not None:
        raise Malformed(_("Clocks skip this time on that day. Choose another."))
    return zones.to_utc(moment, zone)
