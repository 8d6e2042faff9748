"""Checking a password: by user name in any case, or by e-mail, always with the same amount of work."""

from functools import cache
from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.http import HttpRequest

from accounts import emails
from accounts.models import User


class Backend(AuthenticationBackend):
    """Looks people up by `username` (folded), and by `email` among its owner and its latest claimant.

    By name one password is hashed, by e-mail two, whoever exists: the time tells nothing. Of several accounts that
    gave an address nobody has proven, the latest may log in with it; the others have their names.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        """The person whose password this is, or None."""
        password = credentials.get("password")
        if not password:
            return None
        if email := credentials.get("email"):
            latest = emails.claimants(email)
            people = [emails.owner(email), latest[0] if latest else None]
        else:
            people = [User.objects.named(credentials.get("username") or "")]
        right = [person for person in people if self._holds(person, password)]
        if right and not self.user_can_authenticate(right[0]):
            self._stash_user(right[0])  # allauth asks the adapter, which says why
            return None
        return right[0] if right else None

    def user_can_authenticate(self, user: Any) -> bool:
        """Neither shut nor banned at this moment."""
        return super().user_can_authenticate(user) and not user.is_banned

    def _holds(self, person: User | None, password: str) -> bool:
        if person is None or not person.has_usable_password():
            User().set_password(password)
            return False
        return person.check_password(password)

    def get_user(self, user_id: Any) -> User | None:
        """The signed-in person of a session; None once the account is shut, banned or gone."""
        try:
            found = list(User.objects.raw(_by_id(), [int(user_id)]))
        except ValueError:
            return None
        return found[0] if found and self.user_can_authenticate(found[0]) else None


@cache
def _by_id() -> str:
    """The query of every request, written by Django once: that takes longer than running it."""
    text: str = User.objects.filter(pk=0).query.sql_with_params()[0]
    return text
