"""The cast of the account tests, and what they do again and again."""

import re
from typing import Any

from django.core import mail
from django.test import Client

from accounts.models import User

PASSWORD = "correct horse 9"


def sign_up(client: Client, username: str, email: str = "", follow: bool = False, **more: Any) -> Any:
    """Post the sign-up form."""
    form = {"username": username, "email": email or f"{username}@example.org"} | more
    return client.post("/accounts/signup/", {"password1": PASSWORD, "password2": PASSWORD} | form, follow=follow)


def log_in(client: Client, login: str, password: str = PASSWORD, **more: Any) -> Any:
    """Post the log-in form."""
    return client.post("/accounts/login/", {"login": login, "password": password} | more)


def member(username: str, email: str = "", verified: bool = True) -> User:
    """Somebody who signed up a while ago."""
    from allauth.account.models import EmailAddress

    email = email or f"{username.lower()}@example.org"
    user = User.objects.create_user(username, email, PASSWORD)
    EmailAddress.objects.create(user=user, email=email, verified=verified, primary=True)
    return user


def who(client: Client) -> User | None:
    """Whose session this is."""
    user_id = client.session.get("_auth_user_id")
    return User.objects.filter(pk=user_id).first() if user_id else None


def link_in_mail(index: int = -1) -> str:
    """The path of the only link in a mail."""
    found = re.findall(r"https?://[^/\s]+(/\S+)", mail.outbox[index].body)
    return str(found[0])
