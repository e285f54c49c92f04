"""Log formatting: adds request context to each record, and removes secrets from addresses."""

import logging
import re
from urllib.parse import unquote

from django.core.exceptions import SuspiciousOperation
from django.urls import Resolver404, resolve
from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter

from accounts import log_context

#: Replacement for a secret.
HIDDEN = "-"
#: Names of URL parameters that are secrets.
SECRET_ARGUMENTS = frozenset({"key", "token", "uidb36"})
#: A long part of an unknown address, which may be a truncated secret.
_LONG_PART = re.compile(r"[^/]{24,}")
#: Record attributes that are not logged, because they hold a whole object.
_OBJECTS = ("request",)


def shown_path(address: str) -> str:
    """Return the address's path for the log, without its query and with secrets replaced by "-"."""
    path = address.partition("?")[0]
    try:
        found = resolve(unquote(path))
    except Resolver404:
        return _LONG_PART.sub(HIDDEN, path)
    parts = {str(value) for name, value in found.kwargs.items() if name in SECRET_ARGUMENTS}
    for part in parts:
        path = path.replace(part, HIDDEN)
    return path


class TraceFilter(logging.Filter):
    """Logging filter that adds the context of `accounts.log_context` to each record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Add the known values; never drops the record."""
        known = {
            "request_id": log_context.request_id.get(),
            "person_id": log_context.person_id.get(),
            "table_id": log_context.table_id.get(),
        }
        for name, value in known.items():
            if value:
                setattr(record, name, value)
        said = " ".join(f"{name}={value}" for name, value in known.items() if value)
        record.trace = f" [{said}]" if said else ""
        return True


class SecretFilter(logging.Filter):
    """Logging filter that removes secrets from Django's records and downgrades refused requests."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Remove secrets from Django's record; log a refused request as a warning; drop none."""
        if record.name.startswith(("django.request", "django.security")) and record.args:
            record.args = tuple(
                shown_path(each) if isinstance(each, str) and each.startswith("/") else each
                for each in (record.args if isinstance(record.args, tuple) else ())
            )
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, SuspiciousOperation) and record.levelno == logging.ERROR:
            # A forbidden request was refused: no error of ours.
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.exc_info = record.exc_text = None
        return True


class JsonLines(JsonFormatter):
    """Formats each record as one line of JSON: time, level, logger, message and context."""

    def __init__(self) -> None:
        super().__init__(
            ["levelname", "name", "message"],
            rename_fields={"levelname": "level", "name": "logger"},
            reserved_attrs=[*RESERVED_ATTRS, *_OBJECTS, "trace"],
            timestamp="time",
            json_ensure_ascii=False,
        )
