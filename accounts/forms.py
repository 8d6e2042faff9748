"""Forms of the account pages: allauth's, in the site's words, and the site's own."""

from typing import Any

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import emails, preferences, services, usernames
from accounts.models import User


class InOurWords:
    """No placeholders (labels say it, and stay), and our own labels and help."""

    labels: dict[str, Any] = {}
    helps: dict[str, Any] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():  # type: ignore[attr-defined]
            field.widget.attrs.pop("placeholder", None)
            field.label = self.labels.get(name, field.label)
            field.help_text = self.helps.get(name, "")


class SignupForm(InOurWords, allauth.SignupForm):
    """Name, e-mail and password twice. Never says whether an address is known."""

    labels = {
        "username": _("User name"),
        "email": _("E-mail"),
        "password1": _("Password"),
        "password2": _("Password again"),
    }
    helps = {
        "username": _("2 to 30 letters, digits, _ or -. Any alphabet, one at a time."),
        "email": _("To log in and to reset your password. Nobody else sees it."),
        "password1": _("8 characters or more, nothing that many people use."),
    }

    def validate_unique_email(self, value: str) -> str:
        """Any address may be given: services.sign_up sorts out whose it is."""
        return value

    def save(self, request: HttpRequest) -> User:
        """Create the member, or turn the guest who is signing up into one. Raises services.NameTaken."""
        user, prefs = User(), preferences.from_cookies(request)
        if request.user.is_authenticated and request.user.is_guest:
            user, prefs = User.objects.get(pk=request.user.pk), {}
        data = self.cleaned_data
        return services.sign_up(user, data["username"], data["email"], data["password1"], prefs)


class LoginForm(InOurWords, allauth.LoginForm):
    """Name or e-mail, and password."""

    labels = {"login": _("User name or e-mail"), "password": _("Password")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs |= {"autocomplete": "username", "autocapitalize": "none"}


class ResetPasswordForm(InOurWords, allauth.ResetPasswordForm):
    """One mail goes out whoever the address belongs to: to its owner, to its claimants, or to a stranger."""

    labels = {"email": _("E-mail")}

    def clean_email(self) -> str:
        """Find the accounts of the address."""
        email = get_adapter().clean_email(self.cleaned_data["email"].lower())
        owner = emails.owner(email)
        self.users = [owner] if owner else emails.claimants(email)
        self.users = [user for user in self.users if user.is_active]
        return email

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Send the mail."""
        email = self.cleaned_data["email"]
        emails.send_reset(request, email, self.users)
        return email


class ResetPasswordKeyForm(InOurWords, allauth.ResetPasswordKeyForm):
    """A new password, twice, by the link of a mail."""

    labels = {"password1": _("New password"), "password2": _("New password again")}
    helps = {"password1": SignupForm.helps["password1"]}


class ChangePasswordForm(InOurWords, allauth.ChangePasswordForm):
    """The old password, and a new one twice."""

    labels = {"oldpassword": _("Current password"), **ResetPasswordKeyForm.labels}
    helps = ResetPasswordKeyForm.helps


class AddEmailForm(InOurWords, allauth.AddEmailForm):
    """The address to change to."""

    labels = {"email": _("New e-mail")}

    def clean_email(self) -> str:
        """Any address but the one this account has proven: whose it is else is not told."""
        email = get_adapter().clean_email(self.cleaned_data["email"].lower())
        if any(row["email"] == email and row["verified"] for row in emails.addresses(self.user)):
            raise forms.ValidationError(_("This is your address already."))
        return email


class ReauthenticateForm(InOurWords, allauth.ReauthenticateForm):
    """The password once more, before something that matters."""

    labels = {"password": _("Password")}


def language_choices() -> list[tuple[str, Any]]:
    """The site's languages, and leaving it to the browser."""
    return [("", _("As the browser asks")), *settings.LANGUAGES]


class PreferencesForm(forms.ModelForm):
    """How a person wants the site. Somebody without an account chooses appearance and language only."""

    language = forms.ChoiceField(label=_("Language"), choices=language_choices, required=False)

    class Meta:
        model = User
        fields = ["language", "theme", "card_style", "motion", "sound", "confirm", "auto_pickup"]
        widgets = dict.fromkeys(preferences.APPEARANCE, forms.RadioSelect)
        help_texts = {
            "motion": _("Cards move from place to place, or simply are where they are."),
            "sound": _("A short sound when it is your turn and when cards are played."),
            "confirm": _("Select cards first, then press the button. Off: one click plays a single card."),
            "auto_pickup": _("When nothing you hold can be played, the pile is picked up for you."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.instance.pk:
            for field in ("sound", "confirm", "auto_pickup"):
                del self.fields[field]


class DeleteForm(forms.Form):
    """Makes sure: a member gives the password, a guest types the name."""

    password = forms.CharField(
        label=_("Password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )
    username = forms.CharField(label=_("Your user name"), widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        del self.fields["username" if user.has_usable_password() else "password"]

    def clean_password(self) -> str:
        """The person's own password, with the tries limited as at log-in."""
        password: str = self.cleaned_data["password"]
        if not get_adapter().reauthenticate(self.user, password):
            raise get_adapter().validation_error("incorrect_password")
        return password

    def clean_username(self) -> str:
        """The guest's own name, in any case."""
        name: str = self.cleaned_data["username"]
        if usernames.fold(name) != self.user.username_key:
            raise forms.ValidationError(_("This is not the name above."))
        return name
