"""Beat's scheduler, which a clock that is set back does not stop: Celery's would wait until it is as late again."""

import time
from typing import Any, Final

from celery.beat import Scheduler

STEP: Final = 2.0  # seconds; a smaller step back delays nothing by more


class SteadyScheduler(Scheduler):
    """Counts all entries from now on when the clock has gone back."""

    _offset: float | None = None  # of the clock to the monotonic one

    def tick(self, *args: Any, **options: Any) -> float:
        """Send what is due; return how long nothing will be."""
        offset = time.time() - time.monotonic()
        if self._offset is not None and offset < self._offset - STEP:
            for entry in self.schedule.values():
                entry.last_run_at = entry.default_now()
            self._heap = None  # made anew by what follows
        self._offset = offset
        return super().tick(*args, **options)
