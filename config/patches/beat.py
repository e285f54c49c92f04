"""Celery schedulers that keep running when the machine's clock is set back.

Celery compares the last run of each task with the clock. After the clock is set back by an hour, it
would run nothing for an hour, including the sweeps for lost tasks.

Upstream: https://github.com/celery/celery/issues/6742. Unnecessary once beat uses a
monotonic clock.
"""

from datetime import timedelta
from typing import Any

from celery.beat import PersistentScheduler, Scheduler
from celery.utils.time import maybe_make_aware

#: How far in the future a last run may lie before the clock counts as set back.
TOLERANCE = timedelta(seconds=1)


class _ClockTolerant:
    """Scheduler mixin that treats a last run in the future as a run now."""

    app: Any
    schedule: Any
    _heap: Any

    def tick(self, *args: Any, **named: Any) -> float:
        """Run the due tasks; a last run in the future counts as one that is running now."""
        now = maybe_make_aware(self.app.now())
        ahead = [
            entry
            for entry in self.schedule.values()
            if entry.last_run_at and maybe_make_aware(entry.last_run_at) > now + TOLERANCE
        ]
        for entry in ahead:
            entry.last_run_at = now
        if ahead:
            # The heap was computed with the old time.
            self._heap = None
        seconds: float = super().tick(*args, **named)  # type: ignore[misc]
        return seconds


class StoredScheduler(_ClockTolerant, PersistentScheduler):
    """Scheduler for a separate beat process; stores the last runs in a file."""


class TransientScheduler(_ClockTolerant, Scheduler):
    """Scheduler for embedded mode; the tasks are idempotent, so it stores no last runs."""
