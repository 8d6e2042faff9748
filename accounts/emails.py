"""Whose an e-mail address is. The only reader and writer of allauth's EmailAddress rows outside allauth itself.

An address is *claimed* by any number of accounts at sign-up and *owned* by the one that proved it. Nothing an account
can do tells whether another has the address (docs/decisions.md).
"""

from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest
from django.urls import reverse

from accounts.models import User

MAX_CLAIMS = 10  # accounts named in one mail


def is_free(email: str) -> bool:
    """True when no account has the address as its own."""
    return not with_address(User.objects.all(), email).exists()


def claim(user: User, email: str) -> EmailAddress:
    """Note an address given at sign-up, not yet proven."""
    return EmailAddress.objects.create(user=user, email=email.lower(), primary=True, verified=False)


def owner(email: str) -> User | None:
    """The account that proved the address, or that the site's host made with it."""
    proven = EmailAddress.objects.filter(email=email.lower(), verified=True).select_related("user").first()
    if proven:
        return proven.user
    return with_address(User.objects.all(), email).filter(emailaddress__isnull=True).first()


def proven(user: User) -> str:
    """The address of an account that it proved, or that the site's host made it with; empty where there is none."""
    rows = list(EmailAddress.objects.filter(user=user).order_by("-verified", "-primary", "pk")[:1])
    if not rows:
        return user.email
    return str(rows[0].email) if rows[0].verified else ""


def claimants(email: str) -> list[User]:
    """The accounts that gave the address and have not proven it, the latest first."""
    claims = EmailAddress.objects.filter(email=email.lower(), verified=False, primary=True)
    return [claim.user for claim in claims.select_related("user").order_by("-pk")[:MAX_CLAIMS]]


def is_owned_by_another(address: EmailAddress) -> bool:
    """True when somebody else proved this address or holds it by the host's word."""
    person = owner(address.email)
    return person is not None and person.pk != address.user_id


def make_way(address: EmailAddress) -> None:
    """Take the address from accounts that gave it first but never proved it: it is about to be proven."""
    with transaction.atomic():
        with_address(User.objects.all(), address.email).exclude(pk=address.user_id).update(email="")


def with_address(people: QuerySet[User], email: str) -> QuerySet[User]:
    """Of these people whose own address it is, in any case: asked as the constraint is written, for its index."""
    return people.alias(lower_email=Lower("email")).filter(lower_email=email.lower()).exclude(email="")


def addresses(user: User) -> list[dict[str, Any]]:
    """The addresses of an account, for its owner to read."""
    return list(EmailAddress.objects.filter(user=user).order_by("pk").values("email", "verified", "primary"))


def send_reset(request: HttpRequest, email: str, users: list[User]) -> None:
    """One mail with a link for each account, or saying that there is none. One mail whatever the case."""
    adapter = get_adapter(request)
    if not users:
        signup_url = request.build_absolute_uri(reverse("account_signup"))
        adapter.send_mail("account/email/unknown_account", email, {"signup_url": signup_url})
        return
    links = [(user.username, adapter.get_reset_password_from_key_url(reset_key(user))) for user in users]
    adapter.send_mail("account/email/password_reset_key", email, {"links": links})


def reset_key(user: User) -> str:
    """What allauth's page for a new password takes: who, and a token that dies with the old password."""
    return f"{user_pk_to_url_str(user)}-{app_settings.PASSWORD_RESET_TOKEN_GENERATOR().make_token(user)}"
