"""The log in the admin: to read, never to change, and without anything that would help somebody who plays."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from games.models import Block, Match, MatchEvent, Seat
from games.selectors import record_is_open
from games.services import Refused, is_removable, remove


class ReadOnly:
    """Nobody adds, changes or deletes here."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """No."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """No."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """No."""
        return False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """By the listed filters alone: asking for one column after the other would tell what is in a hidden one."""
        return lookup.split("__")[0] in getattr(self, "list_filter", ())


class Unsealed(ReadOnly):
    """A sealed table shows to its seats alone, so not here either: 403, and in no list."""

    def match_of(self, obj: Any) -> Match:
        """The match a row is or belongs to."""
        match: Match = obj if isinstance(obj, Match) else obj.match
        return match

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whoever may read here, but nobody while the table is sealed."""
        allowed: bool = super().has_view_permission(request, obj)  # type: ignore[misc]
        return allowed and (obj is None or not self.match_of(obj).sealed)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The lists are without sealed tables; a page of its own is refused, not missing."""
        rows: QuerySet[Any] = super().get_queryset(request)  # type: ignore[misc]
        asked = request.resolver_match
        if asked is not None and "object_id" in asked.kwargs:
            return rows
        return rows.filter(**{"sealed" if rows.model is Match else "match__sealed": False})


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Who sits where."""

    model = Seat
    fields = ("index", "user", "bot", "taken", "misses", "away", "left", "bank_ms", "place")
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        """With the people, whose names are shown."""
        return super().get_queryset(request).select_related("user")


@admin.register(Match)
class MatchAdmin(Unsealed, admin.ModelAdmin):  # type: ignore[type-arg]
    """Matches. The secret shows once the match is over and its event has opened it.

    An ended one can be removed, for somebody's privacy: by itself, not from the list.
    """

    list_display = ("slug", "status", "size", "pace", "visibility", "round", "seq", "due_at", "failures", "created_at")
    list_filter = ("status", "pace", "visibility")
    search_fields = ("slug__startswith", "event_key__startswith")  # what has an index
    inlines = (SeatInline,)
    actions = None

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Of a game that has ended, whoever may delete matches."""
        allowed = request.user.has_perm("games.delete_match")  # type: ignore[union-attr]
        return allowed and (not isinstance(obj, Match) or is_removable(obj))

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> tuple[Any, ...]:
        """Seats and log go with the match: nobody needs leave for each of them."""
        return [str(match) for match in objs], {"matches": len(objs)}, set(), []

    def delete_model(self, request: HttpRequest, obj: Match) -> None:
        """Through the service, which looks once more."""
        try:
            remove(obj.slug)
        except Refused as refusal:
            self.message_user(request, refusal.message, messages.ERROR)

    def get_fields(self, request: HttpRequest, obj: Match | None = None) -> list[str]:
        """All columns but the secret of a match that is not open."""
        names = [field.name for field in Match._meta.fields]
        if obj is None or not record_is_open(obj):
            names.remove("secret")
        return names


@admin.register(MatchEvent)
class MatchEventAdmin(Unsealed, admin.ModelAdmin):  # type: ignore[type-arg]
    """The log. Deals, and what was chosen in secret, show once the match is open."""

    list_display = ("match", "seq", "round", "kind", "seat", "shown_action", "by", "at")
    list_select_related = ("match",)
    search_fields = ("match__slug__exact",)
    ordering = ("-pk",)
    fields = ("match", "seq", "round", "kind", "seat", "shown_action", "by", "at", "hash", "shown_data")

    @admin.display(description="action")
    def shown_action(self, event: MatchEvent) -> str:
        """The action; a choice of 3UP only that there was one."""
        hidden = event.action.startswith("up ") and not record_is_open(event.match)
        return "up" if hidden else event.action

    @admin.display(description="data")
    def shown_data(self, event: MatchEvent) -> Any:
        """The data; nothing of a deal before the match is open."""
        hidden = event.kind == MatchEvent.Kind.DEALT and not record_is_open(event.match)
        return "hidden until the match is open" if hidden else event.data


@admin.register(Block)
class BlockAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Who wants not to meet whom."""

    list_display = ("blocker", "blocked", "created_at")
    raw_id_fields = ("blocker", "blocked")
