"""When something happens by itself at a table: one alarm for each, kept in this process.

Most are never heard: whoever plays in time sets the next one in place of theirs. So they are kept
here, and background work is asked for only what is due. A process that ends loses its alarms; the
row's ``due_at`` says the same, and the sweep finds it.
"""

import heapq
import logging
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

logger = logging.getLogger(__name__)

#: A table, and the version for which something is due there.
Due: TypeAlias = tuple[int, int]
#: So many tables are told of at once at most, so that several workers share what is due.
MOST_AT_ONCE = 50
#: So many alarms that were replaced may lie about.
MOST_REPLACED = 1000


class Alarm(NamedTuple):
    """When something is due at a table, by the clock that nobody sets."""

    at: float
    table_id: int
    version: int
    #: What is to be done then.
    task: str


class Alarms:
    """The alarms of all tables of this process, and a thread that waits for the next one."""

    def __init__(self, ring: Callable[[str, list[Due]], None]) -> None:
        """Keep no alarm yet.

        :param ring: is called with what is to be done, and all the tables where it is due
        """
        self._ring = ring
        self._heap: list[Alarm] = []
        self._newest: dict[int, Alarm] = {}
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def set(self, task: str, table_id: int, version: int, seconds: float) -> None:
        """Set the table's alarm for that version in place of the one of an older version."""
        alarm = Alarm(time.monotonic() + seconds, table_id, version, task)
        with self._changed:
            known = self._newest.get(table_id)
            if known is not None and known.version > version:
                # Two threads have committed, and the first one comes last.
                return
            self._newest[table_id] = alarm
            if len(self._heap) > 2 * len(self._newest) + MOST_REPLACED:
                self._heap = list(self._newest.values())
                heapq.heapify(self._heap)
            else:
                heapq.heappush(self._heap, alarm)
            # Also where the thread has stayed behind in the process that this one was forked from.
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._serve, name="alarms", daemon=True)
                self._thread.start()
            elif self._heap[0] is alarm:
                self._changed.notify()

    def take_all(self, within: float) -> list[tuple[float, Alarm]]:
        """Take out all alarms; return those of the next seconds, with how many there are left."""
        now = time.monotonic()
        with self._changed:
            waiting = sorted(self._newest.values())
            self._heap.clear()
            self._newest.clear()
        return [(max(0.0, each.at - now), each) for each in waiting if each.at - now <= within]

    def forget(self) -> None:
        """Keep no alarm any more."""
        with self._changed:
            self._heap.clear()
            self._newest.clear()

    def _serve(self) -> None:
        while True:
            with self._changed:
                due = self._take()
                if not due:
                    self._changed.wait(self._rest())
                    continue
            for task, tables in due.items():
                for first in range(0, len(tables), MOST_AT_ONCE):
                    self._tell(task, tables[first : first + MOST_AT_ONCE])

    def _rest(self) -> float | None:
        """Return how many seconds there are until the next alarm; None without one."""
        return max(0.0, self._heap[0].at - time.monotonic()) if self._heap else None

    def _take(self) -> dict[str, list[Due]]:
        """Take out all that is due by now."""
        due: dict[str, list[Due]] = defaultdict(list)
        now = time.monotonic()
        while self._heap and self._heap[0].at <= now:
            alarm = heapq.heappop(self._heap)
            if self._newest.get(alarm.table_id) is alarm:
                del self._newest[alarm.table_id]
                due[alarm.task].append((alarm.table_id, alarm.version))
        return due

    def _tell(self, task: str, tables: list[Due]) -> None:
        try:
            self._ring(task, tables)
        except Exception:
            logger.exception("%s could not be asked for; the sweep finds it", task)
