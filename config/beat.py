"""The schedule of the periodic work, which goes on when the machine's clock is set back.

Celery compares when something was done last with the time of day. Set back by an hour, it would
wait for an hour with everything, the sweeps for what was lost among it.
"""

from datetime import timedelta
from typing import Any

from celery.beat import PersistentScheduler, Scheduler
from celery.utils.time import maybe_make_aware

#: By so much later than now something may have been done last, as far as the clock can tell.
TOLERANCE = timedelta(seconds=1)


class _Unhindered:
    """A scheduler that takes what was done in the future as done now."""

    app: Any
    schedule: Any
    _heap: Any

    def tick(self, *args: Any, **named: Any) -> float:
        now = maybe_make_aware(self.app.now())
        ahead = [
            entry
            for entry in self.schedule.values()
            if entry.last_run_at and maybe_make_aware(entry.last_run_at) > now + TOLERANCE
        ]
        for entry in ahead:
            entry.last_run_at = now
        if ahead:
            # It says by the old time when each is due.
            self._heap = None
        seconds: float = super().tick(*args, **named)  # type: ignore[misc]
        return seconds


class KeptSchedule(_Unhindered, PersistentScheduler):
    """The schedule of a process of its own, which remembers when each was done last."""


class UnkeptSchedule(_Unhindered, Scheduler):
    """The schedule of the embedded club: the work is idempotent and needs no memory."""
