"""How a person wants the site: read by every page and socket. Guests of the site without an account keep it in cookies.

Names and values of `Prefs`: theme system|light|dark; card_style classic|large; motion system|on|reduced; language a
code of settings.LANGUAGES or "" (as the browser asks); sound, auto_pickup, confirm: bool; coached: ids of hints that
were dismissed.
"""

from dataclasses import dataclass, fields
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models import User

APPEARANCE = ("theme", "card_style", "motion")  # what an anonymous visitor can choose, beside the language
COOKIE_AGE = 365 * 24 * 3600  # seconds


@dataclass(frozen=True)
class Prefs:
    """One reader's preferences."""

    theme: str = "system"
    language: str = ""
    card_style: str = "classic"
    motion: str = "system"
    sound: bool = False
    auto_pickup: bool = False
    confirm: bool = True
    coached: frozenset[str] = frozenset()


PLAIN = ("theme", "language", "card_style", "motion", "sound", "auto_pickup", "confirm")
assert {field.name for field in fields(Prefs)} == {*PLAIN, "coached"}  # noqa: S101


def for_user(user: User) -> Prefs:
    """The preferences of somebody with an account."""
    return Prefs(**{field: getattr(user, field) for field in PLAIN}, coached=frozenset(user.coached))


def for_request(request: HttpRequest) -> Prefs:
    """The preferences of whoever reads this page; no query beyond the session's own user."""
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return for_user(user)
    return Prefs(**from_cookies(request))


def from_cookies(request: HttpRequest) -> dict[str, Any]:
    """What an anonymous visitor chose, checked: cookies are theirs to write."""
    chosen = {field: request.COOKIES.get(field, "") for field in APPEARANCE}
    valid = {field: value for field, value in chosen.items() if value in choices(field)}
    language = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return valid | ({"language": language} if language in dict(settings.LANGUAGES) else {})


def choices(field: str) -> list[str]:
    """The values that an appearance field may have."""
    return [value for value, _label in User._meta.get_field(field).flatchoices]


def remember(response: HttpResponse, values: dict[str, Any]) -> None:
    """Keep appearance and language in cookies: all an anonymous visitor has, and what LocaleMiddleware reads."""
    for field in APPEARANCE:
        if field in values:
            response.set_cookie(field, values[field], max_age=COOKIE_AGE, samesite="Lax")
    if "language" in values:
        remember_language(response, values["language"])


def remember_language(response: HttpResponse, language: str) -> None:
    """Let the browser ask for this language from now on; "" leaves it to the browser's own settings."""
    if language:
        response.set_cookie(settings.LANGUAGE_COOKIE_NAME, language, max_age=COOKIE_AGE, samesite="Lax")
    else:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME, samesite="Lax")
