"""The answers to requests that no view of ours answered: a page with a way on, or JSON where that was asked for."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views import defaults

from accounts.answers import as_json, wants_json


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form whose token is no longer good."""
    if wants_json(request):
        return as_json(status=403, error=_("This page was open for too long. Reload it and try again."))
    return render(request, "403_csrf.html", {"reason": reason}, status=403)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that cannot be read: a broken body, far too many fields."""
    if wants_json(request):
        return as_json(status=400, error=_("This request cannot be read."))
    return defaults.bad_request(request, exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Something that is not for this reader."""
    if wants_json(request):
        return as_json(status=403, error=_said(exception) or _("This is not for you."))
    return defaults.permission_denied(request, exception)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """An address that leads nowhere."""
    if wants_json(request):
        return as_json(status=404, error=_said(exception) or _("There is nothing at this address."))
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """A fault of ours."""
    if wants_json(request):
        return as_json(status=500, error=_("Something went wrong here."))
    return defaults.server_error(request)


def _said(exception: Exception) -> str:
    """The words a view gave its refusal; Django's own hold no text for people."""
    said = exception.args[0] if exception.args else ""
    return said if isinstance(said, str) else ""
