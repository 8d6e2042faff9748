"""Pages made of several apps: home, rules, profile."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path


def home(request: HttpRequest) -> HttpResponse:
    """Show what one can do here."""
    return render(request, "pages/home.html")


urlpatterns = [path("", home, name="home")]
