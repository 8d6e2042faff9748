"""Shutting people out for a time: the only writer of bans."""

import logging
from datetime import UTC, datetime
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from accounts import services
from accounts.answers import as_json, wants_json
from accounts.models import Ban, User

log = logging.getLogger(__name__)
FOR_GOOD: Final = datetime(9999, 1, 1, tzinfo=UTC)  # in User.banned_until


def ban(user: User, reason: str, until: datetime | None, by: User | None = None) -> Ban:
    """Shut a person out until then (None: for good). The newest ban is the one that holds.

    Nothing is done as this person from here on: sessions are no good, sockets close, tables and tournaments go on
    without them. When the time has come they may log in again, without anybody's doing.
    """
    with transaction.atomic():
        _end(user)
        row = Ban.objects.create(user=user, reason=reason, until=until, by=by)
        User.objects.filter(pk=user.pk).update(banned_until=until or FOR_GOOD)
    user.banned_until = until or FOR_GOOD
    services.signed_out(user.pk)
    settle(row)
    return row


def lift(user: User) -> bool:
    """Let somebody in before the time. False if they were not shut out."""
    with transaction.atomic():
        lifted = _end(user)
        User.objects.filter(pk=user.pk).update(banned_until=None)
    user.banned_until = None
    return lifted


def _end(user: User) -> bool:
    return bool(_holding().filter(user=user).update(lifted_at=timezone.now()))


def _holding() -> Any:
    return Ban.objects.filter(Q(until=None) | Q(until__gt=timezone.now()), lifted_at=None)


def of(user: User) -> Ban | None:
    """The ban that keeps somebody out now."""
    return _holding().filter(user=user).order_by("-pk").first() if user.is_banned else None


def settle(row: Ban) -> bool:
    """Have the other parts let go (settings.ACCOUNTS_BANNED). False if one could not; settle_all tries again."""
    try:
        for path in settings.ACCOUNTS_BANNED:
            import_string(path)(row.user)
    except Exception:
        log.exception("the tables of the banned account %s could not be left yet", row.user_id)
        return False
    Ban.objects.filter(pk=row.pk).update(settled=True)
    return True


def settle_all() -> int:
    """Settle the bans that a failure cut off; how many were."""
    return sum(settle(row) for row in _holding().filter(settled=False).select_related("user"))


def said(row: Ban) -> str:
    """Why somebody is shut out and until when, in words for them."""
    if row.until is None:
        return _("This account is shut for good. The reason: %(reason)s") % {"reason": row.reason}
    until = date_format(timezone.localtime(row.until), "DATETIME_FORMAT")
    return _("This account is shut until %(until)s. The reason: %(reason)s") % {"until": until, "reason": row.reason}


def shut_out(request: HttpRequest, row: Ban) -> HttpResponse:
    """The answer to a log-in of somebody who is banned; they have given the right password."""
    if wants_json(request):
        return as_json(error=said(row), status=403)
    return render(request, "account/banned.html", {"ban": row}, status=403)
