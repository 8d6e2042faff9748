"""The Celery application. Settings come from Django under CELERY_; tasks from each app's tasks.py."""

import os

from celery import Celery
from celery.signals import task_failure, worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

app = Celery("threeup")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_ready.connect
def beat_at_once(sender: object, **_: object) -> None:
    """Send a fresh worker its first heartbeat now, so that /healthz need not wait for beat's first round.

    And have told what the worker before it, if that was killed, did and did not tell.
    """
    from games.tasks import tell_again

    from .tasks import heartbeat

    for queue in sender.task_consumer.queues:  # type: ignore[attr-defined]
        heartbeat.apply_async((queue.name,), queue=queue.name, expires=60)
        if queue.name == "turns":
            tell_again.apply_async(queue=queue.name, expires=60)


@task_failure.connect
def count_failure(sender: object, **_: object) -> None:
    """Count a task that ended with an exception."""
    from games.metrics import FAILURES

    FAILURES.labels(getattr(sender, "name", "unknown")).inc()
