"""People in the admin: who they are, whether they may come in, and what admins did. No passwords, no hidden cards."""

from datetime import timedelta
from typing import Any, Final

from allauth.account.admin import EmailAddressAdmin
from allauth.account.models import EmailAddress
from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import bans, emails, services, usernames
from accounts.models import Ban, User

LENGTHS: Final = {
    "1": _("a day"), "7": _("a week"), "30": _("30 days"), "365": _("a year"), "": _("for good"),
}  # fmt: skip


RIGHTS: Final = ("is_staff", "is_superuser", "groups", "user_permissions")


def _ranks_below(person: User, admin_: Any) -> bool:
    """Whether an admin may do things to this person: superusers to everybody, the others to whoever is no admin."""
    return bool(admin_.is_superuser or not (person.is_staff or person.is_superuser))


class BanForm(forms.Form):
    """Why, and for how long."""

    reason = forms.CharField(label=_("Reason, as they will read it"), max_length=500)
    days = forms.ChoiceField(label=_("For"), choices=list(LENGTHS.items()), required=False, initial="7")


class LooksAlike:
    """Refuses a name that looks like somebody's, before the database does."""

    def clean_username(self) -> str:
        """The normalised name."""
        name = usernames.normalise(self.cleaned_data["username"])  # type: ignore[attr-defined]
        if services.is_name_taken(name, but=self.instance):  # type: ignore[attr-defined]
            raise forms.ValidationError(_("This name is taken, or looks like one that is."))
        return name


class PersonCreationForm(LooksAlike, AdminUserCreationForm):
    """A new person, made by the host."""

    class Meta:
        model = User
        fields = ("username", "email")


class PersonChangeForm(LooksAlike, UserChangeForm):
    """A person as the host sees them."""

    class Meta:
        model = User
        fields = "__all__"


class ByName:
    """Search finds people by how their name begins, in any case, or by their whole address: what has an index."""

    search_fields = ("username",)
    search_help_text = _("The beginning of a name")
    person = ""  # the way to the person

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], term: str) -> tuple[Any, bool]:
        """The rows that are searched for, none of them twice."""
        key = usernames.fold(term.strip())
        return queryset.filter(**{f"{self.person}username_key__startswith": key}) if key else queryset, False


class EmailAddressInline(admin.TabularInline):
    """The addresses an account gave or proved."""

    model = EmailAddress
    extra = 0


@admin.register(User)
class PersonAdmin(ByName, UserAdmin):
    """People. To shut an account, take away "active": its sockets close at once."""

    form = PersonChangeForm
    add_form = PersonCreationForm
    inlines = [EmailAddressInline]
    actions = ("ban", "lift_ban")
    list_display = (
        "username", "email", "is_guest", "is_active", "banned_until", "is_staff", "date_joined", "last_login",
    )  # fmt: skip
    list_filter = ("is_guest", "is_active", "is_staff")
    search_help_text = _("The beginning of a name, or a whole address")
    readonly_fields = ("date_joined", "last_login", "deleting_since", "banned_until")
    fieldsets = (
        (None, {"fields": ("username", "password", "email", "is_guest")}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Dates"), {"fields": ("date_joined", "last_login", "deleting_since", "banned_until")}),
    )
    add_fieldsets = ((None, {"fields": ("username", "email", "usable_password", "password1", "password2")}),)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Of people below one's own rank, and of oneself: who sets another admin's password is that admin."""
        below = obj is None or obj.pk == request.user.pk or _ranks_below(obj, request.user)
        return super().has_change_permission(request, obj) and below

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Of people below one's own rank."""
        return super().has_delete_permission(request, obj) and (obj is None or _ranks_below(obj, request.user))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Rights are given by who has them all."""
        fields = super().get_readonly_fields(request, obj)
        return fields if request.user.is_superuser else (*fields, *RIGHTS)  # type: ignore[union-attr]

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], term: str) -> tuple[Any, bool]:
        """By name, or by the account's own address."""
        if "@" in term:
            return emails.with_address(queryset, term.strip()), False
        return super().get_search_results(request, queryset, term)

    @admin.action(permissions=["change"], description=_("Shut out for a time (ban)"))
    def ban(self, request: HttpRequest, queryset: QuerySet[User]) -> HttpResponse | None:
        """Ask for the reason and the length, then shut them out. Nobody bans themselves, or above their rank."""
        people = [person for person in queryset if self._may_ban(request.user, person)]
        form = BanForm(request.POST if "apply" in request.POST else None)
        if not people:
            self.message_user(request, _("You cannot ban yourself or another admin."), messages.ERROR)
            return None
        if not form.is_valid():
            context = {**self.admin_site.each_context(request), "title": _("Shut out"), "people": people, "form": form}
            return TemplateResponse(request, "admin/accounts/ban.html", context)
        days = form.cleaned_data["days"]
        until = timezone.now() + timedelta(days=int(days)) if days else None
        for person in people:
            bans.ban(person, form.cleaned_data["reason"], until, User.objects.get(pk=request.user.pk))
            said = f"Banned until {until:%Y-%m-%d %H:%M}" if until else "Banned for good"
            self.log_change(request, person, f"{said}: {form.cleaned_data['reason']}")
        self.message_user(request, _("They are shut out."))
        return None

    def _may_ban(self, admin_: Any, person: User) -> bool:
        return person.pk != admin_.pk and _ranks_below(person, admin_)

    @admin.action(permissions=["change"], description=_("Let in again (end a ban)"))
    def lift_ban(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """End their bans before the time. What they left stays left."""
        for person in queryset:
            if self._may_ban(request.user, person) and bans.lift(person):
                self.log_change(request, person, "Ban lifted")

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Somebody shut out loses the sockets too."""
        super().save_model(request, obj, form, change)
        if not obj.is_active:
            services.signed_out(obj.pk)

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Leave the tables first, as when people delete themselves."""
        services.delete_account(obj)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        """Each in turn."""
        for user in queryset:
            services.delete_account(user)


class ReadOnly(admin.ModelAdmin):
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


@admin.register(Ban)
class BanAdmin(ByName, ReadOnly):
    """All bans that were. They are given and ended in the list of people."""

    list_display = ("user", "since", "until", "lifted_at", "by", "reason")
    list_select_related = ("user", "by")
    person = "user__"
    ordering = ("-pk",)


@admin.register(LogEntry)
class AuditTrail(ByName, ReadOnly):
    """What was done in the admin, by whom, when."""

    list_display = ("action_time", "user", "action_flag", "content_type", "object_repr", "get_change_message")
    list_filter = ("action_flag", "content_type")
    list_select_related = ("user", "content_type")
    person = "user__"
    ordering = ("-pk",)


admin.site.unregister(EmailAddress)


@admin.register(EmailAddress)
class AddressAdmin(EmailAddressAdmin):
    """The addresses that were given. Search finds them by how they begin: that has an index.

    Only superusers change anything: with an address that counts as proven one gets a new password for any account.
    """

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Superusers alone."""
        return bool(request.user.is_superuser)  # type: ignore[union-attr]

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Superusers alone."""
        return bool(request.user.is_superuser)  # type: ignore[union-attr]

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Superusers alone, or with the account to which it belongs."""
        return super().has_delete_permission(request, obj) and (obj is None or _ranks_below(obj.user, request.user))

    def get_actions(self, request: HttpRequest) -> Any:
        """None for those who only read."""
        return super().get_actions(request) if self.has_change_permission(request) else {}

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        """They are stored in small letters."""
        return ("email__startswith",)
