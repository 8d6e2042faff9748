"""Finding a table: the lobby, a new table, and the two ways to play with one click."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import services
from games.forms import TableForm, presets
from games.presenters.lobby import lobby_context
from games.services import Refused
from games.views.answers import (
    as_json,
    become_somebody,
    going_to,
    refused,
    say_where_mail_goes,
    table_url,
    wants_fragment,
    wants_json,
)


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the lists of tables: the page, or for htmx its fragment."""
    template = "games/_lobby.html" if wants_fragment(request) else "games/lobby.html"
    answer = render(request, template, {**lobby_context(request.user), **one_click_offers()})
    patch_vary_headers(answer, ["HX-Request", "Cookie"])
    return answer


def one_click_offers() -> dict[str, services.Offer]:
    """`play_offer` and `quick_offer`: the commitments of the tables that the one-click forms of a page may make."""
    return {"play_offer": services.offer(), "quick_offer": services.offer()}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Create a table and sit down at seat 0. `?preset=` fills the form with the rules of that name."""
    if request.method != "POST":
        return _form_page(request, TableForm(initial=presets().get(request.GET.get("preset", ""))))
    refusal = become_somebody(request)
    if refusal is not None:
        return refusal
    form = TableForm(request.POST)
    if not form.is_valid():
        return as_json(400, error=form.problems()) if wants_json(request) else _form_page(request, form)
    try:
        spec = form.spec()
        done = services.create_table(request.user, spec)
    except Refused as refused_:
        if wants_json(request):
            return as_json(refused_.status, error=refused_.message)
        form.add_error(None, refused_.message)
        return _form_page(request, form, refused_.status)
    say_where_mail_goes(request, spec.pace)
    return going_to(request, table_url(done.slug), done.seq)


def _form_page(request: HttpRequest, form: TableForm, status: int = 0) -> HttpResponse:
    """The form with a fresh ticket: the commitment shown is that of the table which sending it will make."""
    offer = services.offer()
    context = {"form": form, "presets": presets(), "commitment": offer.commitment, "ticket": offer.ticket}
    return render(request, "games/new.html", context, status=status or (400 if form.errors else 200))


@require_POST
@never_cache
def play_now(request: HttpRequest) -> HttpResponse:
    """Play against three bots at once."""
    return _one_click(request, quick=False)


@require_POST
@never_cache
def quick_seat(request: HttpRequest) -> HttpResponse:
    """Take the next seat with people; with `fill` bots complete a new table after a minute."""
    return _one_click(request, quick=True)


def _one_click(request: HttpRequest, quick: bool) -> HttpResponse:
    refusal = become_somebody(request)
    if refusal is not None:
        return refusal
    nonce, ticket = request.POST.get("nonce", ""), request.POST.get("ticket", "")
    try:
        if quick:
            done = services.quick_seat(request.user, bool(request.POST.get("fill")), nonce, ticket)
        else:
            done = services.play_now(request.user, nonce, ticket)
    except Refused as refused_:
        return refused(request, refused_)
    return going_to(request, table_url(done.slug), done.seq)
