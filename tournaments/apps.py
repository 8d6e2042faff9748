"""The tournaments app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Events that run themselves."""

    name = "tournaments"
