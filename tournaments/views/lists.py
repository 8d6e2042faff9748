"""Lists of tournaments, their calendar, one's own, and making a new one."""

import json
import secrets
from datetime import date
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.api.options import presets as rule_presets
from games.api.web import Forbidden, Refused, as_json, going_to, wants_fragment, wants_json
from tournaments import services, zones
from tournaments.forms import TournamentForm, preset_values
from tournaments.models import Series
from tournaments.presenters import calendar as calendar_presenter
from tournaments.presenters.lists import cards, list_context, series_card
from tournaments.presenters.preview import beside, tiebreak_items
from tournaments.selectors import lists as selectors

EVERY: Final = {"hourly": Series.Every.HOUR, "daily": Series.Every.DAY, "weekly": Series.Every.WEEK}
USUAL: Final = "swiss"  # the preset that the form starts with
NAMELESS: Final = "1"  # stands for the name that somebody has not typed yet, and is never shown


@never_cache
@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """What runs, can be entered, is announced, has just ended: the page, or for htmx its fragment."""
    template = "tournaments/_lists.html" if wants_fragment(request) else "tournaments/list.html"
    answer = render(request, template, list_context(request.user))
    patch_vary_headers(answer, ["HX-Request", "Cookie"])
    return answer


@never_cache
@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    """`?view=month|week&day=2026-03-01`: what starts when, in the reader's days. Raises BadRequest for other values."""
    view, day = _view(request), _day(request)
    first, end = calendar_presenter.span(view, day)
    midnight = calendar_presenter.midnight
    start, stop = midnight(first), midnight(end)
    rows, announced = selectors.calendar(start, stop, request.user), selectors.announced(start, stop)
    context = {"calendar": calendar_presenter.calendar(view, day, rows, selectors.active_series(), announced)}
    return render(request, "tournaments/calendar.html", context)


@never_cache
@require_safe
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """Tournaments the reader is in, organises and was in."""
    found = selectors.mine(request.user)
    context = {name: cards(getattr(found, name), request.user) for name in ("current", "organised", "past")}
    series = [series_card(one) for one in selectors.active_series(request.user)]
    return render(request, "tournaments/mine.html", {**context, "series": series})


@never_cache
@require_POST
def stop_series(request: HttpRequest, key: str) -> HttpResponse:
    """No more events of a series; what was announced takes place."""
    if not request.user.is_authenticated:
        return (
            as_json(403, error=_("Log in first."))
            if wants_json(request)
            else redirect_to_login(reverse("tournaments:mine"))
        )
    try:
        services.stop(key, request.user)
    except Refused as refusal:
        if wants_json(request):
            return as_json(refusal.status, error=refusal.message)
        if refusal.status == 404:
            raise Http404(refusal.message) from None
        return render(request, "403.html", {"message": refusal.message}, status=refusal.status)
    messages.success(request, _("It will not be announced again. What is on the calendar takes place."))
    return going_to(request, reverse("tournaments:mine"))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Announce a tournament. `?preset=` fills the form with the event of that name."""
    if not request.user.is_authenticated:
        if wants_json(request):
            return as_json(403, error=_("Log in to organise a tournament."))
        return redirect_to_login(request.get_full_path())
    if request.method != "POST":
        return _form_page(request, TournamentForm(initial=_start(request.GET.get("preset", ""))))
    if request.user.is_guest:
        return _refused(request, TournamentForm(request.POST), Forbidden(_("Sign up to organise a tournament.")))
    form = TournamentForm(request.POST)
    if not form.is_valid():
        return as_json(400, error=form.problems()) if wants_json(request) else _form_page(request, form)
    try:
        done = _create(request.user, form, _once(request))
    except Refused as refusal:
        return _refused(request, form, refusal)
    if form.note and not wants_json(request):
        messages.info(request, form.note)
    return going_to(request, reverse("tournaments:event", args=[done.slug]), done.seq)


@never_cache
@require_POST
def about(request: HttpRequest) -> HttpResponse:
    """What the form would make as it stands: the fragment beside it. Nothing is stored."""
    data = request.POST.copy()
    if not data.get("name", "").strip():
        data["name"] = NAMELESS
    if "kept_password" in data and not data.get("password") and data.get("unlock") != "on":
        data["password"] = NAMELESS  # of an event that has one already: nobody can read it
    return render(request, "tournaments/_about.html", beside(TournamentForm(data)))


def _once(request: HttpRequest) -> str:
    """What is the same when a browser sends a form a second time, as it stands; empty for scripts without the field."""
    if not request.POST.get("once"):
        return ""
    fields = sorted((name, values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken")
    return json.dumps(fields)


def _create(user: Any, form: TournamentForm, once: str) -> services.Done:
    """The event, or the first of a series, with its invitations. Raises Refused."""
    every = EVERY.get(form.cleaned_data["repeat"])
    done = services.repeat(user, form.spec(), every, once) if every else services.create(user, form.spec(), once)
    for person in form.cleaned_data["invited"]:
        done = services.invite(done.slug, user, person.get_username())
    return done


def _form_page(request: HttpRequest, form: TournamentForm, status: int = 0) -> HttpResponse:
    filled = form if form.is_bound else TournamentForm({**form.initial, "name": NAMELESS})
    context = {
        "form": form,
        "once": secrets.token_hex(8),
        "presets": preset_values(),
        "rule_presets": rule_presets(),
        "zones": zones.menu(str(form["timezone"].value() or "")),
        "tiebreaks": tiebreak_items(form["tiebreaks"].value()),
        **beside(filled),
    }
    return render(request, "tournaments/new.html", context, status=status or (400 if form.errors else 200))


def _start(preset: str) -> dict[str, Any]:
    found = preset_values()
    return {**found.get(preset, found[USUAL]), "timezone": zones.current()}


def _refused(request: HttpRequest, form: TournamentForm, refusal: Refused) -> HttpResponse:
    if wants_json(request):
        return as_json(refusal.status, error=refusal.message)
    form.add_error(None, refusal.message)
    return _form_page(request, form, refusal.status)


def _view(request: HttpRequest) -> str:
    view = request.GET.get("view", calendar_presenter.VIEWS[0])
    if view not in calendar_presenter.VIEWS:
        raise BadRequest("a calendar shows a month or a week")
    return view


def _day(request: HttpRequest) -> date:
    text = request.GET.get("day", "")
    if not text:
        return timezone.localdate()
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise BadRequest("a day is written as 2026-03-29") from None
    low, high = calendar_presenter.YEARS
    return min(max(day, date(low, 1, 1)), date(high, 12, 31))
