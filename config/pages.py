"""Pages made of several apps: home, rules, profile, download my data."""

import json
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import include, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import accounts.services
from config.rules_text import NUMBER_CARDS, OPTION_GROUPS
from games import selectors
from games.presenters import option_words
from games.presenters.lobby import lobby_context
from games.views.lobby import one_click_offers

ALL_GAMES = 1_000_000


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what one can do here: play now, tables, games to watch."""
    return render(request, "pages/home.html", {**lobby_context(request.user), **one_click_offers()})


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Explain the game in plain words."""
    return render(request, "pages/rules.html", {"number_cards": NUMBER_CARDS, "option_groups": OPTION_GROUPS})


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """Say that tournaments are not here yet, and what to do meanwhile."""
    return render(request, "pages/tournaments.html")


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """Show who somebody is and how their games went. Any spelling of case leads to the one address."""
    person = get_user_model().objects.named(username)
    if person is None or not person.is_active:
        raise Http404(_("There is nobody of this name."))
    if person.username != username:
        return redirect("profile", username=person.username, permanent=True)
    mine = request.user.is_authenticated and request.user.pk == person.pk
    return render(request, "pages/profile.html", {"person": person, "mine": mine, **_history(person, request.user)})


def _history(person: Any, reader: Any) -> dict[str, Any]:
    """`stats`, `places` (every place from first to last reached, with its share of the highest column), `games`."""
    stats = selectors.stats_of(person)
    counted = dict(stats.places)
    most = max(counted.values(), default=1)
    places = [
        {"place": place, "count": counted.get(place, 0), "percent": round(100 * counted.get(place, 0) / most)}
        for place in range(1, max(counted, default=0) + 1)
    ]
    games = [{"game": row, "options": option_words(row.options)} for row in selectors.games_of(person, reader)]
    return {"stats": stats, "places": places, "games": games}


@never_cache
@require_safe
@login_required
def download_data(request: HttpRequest) -> HttpResponse:
    """Everything the site holds about the person who asks, as one JSON file."""
    data = {
        "made_at": timezone.now().isoformat(),
        "account": accounts.services.export(request.user),
        "games": [_game(row) for row in selectors.games_of(request.user, limit=ALL_GAMES)],
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
    path("accounts/download/", download_data, name="download_data"),
    path("tournaments/", include(([path("", tournaments, name="list")], "tournaments"))),
]
