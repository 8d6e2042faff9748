"""Pages made of several apps: home, rules, profile, download my data."""

import json
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

import accounts.services
from config.rules_text import NUMBER_CARDS, OPTION_GROUPS
from games import selectors, services
from games.presenters import named, option_words
from games.presenters.lobby import lobby_context
from games.views.answers import as_json, going_to, wants_json
from games.views.lobby import one_click_offers
from tournaments.presenters.lists import cards, soon
from tournaments.selectors import lists


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what one can do here: play now, tables, games to watch, tournaments."""
    events = soon(lists.lists(request.user), request.user)
    return render(request, "pages/home.html", {**lobby_context(request.user), **one_click_offers(), "events": events})


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Explain the game in plain words."""
    return render(request, "pages/rules.html", {"number_cards": NUMBER_CARDS, "option_groups": OPTION_GROUPS})


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """Show who somebody is and how their games went. Any spelling of case leads to the one address."""
    person = get_user_model().objects.named(username)
    if person is None or not person.is_active:
        raise Http404(_("There is nobody of this name."))
    if person.username != username:
        return redirect("profile", username=person.username, permanent=True)
    blocked = selectors.blocked_by(request.user) if request.user.is_authenticated else []
    about = {
        "person": person,
        "mine": request.user.pk == person.pk,
        "blocked": blocked,
        "is_blocked": person in blocked,
    }
    return render(request, "pages/profile.html", {**about, **_history(person, request.user), **_tournaments(person)})


@require_POST
def block(request: HttpRequest, username: str) -> HttpResponse:
    """Do not sit at a table with this person again; with `undo`, do."""
    person = get_user_model().objects.named(username)
    if person is None:
        if wants_json(request):
            return as_json(404, error=_("There is nobody of this name."))
        raise Http404(_("There is nobody of this name."))
    if not request.user.is_authenticated:
        if wants_json(request):
            return as_json(403, error=_("Log in first."))
        return redirect_to_login(reverse("profile", args=[person.username]))
    services.set_block(request.user, person, undo=bool(request.POST.get("undo")))
    return going_to(request, reverse("profile", args=[person.username]))


def _history(person: Any, reader: Any) -> dict[str, Any]:
    """`stats`, `places` (every place from first to last reached, with its share of the highest column), `games`."""
    stats = selectors.stats_of(person)
    counted = dict(stats.places)
    most = max(counted.values(), default=1)
    places = [
        {"place": place, "count": counted.get(place, 0), "percent": round(100 * counted.get(place, 0) / most)}
        for place in range(1, max(counted, default=0) + 1)
    ]
    games = [
        {"game": row, "players": named(row.players), "options": option_words(row.options)}
        for row in selectors.games_of(person, reader)
    ]
    return {"stats": stats, "places": places, "games": games}


def _tournaments(person: Any) -> dict[str, Any]:
    """`honours`: tournaments won, and `history`: tournaments finished, as cards."""
    return {"honours": cards(lists.honours(person)), "history": cards(lists.history(person))}


@never_cache
@require_safe
@login_required
def download_data(request: HttpRequest) -> HttpResponse:
    """Everything the site holds about the person who asks, as one JSON file."""
    data = {
        "made_at": timezone.now().isoformat(),
        "account": accounts.services.export(request.user),
        "games": [_game(row) for row in selectors.all_games_of(request.user)],
        "tournaments": lists.export(request.user),
        "blocked": [other.username for other in selectors.blocked_by(request.user)],
    }
    answer = HttpResponse(json.dumps(data, ensure_ascii=False, indent=2), content_type="application/json")
    answer["Content-Disposition"] = 'attachment; filename="3up3down-my-data.json"'
    return answer


def _game(row: selectors.GameRow) -> dict[str, Any]:
    """A finished game as plain JSON values."""
    return {
        "table": row.slug,
        "replay": row.replay_url,
        "ended_at": row.ended_at.isoformat() if row.ended_at else None,
        "place": row.place,
        "left": row.left,
        "players": [{"name": name, "kind": kind} for name, kind in row.players],
        "options": row.options,
    }


urlpatterns = [
    path("", home, name="home"),
    path("rules/", rules, name="rules"),
    path("u/<str:username>/", profile, name="profile"),
    path("u/<str:username>/block/", block, name="block"),
    path("accounts/download/", download_data, name="download_data"),
]
