"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

from config.health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("", include("config.pages")),
    path("accounts/", include("accounts.urls")),
    path("", include("games.urls")),
]

handler429 = "accounts.views.too_many"  # allauth looks for it here
