"""App configuration of the composition root."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class SiteConfig(AppConfig):
    """Holds the management commands, pages and checks of the site as a whole."""

    name = "config"
    verbose_name = "Site"

    def ready(self) -> None:
        """Register the checks."""
        from . import checks  # noqa: F401


class BoundedAdmin(AdminConfig):
    """The admin, its lists bounded."""

    default_site = "config.admin.Site"
