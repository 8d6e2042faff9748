"""Addresses below /accounts/: allauth's, named as allauth names them, and the site's own in the namespace `accounts`.

Listed one by one: what is not here is not offered.
"""

from allauth.account import views as allauth
from django.urls import include, path, re_path
from django.views.generic import RedirectView

from accounts import views
from accounts.views import members_only

own = [
    path("guest/", views.guest, name="guest"),
    path("preferences/", views.edit_preferences, name="preferences"),
    path("theme/", views.set_theme, name="theme"),
    path("hint/", views.dismiss_hint, name="hint"),
    path("delete/", views.delete, name="delete"),
]

urlpatterns = [
    path("", include((own, "accounts"))),
    path("signup/", views.SignupView.as_view(), name="account_signup"),
    path("login/", views.LoginView.as_view(), name="account_login"),
    path("logout/", allauth.logout, name="account_logout"),
    path("inactive/", allauth.account_inactive, name="account_inactive"),
    path("reauthenticate/", members_only(views.ReauthenticateView.as_view()), name="account_reauthenticate"),
    path("email/", members_only(views.EmailView.as_view()), name="account_email"),
    path("confirm-email/", allauth.email_verification_sent, name="account_email_verification_sent"),
    re_path(r"^confirm-email/(?P<key>[-:\w]+)/$", views.ConfirmEmailView.as_view(), name="account_confirm_email"),
    path("password/change/", members_only(allauth.password_change), name="account_change_password"),
    path("password/set/", RedirectView.as_view(pattern_name="account_reset_password"), name="account_set_password"),
    path("password/reset/", allauth.password_reset, name="account_reset_password"),
    path("password/reset/done/", allauth.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        views.PasswordResetFromKeyView.as_view(),
        name="account_reset_password_from_key",
    ),
    path(
        "password/reset/key/done/",
        allauth.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
]
