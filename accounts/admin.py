"""People in the admin: who they are and whether they may come in. No passwords, no hidden cards."""

from typing import Any

from allauth.account.models import EmailAddress
from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import services, usernames
from accounts.models import User


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


class EmailAddressInline(admin.TabularInline):
    """The addresses an account gave or proved."""

    model = EmailAddress
    extra = 0


@admin.register(User)
class PersonAdmin(UserAdmin):
    """People. To shut an account, take away "active": its sockets close at once."""

    form = PersonChangeForm
    add_form = PersonCreationForm
    inlines = [EmailAddressInline]
    list_display = ("username", "email", "is_guest", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("username", "username_key", "email")
    readonly_fields = ("date_joined", "last_login", "deleting_since")
    fieldsets = (
        (None, {"fields": ("username", "password", "email", "is_guest")}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Dates"), {"fields": ("date_joined", "last_login", "deleting_since")}),
    )
    add_fieldsets = ((None, {"fields": ("username", "email", "usable_password", "password1", "password2")}),)

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
