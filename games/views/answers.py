"""How every POST of the games answers: JSON for programs, a fragment for htmx, a page or a redirect for browsers."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.module_loading import import_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games import selectors, services
from games.models import Match
from games.presenters import table_context
from games.rendering import answer_html
from games.selectors import TableSnapshot
from games.services import Done, Forbidden, NotFound, Refused

View = Callable[..., HttpResponse]
Service = Callable[[HttpRequest, str], Done]


def wants_json(request: HttpRequest) -> bool:
    """True for `Accept: application/json`; a browser's `*/*` asks for a page."""
    accept = request.headers.get("Accept", "")
    return "application/json" in accept and "text/html" not in accept


def wants_fragment(request: HttpRequest) -> bool:
    """True for htmx, which swaps one element; also when it restores a page from history it wants the whole page."""
    return bool(request.headers.get("HX-Request")) and not request.headers.get("HX-History-Restore-Request")


def as_json(
    status: int = 200, seq: int | None = None, error: str | None = None, url: str | None = None
) -> HttpResponse:
    """{"ok", "seq", "error", "url"}."""
    return JsonResponse({"ok": status < 400, "seq": seq, "error": error, "url": url}, status=status)


def table_url(slug: str) -> str:
    """The address of a table."""
    return reverse("games:table", args=[slug])


def going_to(request: HttpRequest, url: str, seq: int | None = None) -> HttpResponse:
    """The service worked and the reader goes on to `url`."""
    if wants_json(request):
        return as_json(seq=seq, url=url)
    if wants_fragment(request):
        return HttpResponse(headers={"HX-Redirect": url})
    return HttpResponseRedirect(url, status=303)


def say_where_mail_goes(request: HttpRequest, pace: str) -> None:
    """Who sits down where a turn takes days hears of it if no mail can call them."""
    if pace == Match.Pace.DAYS and not wants_json(request) and not import_string(settings.MAIL_ADDRESS)(request.user):
        text = _(
            "No mail will tell you when it is your turn: you have no confirmed address (Preferences, Your e-mail)."
        )
        messages.info(request, text)


def preferences_of(request: HttpRequest) -> Any:
    """The reader's preferences, from the app that keeps them."""
    return import_string(settings.GAMES_PREFERENCES)(request)


def table_for(request: HttpRequest, slug: str) -> TableSnapshot | None:
    """The table, None where there is none. Whoever was called to it and looks at it has come. Raises Forbidden."""
    snapshot = selectors.table(slug)
    return None if snapshot is None else readable(request, snapshot)


def readable(request: HttpRequest, snapshot: TableSnapshot) -> TableSnapshot | None:
    """The same of a table that was looked up already."""
    match, seat = snapshot.match, snapshot.seat_of(request.user)
    if seat is None and not selectors.may_see(match, request.user):
        raise Forbidden(why_shut(match))
    called = match.status == Match.Status.WAITING and match.starts_by is not None
    if called and seat is not None and snapshot.seats[seat].seen_at is None and request.method == "GET":
        services.seen(match.pk, request.user.pk)
        return selectors.table(match.pk)
    return snapshot


def why_shut(match: Match) -> str:
    """Why a table is not for everybody, in words."""
    if match.sealed:
        return _("This table is sealed: others play the same deal. It opens when the round is over.")
    return _("This table is for invited people only.")


def show_table(
    request: HttpRequest, slug: str, status: int = 200, notice: str = "", known: TableSnapshot | None = None
) -> HttpResponse:
    """The table as this reader may see it: a page, or for htmx its fragment. Raises Http404.

    `known`: the table as the reader has just left it, which is not looked up again.
    """
    try:
        snapshot = table_for(request, slug) if known is None else readable(request, known)
    except Forbidden as shut:
        return refused(request, shut)
    if snapshot is None:
        raise Http404(_("There is no such table."))
    prefs = preferences_of(request)
    if wants_fragment(request):  # the very element that the socket sends: nothing of the page around it is made
        html = answer_html(snapshot, request.user, prefs, get_language() or settings.LANGUAGE_CODE, notice)
        answer = HttpResponse(html, status=status)
    else:
        snapshot = selectors.as_read_by(snapshot, request.user)
        context = {**table_context(snapshot, snapshot.seat_of(request.user), prefs), "notice": notice}
        answer = render(request, "games/table.html", context, status=status)
    patch_vary_headers(answer, ["HX-Request", "Cookie"])
    return answer


def refused(request: HttpRequest, refusal: Refused, slug: str = "") -> HttpResponse:
    """Say no. Malformed, late and illegal requests at a table get the table as it is now, with the reason."""
    if wants_json(request):
        match = selectors.find(slug) if slug and refusal.status not in (403, 404) else None
        url = table_url(slug) if match is not None else None
        return as_json(refusal.status, seq=match.seq if match is not None else None, error=refusal.message, url=url)
    if isinstance(refusal, NotFound):
        raise Http404(refusal.message)
    if isinstance(refusal, Forbidden):
        return render(request, "403.html", {"message": refusal.message}, status=403)
    if slug:
        return show_table(request, slug, refusal.status, refusal.message)
    template = "429.html" if refusal.status == 429 else "409.html"
    return render(request, template, {"message": refusal.message}, status=refusal.status)


def at_table(service: Service) -> View:
    """A POST at a table: run the service and answer with the table, or go where the match goes on."""

    @require_POST
    @never_cache
    @wraps(service)
    def view(request: HttpRequest, slug: str) -> HttpResponse:
        try:
            done = service(request, slug)
        except Refused as refusal:
            return refused(request, refusal, slug)
        if wants_fragment(request) and not wants_json(request) and done.slug == slug:
            return show_table(request, slug, known=done.snapshot)
        return going_to(request, table_url(done.slug), done.seq)

    return view


def become_somebody(request: HttpRequest) -> HttpResponse | None:
    """Make a visitor of pages a guest, so that one click is enough. Returns a refusal, or None when all is well.

    A program has to sign in by itself: it gets 403.
    """
    if request.user.is_authenticated:
        return None
    if wants_json(request):
        return as_json(403, error=_("Sign in, or play as a guest, to take a seat."))
    refusal: HttpResponse | None = import_string(settings.GAMES_WELCOME_GUEST)(request)
    return refusal
