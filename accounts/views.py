"""Account pages: allauth's views where the site differs from them, and the site's own."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views as allauth
from allauth.account.mixins import AjaxCapableProcessFormViewMixin, RedirectAuthenticatedUserMixin
from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from accounts import preferences, services
from accounts.answers import as_json, wants_json
from accounts.forms import DeleteForm, PreferencesForm
from accounts.models import User

View = Callable[..., HttpResponseBase]
HINT = re.compile(r"[a-z0-9-]{1,40}")

sensitive = method_decorator(sensitive_post_parameters("password", "password1", "password2"), name="dispatch")


class GuestsPass(RedirectAuthenticatedUserMixin):
    """Sends members away from the page, as allauth does, but lets guests in. `limit`: the page's in its rate limits."""

    limit = ""

    @method_decorator(never_cache)
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Skip allauth's own turning-away for guests, and with it the place where it counts."""
        if request.user.is_authenticated and request.user.is_guest:
            limited: HttpResponse | None = ratelimit.consume_or_429(request, action=self.limit)
            return limited or super(RedirectAuthenticatedUserMixin, self).dispatch(request, *args, **kwargs)
        return super().dispatch(request, *args, **kwargs)


@sensitive
class SignupView(GuestsPass, allauth.SignupView):
    """Sign up. A guest keeps the account, with all its games, under a new name."""

    limit = "signup"

    def form_valid(self, form: Any) -> HttpResponse:
        """A name that somebody took in this very moment is an answer like any other."""
        try:
            return super().form_valid(form)
        except services.NameTaken:
            form.add_error("username", _("This name is taken, or looks like one that is. Please choose another."))
            return self.form_invalid(form)


@sensitive
class LoginView(GuestsPass, allauth.LoginView):
    """Log in, also from a guest's session (which then is left behind)."""

    limit = "login"

    def form_invalid(self, form: Any) -> HttpResponse:
        """Who tried too often reads it on the form; programs see it by the status."""
        response: HttpResponse = super().form_invalid(form)
        if form.has_error(NON_FIELD_ERRORS, "too_many_login_attempts"):
            response.status_code = 429
        return response


class ConfirmEmailView(allauth.ConfirmEmailView):
    """Prove an address. Whoever else is signed in stays so: a link in a mail signs nobody out."""

    def logout_other_user(self, confirmation: Any) -> None:
        """Nothing to do: proving an address signs nobody in."""


class EmailView(allauth.EmailView):
    """Change the address. The answer is the same whether a mail went out, was held back, or went to another account."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Say that a mail is on its way, after every change that asks for one."""
        response: HttpResponse = super().post(request, *args, **kwargs)
        asks = "action_add" in request.POST or "action_send" in request.POST
        if asks and response.status_code == 302 and response.headers["Location"] == reverse("account_email"):
            messages.info(request, _("A mail is on its way to that address. It may take a few minutes."))
        return response


class ReauthenticateView(AjaxCapableProcessFormViewMixin, allauth.ReauthenticateView):
    """The password once more. Unlike allauth's own, it answers in JSON where that was asked for."""


class PasswordResetFromKeyView(allauth.PasswordResetFromKeyView):
    """Choose a new password by the link of a mail."""

    def logout(self) -> None:
        """Opening the link (GET) changes nothing; using it ends another person's session in this browser."""
        if self.request.method == "POST":
            super().logout()


def signed_in(view: View) -> View:
    """Send strangers to the log-in page; 403 where JSON was asked for."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated and wants_json(request):
            return as_json(error=_("Log in first."), status=403)
        return login_required(view)(request, *args, **kwargs)

    return wrapper


def members_only(view: View) -> View:
    """Send guests to the sign-up page: they have neither password nor e-mail. Strangers log in first."""

    @wraps(view)
    @signed_in
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_guest:
            if wants_json(request):
                return as_json(error=_("Sign up first."), status=403)
            return redirect("account_signup")
        return view(request, *args, **kwargs)

    return wrapper


def too_many(request: HttpRequest) -> HttpResponse:
    """The answer to a visitor who is over a limit (handler429)."""
    if wants_json(request):
        return as_json(error=_("That was a lot at once. Please wait a minute and try again."), status=429)
    return render(request, "429.html", status=429)


@require_POST
def guest(request: HttpRequest) -> HttpResponse:
    """Play at once: make a guest and go on. Somebody who is signed in already just goes on."""
    return welcome_guest(request) or _go_on(request, next_url(request))


def welcome_guest(request: HttpRequest) -> HttpResponse | None:
    """Sign a visitor in as a new guest, unless somebody is signed in. Returns the refusal when there were too many."""
    if request.user.is_authenticated:
        return None
    limited: HttpResponse | None = ratelimit.consume_or_429(request, action="guest")
    if limited is None:
        user = services.create_guest(preferences.from_cookies(request))
        login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return limited


def next_url(request: HttpRequest) -> str:
    """Where the form asked to go next, if that is on this site; else the home page."""
    url = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())
    return url if safe else settings.LOGIN_REDIRECT_URL


def _go_on(request: HttpRequest, url: str) -> HttpResponse:
    return as_json(url=url) if wants_json(request) else HttpResponseRedirect(url)


def _show(request: HttpRequest, template: str, form: Any) -> HttpResponse:
    """The page with its form; a refused form is a 400."""
    if form.errors and wants_json(request):
        return as_json(error=" ".join(str(text) for texts in form.errors.values() for text in texts), status=400)
    return render(request, template, {"form": form}, status=400 if form.errors else 200)


@never_cache
def edit_preferences(request: HttpRequest) -> HttpResponse:
    """How the reader wants the site: stored with the account, or in cookies without one."""
    user = request.user if request.user.is_authenticated else None
    initial = None if user else preferences.from_cookies(request)
    form = PreferencesForm(request.POST or None, instance=user, initial=initial)
    if request.method != "POST" or not form.is_valid():
        return _show(request, "accounts/preferences.html", form)
    if user:
        services.save_preferences(User.objects.get(pk=user.pk), form.cleaned_data)
    messages.success(request, _("Saved."))
    answer = _go_on(request, reverse("accounts:preferences"))
    preferences.remember(answer, form.cleaned_data)
    return answer


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """The light and dark switch of the header: field `theme`, one of system, light, dark."""
    theme = request.POST.get("theme", "")
    if theme not in preferences.choices("theme"):
        return as_json(error=_("There is no such theme."), status=400)
    if request.user.is_authenticated:
        services.save_preferences(request.user, {"theme": theme})
    answer = as_json() if wants_json(request) else HttpResponse(status=204)
    preferences.remember(answer, {"theme": theme})
    return answer


@require_POST
@signed_in
def dismiss_hint(request: HttpRequest) -> HttpResponse:
    """The coach need not say this again: field `hint`, an id."""
    hint = request.POST.get("hint", "")
    if not HINT.fullmatch(hint):
        return as_json(error=_("There is no such hint."), status=400)
    services.dismiss_hint(request.user, hint)
    return as_json() if wants_json(request) else HttpResponse(status=204)


@never_cache
@sensitive_post_parameters("password")
@signed_in
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account, after asking for the password (a guest: the name)."""
    form = DeleteForm(request.POST or None, user=request.user)
    if request.method != "POST" or not form.is_valid():
        return _show(request, "accounts/delete.html", form)
    user = User.objects.get(pk=request.user.pk)
    request.session.flush()
    services.delete_account(user)
    messages.success(request, _("Your account is deleted. Thank you for playing."))
    return _go_on(request, "/")
