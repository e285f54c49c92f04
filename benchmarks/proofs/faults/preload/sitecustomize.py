"""Lets the wall clock of a process be wrong, by what a file says: for the proof of faults alone.

Python imports this module by its name at the start of a process that has its folder in PYTHONPATH,
so the club itself has nothing of it. `time.time`, Django's `timezone.now` and Celery's `now` are
what the club and its background work ask for the time; the clock that nobody sets goes on as it is,
as on a real machine.
"""

import contextlib
import os
import time
from datetime import datetime, timedelta
from pathlib import Path

from celery import Celery
from django.utils import timezone

#: How old what was read of the file may be, in seconds.
KNOWN_SECONDS = 0.2

_file = Path(os.environ["WALL_CLOCK_FILE"])
_time, _now, _celery_now = time.time, timezone.now, Celery.now
_known = (float("-inf"), 0.0)


def _off() -> float:
    """Return by how many seconds the clock is wrong."""
    global _known
    read_at, off = _known
    if time.monotonic() - read_at > KNOWN_SECONDS:
        # It may be just being written.
        with contextlib.suppress(OSError, ValueError):
            off = float(_file.read_text())
        _known = time.monotonic(), off
    return off


def _wrong_time() -> float:
    return _time() + _off()


def _wrong_now() -> datetime:
    return _now() + timedelta(seconds=_off())


def _wrong_celery_now(app: Celery) -> datetime:
    return _celery_now(app) + timedelta(seconds=_off())


Celery.now = _wrong_celery_now  # type: ignore[assignment,method-assign]
time.time = _wrong_time
timezone.now = _wrong_now
