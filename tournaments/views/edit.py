"""Changing an event that has not begun: the form that announced it, filled with what it is."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.api.options import presets as rule_presets
from games.api.web import Conflict, Forbidden, NotFound, Over, Refused, as_json, going_to, wants_json
from tournaments import selectors, services, zones
from tournaments.forms import EditForm, preset_values
from tournaments.models import Tournament
from tournaments.presenters.event_clock import BEFORE, OVER
from tournaments.presenters.event_pods import url_of
from tournaments.presenters.preview import beside, tiebreak_items
from tournaments.selectors import event_page

from .event_posts import refused


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """The form, and what was sent with it. Only the organiser and admins learn whether it was well-formed."""
    tournament = event_page.with_organiser(slug)
    if tournament is not None and not request.user.is_authenticated:
        return as_json(403, error=_("Log in first.")) if wants_json(request) else redirect_to_login(request.path)
    try:
        tournament = _editable(tournament, request.user)
    except Refused as refusal:
        return refused(request, refusal, slug)
    shown = selectors.HARMLESS if selectors.is_entered(tournament) else None
    if request.method != "POST":
        return _page(request, EditForm(tournament), shown)
    form, status = EditForm(tournament, request.POST, shown), 400
    if form.is_valid():
        try:
            done = services.edit(slug, request.user, form.spec(), form.new_password)
            if form.note and not wants_json(request):
                messages.info(request, form.note)
            return going_to(request, url_of(slug), done.seq)
        except services.Problems as refusal:
            for name, text in refusal.problems.items():
                form.add_error(name if name in form.fields else None, text)
        except Refused as refusal:  # somebody entered, or it began, while the form was being filled in
            form.add_error(None, refusal.message)
            status = refusal.status
    return as_json(status, error=form.problems()) if wants_json(request) else _page(request, form, shown, status)


def _editable(tournament: Tournament | None, user: Any) -> Tournament:
    if tournament is None:
        raise NotFound(_("There is no such tournament."))
    if not selectors.may_organise(tournament, user):
        raise Forbidden(_("Only the organiser may do that."))
    if tournament.status in OVER:
        raise Over(_("This tournament is over."))
    if tournament.status not in BEFORE:
        raise Conflict(_("The tournament has begun: this can no longer be changed."))
    return tournament


def _page(request: HttpRequest, form: EditForm, shown: frozenset[str] | None, status: int = 200) -> HttpResponse:
    """The form; of an event that somebody has entered (`shown`) only what may still change."""
    hidden = [] if shown is None else [name for name in form.errors if name in form.fields and name not in shown]
    context = {
        "form": form,
        "tournament": form.event,
        "event_url": url_of(form.event.slug),
        "entered": shown is not None,
        "unseen": [text for name in hidden for text in form.errors[name]],
        "presets": preset_values(),
        "rule_presets": rule_presets(),
        "zones": zones.menu(str(form["timezone"].value() or "")),
        "tiebreaks": tiebreak_items(form["tiebreaks"].value()),
        **beside(form if form.is_bound else EditForm(form.event, QueryDict())),
    }
    return render(request, "tournaments/edit.html", context, status=status)
