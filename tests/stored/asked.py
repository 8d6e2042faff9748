"""What the site asks without a page: sweeps, badges, metrics, and the look-ups of signing up and making a table."""

from collections.abc import Callable
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.test import Client, override_settings

import accounts.services
from accounts import emails
from config.metrics import _Rows
from games import api, selectors
from games.models import Match
from games.selectors import lists
from games.services import mail, sweeps, tables
from tests.stored import rows
from tournaments import selectors as events
from tournaments.services import mail as notices

User: Any = get_user_model()


def _as(name: str, ask: Callable[[Any], object]) -> Callable[[], object]:
    return lambda: ask(User.objects.get(username=name))


def _room(user: Any) -> None:
    with override_settings(RATE_LIMITS=True):
        tables._check_room_for_more(user)


def _results() -> None:
    keys = Match.objects.filter(event_key__startswith="stored:").order_by("pk").values_list("event_key", flat=True)
    api.results(list(keys[:16]))


BY_THE_SERVER: Final[dict[str, Callable[[], object]]] = {
    "badge, regular": _as(rows.REGULAR, selectors.turns_of),
    "badge, veteran": _as(rows.VETERAN, selectors.turns_of),
    "readyz": lambda: Client().get("/readyz"),
    "metrics: due rows": lambda: list(_Rows().collect()),
    "sweep: late matches": sweeps.late_matches,
    "sweep: untold results": sweeps.untold_matches,
    "sweep: deserted tables": sweeps.deserted_matches,
    "sweep: mail of turns": mail.matches_to_tell,
    "sweep: due tournaments": events.due_tournaments,
    "sweep: mail of notices": notices.tournaments_to_tell,
    "sweep: deletions": accounts.services.finish_deletions,
    "quick seat": _as(rows.REGULAR, lambda user: (lists.quick_table_of(user), lists.tables_to_join(user))),
    "quick seat, veteran": _as(rows.VETERAN, lambda user: (lists.quick_table_of(user), lists.tables_to_join(user))),
    "room for another table, veteran": _as(rows.VETERAN, _room),
    "games played, veteran": _as(rows.VETERAN, lambda user: api.games_played(user.pk)),
    "results of a round of 16": _results,
    "is an address free": lambda: emails.is_free("person1234@example.org"),
    "whose an address is": lambda: emails.owner("nobody@example.org"),
}
