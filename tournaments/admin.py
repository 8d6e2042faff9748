"""Tournaments in the admin: to read, and to change where that changes nothing that has begun.

The secret shows once an event is over; rounds, tables, entries and the log are never changed here: the organiser's
tools do that, and write it down.
"""

from typing import Any, Final

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest

from tournaments.formats import FORMATS
from tournaments.models import Entry, LogLine, Round, Series, Tournament
from tournaments.services.editing import change
from tournaments.services.locked import BEFORE, ENDED, locked

CHANGEABLE: Final = (
    "name", "starts_at", "registration_opens_at", "checkin_minutes", "grace_seconds", "break_seconds", "round_minutes",
    "late_rounds", "min_players", "max_players", "min_games", "guests", "invite_only",
)  # fmt: skip


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


class FormatFilter(admin.SimpleListFilter):
    """By the formats there are, without asking every event for its own."""

    title = "format"
    parameter_name = "format"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Their names."""
        return [(name, name) for name in FORMATS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> QuerySet[Tournament]:
        """The events of the one that is asked for."""
        return queryset.filter(format=self.value()) if self.value() else queryset


class EntryInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Who is in."""

    model = Entry
    fields = ("number", "user", "bot", "status", "checked_in", "barred", "misses", "first_round", "place")
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        """With the people, whose names are shown."""
        return super().get_queryset(request).select_related("user")


class RoundInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """The rounds, without the secrets of duplicate deals."""

    model = Round
    fields = ("number", "stage", "status", "starts_at", "ends_at", "ended_at")
    extra = 0


@admin.register(Tournament)
class TournamentAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Events. What may change before the start goes through the same service as the organiser's form."""

    list_display = ("name", "slug", "status", "format", "starts_at", "round", "paused", "failures", "due_at")
    list_filter = ("status", FormatFilter, "paused")
    search_fields = ("name", "slug")
    inlines = (EntryInline, RoundInline)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Only before the start."""
        before = not isinstance(obj, Tournament) or obj.status in BEFORE
        return before and bool(request.user.has_perm("tournaments.change_tournament"))  # type: ignore[union-attr]

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whoever may view or change tournaments."""
        user = request.user
        return user.has_perm("tournaments.view_tournament") or user.has_perm("tournaments.change_tournament")

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        """All columns, without what is secret while it matters."""
        names = [field.name for field in Tournament._meta.fields if field.name != "password"]
        if not isinstance(obj, Tournament) or obj.status not in ENDED:
            names.remove("secret")
        return names

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        """Everything but what may change before the start."""
        return [name for name in self.get_fields(request, obj) if name not in CHANGEABLE]

    def save_model(self, request: HttpRequest, obj: Any, form: ModelForm, is_change: bool) -> None:  # type: ignore[type-arg]
        """Under the lock, and in the log. An event that has begun meanwhile is left as it is."""
        columns = {name: form.cleaned_data[name] for name in form.changed_data if name in CHANGEABLE}
        with locked(obj.pk) as event:
            starts_at = event.tournament.starts_at
            if columns.get("starts_at") == starts_at.replace(microsecond=0):
                del columns["starts_at"]  # the field shows seconds, and nobody touched it
            if event.begun or not columns:
                event.nothing()
            else:
                change(event, request.user, columns)


@admin.register(Series)
class SeriesAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Recurring events: the template holds for dates not announced yet."""

    list_display = ("name", "every", "weekday", "time", "timezone", "organiser", "active")
    list_filter = ("active", "every")
    list_select_related = ("organiser",)
    exclude = ("template",)
    readonly_fields = ("key", "organiser", "first_at")

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """The form of the site makes them."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Switch it off instead."""
        return False


@admin.register(LogLine)
class LogLineAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """What was done to events, by whom, why."""

    list_display = ("tournament", "at", "kind", "by", "data")
    list_select_related = ("tournament", "by")
    list_filter = ("kind",)
    search_fields = ("tournament__slug__exact",)
    ordering = ("-pk",)
