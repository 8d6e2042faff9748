"""The composition root: settings, addresses, processes. Nobody imports it."""

from .celery import app as celery_app

__all__ = ["celery_app"]
