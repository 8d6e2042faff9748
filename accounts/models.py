"""The custom user. Everything else about a person hangs on this row."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import usernames


def validate_username(name: str) -> None:
    """Raise ValidationError with the reason when a name is not made as names are. Reserved words pass: see forms."""
    try:
        usernames.check_letters(name)
    except usernames.NameRefused as refusal:
        raise ValidationError(refusal.message, code=refusal.code) from refusal


class Users(UserManager["User"]):
    """Finds people by name without regard to case."""

    def named(self, name: str) -> "User | None":
        """The person of this name, in any spelling of case; None when there is none."""
        return self.filter(username_key=usernames.fold(name)).first()

    def all_named(self, names: Iterable[str]) -> dict[str, "User"]:
        """The people of these names, by the spelling given, in one query. Names that nobody has are left out."""
        keys = {name: usernames.fold(name) for name in names}
        found = {user.username_key: user for user in self.filter(username_key__in=set(keys.values()), is_active=True)}
        return {name: found[key] for name, key in keys.items() if key in found}

    def get_by_natural_key(self, username: str | None) -> "User":
        """What Django's own log-in and commands look people up by."""
        return self.get(username_key=usernames.fold(username or ""))


class User(AbstractUser):
    """A person with a seat at the site: a member, or a guest until they sign up.

    `username_key` and the rows of NameKey follow the name at every save(); a name that clashes raises IntegrityError,
    from the database, whoever else is saving at the same moment. `email` is the address that is this account's alone:
    the first account to give it, until somebody proves it to be theirs. Other claims are rows of allauth's
    EmailAddress (docs/decisions.md).
    """

    class Theme(models.TextChoices):
        SYSTEM = "system", _("As the device")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    class CardStyle(models.TextChoices):
        CLASSIC = "classic", _("Classic")
        LARGE = "large", _("Large numerals")

    class Motion(models.TextChoices):
        SYSTEM = "system", _("As the device")
        ON = "on", _("Moving")
        REDUCED = "reduced", _("Still")

    first_name = None  # type: ignore[assignment]  # one name is all we ask for
    last_name = None  # type: ignore[assignment]

    username = models.CharField(
        _("user name"),
        max_length=usernames.MAX_LENGTH,
        unique=True,
        validators=[validate_username],
        error_messages={"unique": _("This name is taken, or looks like one that is.")},
    )
    username_key = models.CharField(max_length=3 * usernames.MAX_LENGTH, unique=True, editable=False)
    email = models.EmailField(_("e-mail"), blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    deleting_since = models.DateTimeField(null=True, blank=True, editable=False)  # the account is on its way out

    banned_until = models.DateTimeField(null=True, blank=True, editable=False)  # of the newest Ban; bans.FOR_GOOD

    # Preferences. An empty language means: as the browser asks.
    language = models.CharField(_("language"), max_length=10, blank=True, default="")
    theme = models.CharField(_("colours"), max_length=8, choices=Theme, default=Theme.SYSTEM)
    card_style = models.CharField(_("cards"), max_length=8, choices=CardStyle, default=CardStyle.CLASSIC)
    motion = models.CharField(_("motion"), max_length=8, choices=Motion, default=Motion.SYSTEM)
    sound = models.BooleanField(_("sound"), default=False)
    auto_pickup = models.BooleanField(_("pick up by itself"), default=False)
    confirm = models.BooleanField(_("confirm each play"), default=True)
    coached = models.JSONField(default=list, blank=True, editable=False)  # ids of hints that were dismissed

    objects = Users()

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints = [
            models.UniqueConstraint(Lower("email"), condition=~models.Q(email=""), name="one_account_per_email"),
        ]
        indexes = [
            models.Index(
                fields=["deleting_since"], condition=models.Q(deleting_since__isnull=False), name="user_on_the_way_out"
            )
        ]

    def __str__(self) -> str:
        return self.username

    @property
    def is_banned(self) -> bool:
        """Whether the person is shut out at this moment."""
        return self.banned_until is not None and self.banned_until > timezone.now()

    def get_full_name(self) -> str:
        """One name is all we ask for."""
        return self.username

    def get_short_name(self) -> str:
        """One name is all we ask for."""
        return self.username

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store the row and, when the name may have changed, its keys."""
        fields = kwargs.get("update_fields")
        if fields is not None and "username" not in fields:
            super().save(*args, **kwargs)
            return
        self.username = usernames.normalise(self.username)
        self.username_key = usernames.fold(self.username)
        if fields is not None:
            kwargs["update_fields"] = {*fields, "username_key"}
        with transaction.atomic():
            super().save(*args, **kwargs)
            NameKey.objects.filter(user=self).delete()
            NameKey.objects.bulk_create(NameKey(key=key, user=self) for key in usernames.name_keys(self.username))


class NameKey(models.Model):
    """How a name looks (usernames.name_keys): one or two rows a person, no row twice, so no two names look alike."""

    key = models.CharField(max_length=255, primary_key=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="name_keys")

    def __str__(self) -> str:
        return self.key


class Ban(models.Model):
    """Somebody was shut out: why, by whom, until when. Kept as long as the account; written by accounts.bans alone."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="bans")
    by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="bans_given")
    reason = models.CharField(_("reason"), max_length=500)
    since = models.DateTimeField(auto_now_add=True)
    until = models.DateTimeField(null=True)  # null: for good
    lifted_at = models.DateTimeField(null=True)  # ended before its time
    settled = models.BooleanField(default=False)  # tables and tournaments have been left

    class Meta:
        verbose_name = _("ban")
        verbose_name_plural = _("bans")

    def __str__(self) -> str:
        return f"{self.user} {self.since:%Y-%m-%d}"
