"""Where allauth asks the site: names, mails, log-in and log-out."""

import time
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.forms import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import rotate_token
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts import bans, emails, preferences, services, usernames
from accounts.answers import as_json, wants_json

SIGNED_IN_AT = "signed_in_at"  # session key; seconds since the epoch
WRONG = _("The name or e-mail and the password do not go together.")


class Adapter(DefaultAccountAdapter):
    """allauth with the site's names, its silence about addresses, and limits that lock nobody out."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_taken": _("This name is taken, or looks like one that is. Please choose another."),
        "username_password_mismatch": WRONG,
        "email_password_mismatch": WRONG,
        "too_many_login_attempts": _("Too many tries from here. Please wait a few minutes, or reset your password."),
        "rate_limited": _("That was a lot at once. Please wait a minute and try again."),
        "incorrect_password": _("This is not your password."),
        "enter_current_password": _("This is not your current password."),
        "invalid_password_reset": _("This link has been used or is too old. Please ask for a new one."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name as it will be stored, or a ValidationError that says what is allowed."""
        try:
            username = usernames.check(username)
        except usernames.NameRefused as refusal:
            raise ValidationError(refusal.message, code=refusal.code) from refusal
        if not shallow and services.is_name_taken(username):
            raise self.validation_error("username_taken")
        return username

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Mark an address as proven; accounts that gave it before without proof give way."""
        if email_address.can_set_verified():
            emails.make_way(email_address)
        return super().confirm_email(request, email_address)

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Ask to prove the address, or tell its owner that somebody else gave it. One mail either way."""
        address = emailconfirmation.email_address
        if not emails.is_owned_by_another(address):
            super().send_confirmation_mail(request, emailconfirmation, signup)
            return
        reset_url = request.build_absolute_uri(reverse("account_reset_password"))
        context = {"user": address.user, "owner": emails.owner(address.email), "password_reset_url": reset_url}
        self.send_mail("account/email/address_in_use", address.email, context)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: AbstractBaseUser,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Write only to proven addresses: an unproven one may be a stranger's."""
        proven = EmailAddress.objects.filter(user_id=user.pk, verified=True)
        if email:
            # allauth names the address that was just given up; it was this person's, its row is gone by now.
            super().send_notification_mail(template_prefix, user, context, email)
        elif address := proven.order_by("-primary").first():
            super().send_notification_mail(template_prefix, user, context, address.email)

    def post_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> HttpResponse:
        """After log-in the browser asks for the person's language."""
        request.session[SIGNED_IN_AT] = time.time()
        response = super().post_login(request, user, **kwargs)
        if user.language:
            preferences.remember_language(response, user.language)
        return response

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Ask for the password again before a change of address, unless this session began a moment ago."""
        age = time.time() - self.request.session.get(SIGNED_IN_AT, 0)
        required: bool = super().is_reauthentication_required(app=app, **kwargs)
        return required and age > app_settings.REAUTHENTICATION_TIMEOUT

    def logout(self, request: HttpRequest) -> None:
        """End the session, then the sockets that were opened with it.

        The new CSRF token tells a page that Back brings up from the browser's memory that it is out of date.
        """
        user_id = request.user.pk
        super().logout(request)
        rotate_token(request)
        if user_id:
            services.signed_out(user_id)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count failures per account *and* address: a stranger's failures never shut the owner out."""
        key = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{usernames.fold(key)}:{self.get_client_ip(request)}"

    def get_client_ip(self, request: HttpRequest) -> str:
        """The visitor's address as the trusted proxies tell it; empty where there is none.

        A request that came past a proxy, with fewer addresses than there are proxies, is its sender's own.
        """
        try:
            return str(super().get_client_ip(request))
        except ImproperlyConfigured:
            return str(request.META.get("REMOTE_ADDR", ""))
        except PermissionDenied:
            return ""

    def pre_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> HttpResponse | None:
        """Tell somebody who is banned why, and until when. They have just given their password."""
        ban = bans.of(user)
        return bans.shut_out(request, ban) if ban is not None else super().pre_login(request, user, **kwargs)

    def is_ajax(self, request: HttpRequest) -> bool:
        """True when the site's JSON answer was asked for."""
        return wants_json(request)

    def ajax_response(
        self,
        request: HttpRequest,
        response: HttpResponse,
        redirect_to: str | None = None,
        form: Any = None,
        data: Any = None,
    ) -> JsonResponse:
        """allauth's outcome in the shape that all the site's POSTs answer with; what has it already stays as it is."""
        if isinstance(response, JsonResponse):
            return response
        error = None
        if not redirect_to and form is not None and form.is_bound:
            error = " ".join(str(text) for texts in form.errors.values() for text in texts) or None
        status = max(400, response.status_code) if error else (200 if redirect_to else response.status_code)
        return as_json(error=error, url=redirect_to, status=status, cookies=response)
