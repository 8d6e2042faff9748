"""Pages made of several apps: home, rules, profile."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path

from config.rules_text import NUMBER_CARDS, OPTION_GROUPS


def home(request: HttpRequest) -> HttpResponse:
    """Show what one can do here."""
    return render(request, "pages/home.html")


def rules(request: HttpRequest) -> HttpResponse:
    """Explain the game in plain words."""
    return render(request, "pages/rules.html", {"number_cards": NUMBER_CARDS, "option_groups": OPTION_GROUPS})


def tournaments(request: HttpRequest) -> HttpResponse:
    """Say that tournaments are not here yet, and what to do meanwhile."""
    return render(request, "pages/tournaments.html")


urlpatterns = [
    path("", home, name="home"),
    path("rules/", rules, name="rules"),
]
