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


def _off() -> float:
    """Return the clock's offset in seconds."""
    global _known
    read_at, off = _known
    if time.monotonic() - read_at > KNOWN_SECONDS:
        # The file may be in the middle of a write.
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
