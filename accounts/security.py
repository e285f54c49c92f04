"""The security log: who signed in, from where, and what was done to accounts and by staff.

Events go to the log as well. The nightly clean-up removes old ones (`SECURITY_DAYS`).
"""

import logging

from django.db import DatabaseError, transaction

from accounts import trace
from accounts.models import SecurityEvent, User

logger = logging.getLogger("security")

_Kind = SecurityEvent.Kind
#: What somebody has to look at who looks after the accounts.
FAILURES = {_Kind.SIGN_IN_FAILED, _Kind.FACTOR_FAILED}


def record(kind: SecurityEvent.Kind, person: User | None, address: str, details: str = "") -> None:
    """Write down what has happened; where that fails, what has happened stands all the same."""
    level = logging.WARNING if kind in FAILURES else logging.INFO
    who = person.pk if person is not None else None
    logger.log(
        level,
        "%s of person %s from %s %s",
        kind.value,
        who or "unknown",
        address or "nowhere",
        details,
        extra={"event": kind.value, "of": who, "address": address, "details": details},
    )
    event = SecurityEvent(
        kind=kind,
        person=person,
        address=address[:50],
        request=trace.request_id.get(),
        details=details[:250],
    )
    try:
        with transaction.atomic():
            event.save()
    except DatabaseError:
        logger.exception("%s could not be written down", kind.value)
