"""In-process scheduler: at most one timed task for each table.

Most tasks never run, because a player who acts in time schedules the next one instead. So they wait
in memory, and only due tasks are queued as background work. A process that ends loses its schedule;
the row's ``due_at`` has the same time, and the sweep finds overdue tables.
"""

import heapq
import logging
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

logger = logging.getLogger(__name__)

#: A table id, and the table version for which something is due.
Due: TypeAlias = tuple[int, int]
#: Maximum number of tables in one call of ``send``, so that several workers share the due work.
MAX_BATCH = 50
#: Maximum number of replaced tasks that stay in the heap.
MAX_REPLACED = 1000


class ScheduledTask(NamedTuple):
    """A task for one table version, due at a time of the monotonic clock."""

    at: float
    table_id: int
    version: int
    #: Name of the Celery task.
    task: str


class Scheduler:
    """The newest scheduled task of each table, and a thread that waits for the next one."""

    def __init__(self, send: Callable[[str, list[Due]], None]) -> None:
        """Start without tasks; the thread starts with the first task.

        :param send: called with a task name and all tables for which that task is due
        """
        self._send = send
        self._heap: list[ScheduledTask] = []
        self._newest: dict[int, ScheduledTask] = {}
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def schedule(self, task: str, table_id: int, version: int, seconds: float) -> None:
        """Schedule the task, replacing the table's last one unless that is for a newer version."""
        scheduled = ScheduledTask(time.monotonic() + seconds, table_id, version, task)
        with self._changed:
            known = self._newest.get(table_id)
            if known is not None and known.version > version:
                # Two threads have committed, and the earlier commit is reported last.
                return
            self._newest[table_id] = scheduled
            if len(self._heap) > 2 * len(self._newest) + MAX_REPLACED:
                self._heap = list(self._newest.values())
                heapq.heapify(self._heap)
            else:
                heapq.heappush(self._heap, scheduled)
            # A forked process has no copy of its parent's thread.
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._serve, name="scheduler", daemon=True)
                self._thread.start()
            elif self._heap[0] is scheduled:
                self._changed.notify()

    def take_all(self, max_seconds: float) -> list[tuple[float, ScheduledTask]]:
        """Drop all tasks; return those due within `max_seconds`, with the seconds until each."""
        now = time.monotonic()
        with self._changed:
            waiting = sorted(self._newest.values())
            self._heap.clear()
            self._newest.clear()
        return [(max(0.0, each.at - now), each) for each in waiting if each.at - now <= max_seconds]

    def clear(self) -> None:
        """Drop all scheduled tasks."""
        with self._changed:
            self._heap.clear()
            self._newest.clear()

    def _serve(self) -> None:
        """Send due tasks in batches, forever; runs in the scheduler's thread."""
        while True:
            with self._changed:
                due = self._take_due()
                if not due:
                    self._changed.wait(self._seconds_left())
                    continue
            for task, tables in due.items():
                for first in range(0, len(tables), MAX_BATCH):
                    self._send_safely(task, tables[first : first + MAX_BATCH])

    def _seconds_left(self) -> float | None:
        """Return the seconds until the next task is due; None if nothing is scheduled."""
        return max(0.0, self._heap[0].at - time.monotonic()) if self._heap else None

    def _take_due(self) -> dict[str, list[Due]]:
        """Remove all due tasks and return their tables and versions, by task name."""
        due: dict[str, list[Due]] = defaultdict(list)
        now = time.monotonic()
        while self._heap and self._heap[0].at <= now:
            scheduled = heapq.heappop(self._heap)
            if self._newest.get(scheduled.table_id) is scheduled:
                del self._newest[scheduled.table_id]
                due[scheduled.task].append((scheduled.table_id, scheduled.version))
        return due

    def _send_safely(self, task: str, tables: list[Due]) -> None:
        """Send the tables for which the task is due; log errors."""
        try:
            self._send(task, tables)
        except Exception:
            logger.exception("%s could not be queued; the sweep will find the tables", task)
