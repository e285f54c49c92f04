"""Offsets a process's wall clock by the seconds in a file; only for the fault proof.

Python imports this module by its name when it starts with this folder in PYTHONPATH, so the app's
own code is unaffected. `time.time`, Django's `timezone.now` and Celery's `now` are the functions
that the app and its background tasks use; the monotonic clock runs on unchanged, as on a real
machine.
"""

import contextlib
import os
import time
from datetime import datetime, timedelta
from pathlib import Path

from celery import Celery
from django.utils import timezone

#: Time for which the file's content is cached, in seconds.
KNOWN_SECONDS = 0.2

_file = Path(os.environ["WALL_CLOCK_FILE"])
_time, _now, _celery_now = time.time, timezone.now, Celery.now
_known = (float("-inf"), 0.0)


def _offset() -> float:
    """Return the clock's offset in seconds."""
    global _known
    read_at, off = _known
    if time.monotonic() - read_at > KNOWN_SECONDS:
        # The file may be in the middle of a write.
        with contextlib.suppress(OSError, ValueError):
            off = float(_file.read_text())
        _known = time.monotonic(), off
    return off


def _shifted_time() -> float:
    """Return the time in seconds since the epoch, with the offset."""
    return _time() + _offset()


def _shifted_now() -> datetime:
    """Return Django's current time, with the offset."""
    return _now() + timedelta(seconds=_offset())


def _shifted_celery_now(app: Celery) -> datetime:
    """Return Celery's current time, with the offset."""
    return _celery_now(app) + timedelta(seconds=_offset())


Celery.now = _shifted_celery_now  # type: ignore[assignment,method-assign]
time.time = _shifted_time
timezone.now = _shifted_now
