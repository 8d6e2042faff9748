"""Periodic work; listed in config/periodic.py."""

from celery import shared_task

from accounts import bans, services


@shared_task
def finish_deletions() -> int:
    """Delete accounts that could not be deleted at once."""
    return services.finish_deletions()


@shared_task
def drop_idle_guests() -> int:
    """Delete guests who never played and have not been seen for a month."""
    return services.drop_idle_guests()


@shared_task
def settle_bans() -> int:
    """Leave the tables of banned people that could not be left at once."""
    return bans.settle_all()
