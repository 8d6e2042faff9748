"""App configuration of accounts."""

from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """People: sign-up, guests, preferences."""

    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        """A new password ends the other sessions (Django does that) and the sockets opened with them (we do)."""
        from allauth.account import signals

        for signal in (signals.password_changed, signals.password_set, signals.password_reset):
            signal.connect(close_sockets, dispatch_uid="accounts.close_sockets")


def close_sockets(user: Any, **kwargs: Any) -> None:
    """allauth's own hook: somebody has a new password."""
    from accounts import services

    services.signed_out(user.pk)
