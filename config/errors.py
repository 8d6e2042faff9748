"""The pages for requests that were refused before any view ran."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose token is no longer good: a page that says so and leads back, or JSON where asked for."""
    if request.accepts("text/html"):
        return render(request, "403_csrf.html", {"reason": reason}, status=403)
    error = _("This page was open for too long. Reload it and try again.")
    return JsonResponse({"ok": False, "seq": None, "error": error, "url": None}, status=403)
