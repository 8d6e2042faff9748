"""The only writer of accounts: signing up, guests, preferences, leaving for good."""

import logging
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, models, transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts import emails, usernames
from accounts.guest_names import guest_name
from accounts.models import NameKey, User

log = logging.getLogger(__name__)
GUEST_TRIES = 20
MAX_COACHED = 60


class NameTaken(Exception):
    """Somebody has this name or one that looks like it."""


def is_name_taken(name: str, but: User | None = None) -> bool:
    """True when somebody else's name is equal without regard to case, or looks alike."""
    clashes = NameKey.objects.filter(key__in=usernames.name_keys(name))
    return clashes.exclude(user=but).exists() if but and but.pk else clashes.exists()


def sign_up(user: User, username: str, email: str, password: str, prefs: dict[str, Any] | None = None) -> User:
    """Make `user` (a new row or a guest's) a member, and claim the address for it. Raises NameTaken.

    Whether the address is somebody's already changes nothing that the person signing up can see: docs/decisions.md,
    "Signing in at once without telling whose addresses are known". `prefs`: appearance chosen before signing up.
    """
    user.username, user.is_guest = username, False
    user.set_password(password)
    for field, value in (prefs or {}).items():
        setattr(user, field, value)
    try:
        _save_member(user, email)
    except IntegrityError:
        if is_name_taken(username, but=user):
            raise NameTaken from None
        _save_member(user, "")  # the address went to somebody else in this very moment
    return user


def _save_member(user: User, email: str) -> None:
    user.email = email if email and emails.is_free(email) else ""
    with transaction.atomic():
        user.save()
        if email:
            emails.claim(user, email)


def create_guest(prefs: dict[str, Any] | None = None) -> User:
    """A new guest with a friendly name and no way to log in again but the session."""
    for attempt in range(GUEST_TRIES):
        user = User(username=guest_name(long=attempt > GUEST_TRIES // 2), is_guest=True, **(prefs or {}))
        user.set_unusable_password()
        try:
            user.save()
        except IntegrityError:
            continue
        return user
    raise RuntimeError("no free name for a guest")


def save_preferences(user: User, values: dict[str, Any]) -> None:
    """Store preferences (names and values as accounts.preferences.PreferencesForm cleans them)."""
    for field, value in values.items():
        setattr(user, field, value)
    user.save(update_fields=list(values))


def dismiss_hint(user: User, hint: str) -> None:
    """Remember that a coach's hint was dismissed; at most 60 are kept."""
    with transaction.atomic():
        row = User.objects.select_for_update().get(pk=user.pk)
        if hint not in row.coached and len(row.coached) < MAX_COACHED:
            row.coached = [*row.coached, hint]
            row.save(update_fields=["coached"])


def signed_out(user_id: int) -> None:
    """Close the sockets of somebody whose sessions ended. Their pages open them again if they may."""
    for path in settings.ACCOUNTS_SIGNED_OUT:
        import_string(path)(user_id)


def delete_account(user: User) -> bool:
    """Delete a person: tables first (settings.ACCOUNTS_DELETING), then the row and all that is personal in it.

    From the first line on nobody can act as this person. False when another part could not let go: the account stays
    shut and accounts.tasks.finish_deletions tries again.
    """
    user_id = user.pk
    User.objects.filter(pk=user_id).update(is_active=False, deleting_since=timezone.now())
    signed_out(user_id)
    try:
        for path in settings.ACCOUNTS_DELETING:
            import_string(path)(user)
        with transaction.atomic():
            User.objects.filter(pk=user_id).delete()
    except Exception:
        log.exception("the account %s could not be deleted yet", user_id)
        return False
    return True


def finish_deletions() -> int:
    """Try again to delete accounts that are on their way out; how many went."""
    return sum(delete_account(user) for user in User.objects.filter(deleting_since__isnull=False))


def drop_idle_guests(days: int = 30) -> int:
    """Delete guests who came `days` ago or earlier and whom nothing refers to; how many went."""
    since = timezone.now() - timedelta(days=days)
    idle = User.objects.filter(is_guest=True, date_joined__lt=since)
    for relation in User._meta.related_objects:
        if relation.related_model is not NameKey:
            reference = relation.related_model._default_manager.filter(**{relation.field.name: models.OuterRef("pk")})
            idle = idle.exclude(models.Exists(reference))
    return idle.delete()[1].get(User._meta.label, 0)


def export(user: User) -> dict[str, Any]:
    """Everything the account itself holds about a person, as plain JSON values."""
    return {
        "username": user.username,
        "guest": user.is_guest,
        "joined": user.date_joined.isoformat(),
        "last_login": user.last_login.isoformat() if user.last_login else None,
        "emails": emails.addresses(user),
        "preferences": {
            field: getattr(user, field)
            for field in ("language", "theme", "card_style", "motion", "sound", "auto_pickup", "confirm", "coached")
        },
    }
