"""How the log is written: what each line says of its request, and what none may say."""

import logging
import re
from urllib.parse import unquote

from django.core.exceptions import SuspiciousOperation
from django.urls import Resolver404, resolve
from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter

from accounts import trace

#: What stands in the place of a secret.
HIDDEN = "-"
#: Parts of addresses that open something for whoever has them, by their names in the URLs.
KEYS = frozenset({"key", "token", "uidb36"})
#: Of an address that the club does not have, a part as long as this may be a key that was cut.
_LONG = re.compile(r"[^/]{24,}")
#: A whole request does not go into a line.
_OBJECTS = ("request",)


def shown_path(address: str) -> str:
    """Return the path of the address as it may be logged: without keys, and without its query."""
    path = address.partition("?")[0]
    try:
        found = resolve(unquote(path))
    except Resolver404:
        return _LONG.sub(HIDDEN, path)
    parts = {str(value) for name, value in found.kwargs.items() if name in KEYS}
    for part in parts:
        path = path.replace(part, HIDDEN)
    return path


class Traced(logging.Filter):
    """Lets each record say whose request it belongs to."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Add what is known; the record is logged in any case."""
        known = {
            "request_id": trace.request_id.get(),
            "person_id": trace.person_id.get(),
            "table_id": trace.table_id.get(),
        }
        for name, value in known.items():
            if value:
                setattr(record, name, value)
        said = " ".join(f"{name}={value}" for name, value in known.items() if value)
        record.trace = f" [{said}]" if said else ""
        return True


class WithoutKeys(logging.Filter):
    """Takes keys out of what Django says of requests, and alarm out of what is no fault."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Mend the record; it is logged in any case."""
        if record.name.startswith(("django.request", "django.security")) and record.args:
            record.args = tuple(
                shown_path(each) if isinstance(each, str) and each.startswith("/") else each
                for each in (record.args if isinstance(record.args, tuple) else ())
            )
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, SuspiciousOperation) and record.levelno == logging.ERROR:
            # Somebody was refused what they may not ask: nothing is broken.
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.exc_info = record.exc_text = None
        return True


class JsonLines(JsonFormatter):
    """One object of JSON on a line: time, level, logger, message, and what else is known."""

    def __init__(self) -> None:
        super().__init__(
            ["levelname", "name", "message"],
            rename_fields={"levelname": "level", "name": "logger"},
            reserved_attrs=[*RESERVED_ATTRS, *_OBJECTS, "trace"],
            timestamp="time",
            json_ensure_ascii=False,
        )
