"""The security log: sign-ins with their addresses, account changes and actions by staff.

Events are written to the database and to the log. The nightly clean-up deletes old ones
(`SECURITY_DAYS`).
"""

import logging

from django.db import DatabaseError, transaction

from accounts import log_context
from accounts.models import SecurityEvent, User

logger = logging.getLogger("security")

_Kind = SecurityEvent.Kind
#: Events that the administrator should look at.
FAILURES = {_Kind.SIGN_IN_FAILED, _Kind.FACTOR_FAILED}


def record(kind: SecurityEvent.Kind, person: User | None, address: str, details: str = "") -> None:
    """Record an event; a database error is logged and does not undo what happened."""
    level = logging.WARNING if kind in FAILURES else logging.INFO
    who = person.pk if person is not None else None
    logger.log(
        level,
        "%s: user %s from %s %s",
        kind.value,
        who or "unknown",
        address or "no address",
        details,
        extra={"event": kind.value, "of": who, "address": address, "details": details},
    )
    event = SecurityEvent(
        kind=kind,
        person=person,
        address=address[:50],
        request=log_context.request_id.get(),
        details=details[:250],
    )
    try:
        with transaction.atomic():
            event.save()
    except DatabaseError:
        logger.exception("%s could not be recorded", kind.value)
